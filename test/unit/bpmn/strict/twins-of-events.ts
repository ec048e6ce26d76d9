import { around, catches, file, flow, inProcess, message, process, type Twins, task, through } from './models.ts';

const START = '<startEvent id="s" />';
const END = '<endEvent id="e" />';
const TIMER = (forms: string): string =>
  through('w', `<intermediateCatchEvent id="w"><timerEventDefinition>${forms}</timerEventDefinition></intermediateCatchEvent>`);
const DURATION = '<timeDuration>PT1M</timeDuration>';
const SUB = (inside: string): string => through('u', `<subProcess id="u">${inside}</subProcess>`);
const INNER = '<startEvent id="us" /><endEvent id="ue" /><sequenceFlow id="uf" sourceRef="us" targetRef="ue" />';
const SIGNAL = '<signal id="sig" name="sig" />';
const EVENT_SUB = (start: string): string =>
  through(
    'a',
    task('a'),
    `<subProcess id="u" triggeredByEvent="true">${start}<endEvent id="ue" /><sequenceFlow id="uf" sourceRef="us" targetRef="ue" /></subProcess>`,
  );
const ERROR = '<error id="err" name="err" errorCode="E1" />';
const BOUNDARY = (attributes: string, definition: string): string =>
  `<boundaryEvent id="b" attachedToRef="a" ${attributes}>${definition}</boundaryEvent>`;
const ON_ERROR = '<errorEventDefinition errorRef="err" />';
const B_END = ['<endEvent id="be" />', flow('bf', 'b', 'be')];
const LINK = (tag: string, id: string, name: string): string =>
  `<${tag} id="${id}"><linkEventDefinition name="${name}" /></${tag}>`;
const LINKS = (name: string): string =>
  inProcess(
    ...[START, LINK('intermediateThrowEvent', 'lt', 'A'), LINK('intermediateCatchEvent', 'lc', name), END],
    ...[flow('f1', 's', 'lt'), flow('f2', 'lc', 'e')],
  );
const ENDING = (definition: string, ...root: readonly string[]): string =>
  file(...root, process(START, `<endEvent id="e">${definition}</endEvent>`, flow('f', 's', 'e')));

/** Rules about events. */
export const TWINS_OF_EVENTS: Readonly<Record<string, Twins>> = {
  'start-needs-end': {
    invalid: inProcess(START, task('a'), flow('f', 's', 'a')),
    valid: inProcess(...around('a', task('a'))),
  },
  'end-needs-start': {
    invalid: file(SUB('<userTask id="ua" /><endEvent id="ue" /><sequenceFlow id="uf" sourceRef="ua" targetRef="ue" />')),
    valid: file(SUB('<userTask id="ua" />')),
  },
  'nodes-follow-start': {
    invalid: inProcess(...around('a', task('a')), task('b'), flow('f3', 'b', 'e')),
    valid: inProcess(...around('a', task('a')), task('b'), flow('f3', 'b', 'e'), flow('f4', 's', 'b')),
  },
  'nodes-lead-to-end': {
    invalid: inProcess(...around('a', task('a')), task('b'), flow('f3', 'a', 'b')),
    valid: inProcess(...around('a', task('a')), task('b'), flow('f3', 'a', 'b'), flow('f4', 'b', 'e')),
  },
  'start-event-trigger': {
    invalid: file(message('m'), SUB(INNER.replace('"us" />', '"us"><messageEventDefinition messageRef="m" /></startEvent>'))),
    valid: file(message('m'), SUB(INNER)),
  },
  'single-none-start': {
    invalid: inProcess(...around('a', task('a')), '<startEvent id="s2" />', flow('f3', 's2', 'a')),
    valid: inProcess(...around('a', task('a'))),
  },
  'start-error-interrupts': {
    invalid: file(ERROR, EVENT_SUB(`<startEvent id="us" isInterrupting="false">${ON_ERROR}</startEvent>`)),
    valid: file(ERROR, EVENT_SUB(`<startEvent id="us" isInterrupting="true">${ON_ERROR}</startEvent>`)),
  },
  'event-sub-process-start': {
    invalid: file(EVENT_SUB('<startEvent id="us" />')),
    valid: file(SIGNAL, EVENT_SUB('<startEvent id="us"><signalEventDefinition signalRef="sig" /></startEvent>')),
  },
  'intermediate-event-flows': {
    invalid: file(message('m'), process(...around('a', task('a')), catches('c'), flow('f3', 'c', 'e'))),
    valid: file(message('m'), process(...around('a', task('a')), catches('c'), flow('f3', 'c', 'e'), flow('f4', 'a', 'c'))),
  },
  'boundary-host': {
    invalid: file(ERROR, through('a', task('a'), BOUNDARY('', ON_ERROR).replace('"a"', '"s"'), ...B_END)),
    valid: file(ERROR, through('a', task('a'), BOUNDARY('', ON_ERROR), ...B_END)),
  },
  'boundary-trigger': {
    invalid: file(through('a', task('a'), BOUNDARY('', '<cancelEventDefinition />'), ...B_END)),
    valid: file(through('a', `<transaction id="a">${INNER}</transaction>`, BOUNDARY('', '<cancelEventDefinition />'), ...B_END)),
  },
  'boundary-event-flows': {
    invalid: file(ERROR, through('a', task('a'), BOUNDARY('', ON_ERROR))),
    valid: file(ERROR, through('a', task('a'), BOUNDARY('', ON_ERROR), ...B_END)),
  },
  'boundary-error-interrupts': {
    invalid: file(ERROR, through('a', task('a'), BOUNDARY('cancelActivity="false"', ON_ERROR), ...B_END)),
    valid: file(
      SIGNAL,
      through('a', task('a'), BOUNDARY('cancelActivity="false"', '<signalEventDefinition signalRef="sig" />'), ...B_END),
    ),
  },
  'event-definition-place': {
    invalid: ENDING('<timerEventDefinition><timeDuration>PT1M</timeDuration></timerEventDefinition>'),
    valid: ENDING('<terminateEventDefinition />'),
  },
  'parallel-multiple': {
    invalid: file(message('m'), through('c', catches('c').replace('id="c"', 'id="c" parallelMultiple="true"'))),
    valid: file(
      message('m'),
      SIGNAL,
      through(
        'c',
        '<intermediateCatchEvent id="c" parallelMultiple="true"><messageEventDefinition messageRef="m" /><signalEventDefinition signalRef="sig" /></intermediateCatchEvent>',
      ),
    ),
  },
  'timer-form': {
    invalid: file(TIMER(`${DURATION}<timeDate>2030-01-01T00:00:00Z</timeDate>`)),
    valid: file(TIMER(DURATION)),
  },
  'condition-written': {
    invalid: file(through('c', '<intermediateCatchEvent id="c"><conditionalEventDefinition /></intermediateCatchEvent>')),
    valid: file(
      through(
        'c',
        '<intermediateCatchEvent id="c"><conditionalEventDefinition><condition>=x > 1</condition></conditionalEventDefinition></intermediateCatchEvent>',
      ),
    ),
  },
  'error-end-code': {
    invalid: ENDING(ON_ERROR, '<error id="err" name="err" />'),
    valid: ENDING(ON_ERROR, ERROR),
  },
  'escalation-code': {
    invalid: ENDING('<escalationEventDefinition escalationRef="x" />', '<escalation id="x" name="x" />'),
    valid: ENDING('<escalationEventDefinition escalationRef="x" />', '<escalation id="x" name="x" escalationCode="X1" />'),
  },
  'cancel-end-place': {
    invalid: ENDING('<cancelEventDefinition />'),
    valid: file(
      through(
        'a',
        `<transaction id="a">${INNER.replace('"ue" />', '"ue"><cancelEventDefinition /></endEvent>')}</transaction>`,
        BOUNDARY('', '<cancelEventDefinition />'),
        ...B_END,
      ),
    ),
  },
  'link-pairs': {
    invalid: LINKS('B'),
    valid: LINKS('A'),
  },
};
