import { around, file, flow, inProcess, message, process, type Twins, task, through } from './models.ts';

const HANDLER = '<userTask id="h" isForCompensation="true" />';
const MARK = '<boundaryEvent id="b" attachedToRef="a"><compensateEventDefinition /></boundaryEvent>';
const JOINED = '<association id="l" sourceRef="b" targetRef="h" associationDirection="One" />';
const COMPENSATED = (...more: readonly string[]): string => file(through('a', task('a'), ...more));
const LOOP = (attributes: string, inside: string): string =>
  through(
    'a',
    `<userTask id="a"><multiInstanceLoopCharacteristics ${attributes}>${inside}</multiInstanceLoopCharacteristics></userTask>`,
  );
const THREE = '<loopCardinality>3</loopCardinality>';
const SIGNAL = '<signal id="sig" name="sig" /><signalEventDefinition id="def" signalRef="sig" />';
const COMPENSATE_END = '<endEvent id="e"><compensateEventDefinition activityRef="a" /></endEvent>';
const SUB_START = '<startEvent id="us"><compensateEventDefinition /></startEvent>';
const COMPENSATION_SUB = `<subProcess id="u" triggeredByEvent="true">${SUB_START}<endEvent id="ue" /><sequenceFlow id="uf" sourceRef="us" targetRef="ue" /></subProcess>`;
const INSIDE = '<startEvent id="os" /><endEvent id="oe" /><sequenceFlow id="of" sourceRef="os" targetRef="oe" />';
const IO = (sets: string): string =>
  through('a', `<userTask id="a"><ioSpecification id="io"><dataInput id="di" />${sets}</ioSpecification></userTask>`);
const DATA = (target: string): string =>
  through(
    'a',
    `<userTask id="a"><ioSpecification id="io"><dataInput id="di" /><inputSet><dataInputRefs>di</dataInputRefs></inputSet><outputSet /></ioSpecification><dataInputAssociation id="da"><sourceRef>do</sourceRef><targetRef>${target}</targetRef></dataInputAssociation></userTask>`,
    '<dataObject id="do" />',
  );
const RECEIVE = '<receiveTask id="r" messageRef="m" instantiate="true" />';

/** A second process in the same file, the partner in a collaboration. */
const OTHER = [
  '<process id="q" isExecutable="true">',
  '<startEvent id="qs"><messageEventDefinition messageRef="m" /></startEvent>',
  '<userTask id="qa" /><endEvent id="qe" />',
  `${flow('qf', 'qs', 'qa')}${flow('qg', 'qa', 'qe')}</process>`,
].join('\n');
const POOLS = '<participant id="P" processRef="p" /><participant id="Q" processRef="q" />';
const TALK = (flows: string, pools: string = POOLS): string =>
  file(message('m'), `<collaboration id="c">${pools}${flows}</collaboration>`, through('a', task('a')), OTHER);
const SENDS = (source: string, target: string, more = ''): string =>
  TALK(`<messageFlow id="mf" sourceRef="${source}" targetRef="${target}" ${more} />`);

/** Rules about activities, compensation, data and collaborations. */
export const TWINS_OF_ACTIVITIES: Readonly<Record<string, Twins>> = {
  'instantiating-receive-task': {
    invalid: file(message('m'), process(...around('a', task('a')), RECEIVE, flow('f3', 'r', 'a'))),
    valid: file(message('m'), process(RECEIVE, task('a'), flow('f3', 'r', 'a'))),
  },
  'loop-complete': {
    invalid: file(LOOP('', '')),
    valid: file(LOOP('', THREE)),
  },
  'multi-instance-behavior': {
    invalid: file(SIGNAL, LOOP('behavior="One"', THREE)),
    valid: file(SIGNAL, LOOP('behavior="One" oneBehaviorEventRef="def"', THREE)),
  },
  'ad-hoc-body': {
    invalid: file(through('a', '<adHocSubProcess id="a"><userTask id="x" /><startEvent id="xs" /></adHocSubProcess>')),
    valid: file(through('a', '<adHocSubProcess id="a"><userTask id="x" /></adHocSubProcess>')),
  },
  'compensation-handler-single': {
    invalid: COMPENSATED(MARK),
    valid: COMPENSATED(MARK, HANDLER, JOINED),
  },
  'compensation-handler-mark': {
    invalid: COMPENSATED(MARK, task('h'), JOINED),
    valid: COMPENSATED(MARK, HANDLER, JOINED),
  },
  'compensation-handler-joined': {
    invalid: COMPENSATED(HANDLER),
    valid: COMPENSATED(MARK, HANDLER, JOINED),
  },
  'compensation-association': {
    invalid: COMPENSATED(MARK, HANDLER, '<association id="l" sourceRef="h" targetRef="b" />'),
    valid: COMPENSATED(MARK, HANDLER, JOINED),
  },
  'compensation-boundary-flows': {
    invalid: COMPENSATED(MARK, HANDLER, JOINED, '<endEvent id="be" />', flow('bf', 'b', 'be')),
    valid: COMPENSATED(MARK, HANDLER, JOINED),
  },
  'compensation-target': {
    invalid: file(through('a', task('a')).replace('<endEvent id="e" />', COMPENSATE_END)),
    valid: file(through('a', task('a'), MARK, HANDLER, JOINED).replace('<endEvent id="e" />', COMPENSATE_END)),
  },
  'compensation-sub-process-place': {
    invalid: file(through('a', task('a'), COMPENSATION_SUB)),
    valid: file(through('a', `<subProcess id="a">${INSIDE}${COMPENSATION_SUB}</subProcess>`)),
  },
  'data-association-ends': {
    invalid: file(DATA('s')),
    valid: file(DATA('di')),
  },
  'data-object-known': {
    invalid: file(through('a', task('a'), '<dataObjectReference id="dr" dataObjectRef="do" />')),
    valid: file(through('a', task('a'), '<dataObject id="do" />', '<dataObjectReference id="dr" dataObjectRef="do" />')),
  },
  'data-store-known': {
    invalid: file(through('a', task('a'), '<dataStoreReference id="dr" dataStoreRef="ds" />')),
    valid: file('<dataStore id="ds" name="ds" />', through('a', task('a'), '<dataStoreReference id="dr" dataStoreRef="ds" />')),
  },
  'input-output-sets': {
    invalid: file(IO('<inputSet><dataInputRefs>di</dataInputRefs></inputSet>')),
    valid: file(IO('<inputSet><dataInputRefs>di</dataInputRefs></inputSet><outputSet />')),
  },
  'participant-process': {
    invalid: TALK('', '<participant id="P" processRef="nobody" />'),
    valid: TALK(''),
  },
  'participant-multiplicity': {
    invalid: TALK('', '<participant id="P" processRef="p"><participantMultiplicity minimum="3" maximum="2" /></participant>'),
    valid: TALK('', '<participant id="P" processRef="p"><participantMultiplicity minimum="2" maximum="3" /></participant>'),
  },
  'lane-nodes': {
    invalid: inProcess(
      '<laneSet id="ls"><lane id="l"><flowNodeRef>nobody</flowNodeRef></lane></laneSet>',
      ...around('a', task('a')),
    ),
    valid: inProcess('<laneSet id="ls"><lane id="l"><flowNodeRef>a</flowNodeRef></lane></laneSet>', ...around('a', task('a'))),
  },
  'message-flow-ends': {
    invalid: SENDS('a', 'qe'),
    valid: SENDS('a', 'qs'),
  },
  'message-flow-events': {
    invalid: SENDS('e', 'qs'),
    valid: SENDS('P', 'qs'),
  },
  'message-flow-message': {
    invalid: SENDS('a', 'qs', 'messageRef="n"'),
    valid: SENDS('a', 'qs', 'messageRef="m"'),
  },
  'message-flow-pools': {
    invalid: SENDS('qa', 'qs'),
    valid: SENDS('a', 'Q'),
  },
};
