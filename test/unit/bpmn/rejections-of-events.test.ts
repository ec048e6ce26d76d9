// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { diagnosticsOf, file, inProcess, withStart } from './samples.ts';

type Row = readonly [when: string, xml: string, ...diagnostics: string[]];

const TASK = '<bpmn:task id="t" />';
const TIMER = '<bpmn:timerEventDefinition><bpmn:timeDuration>PT1H</bpmn:timeDuration></bpmn:timerEventDefinition>';
const event = (tag: string, inner = '', attributes = ''): string => `<bpmn:${tag} id="e" ${attributes}>${inner}</bpmn:${tag}>`;
const definition = (kind: string, attributes = '', inner = ''): string =>
  `<bpmn:${kind}EventDefinition ${attributes}>${inner}</bpmn:${kind}EventDefinition>`;
const boundary = (attributes: string, inner: string): string =>
  `<bpmn:boundaryEvent id="b" ${attributes}>${inner}</bpmn:boundaryEvent>`;
const sub = (attributes: string, ...inner: readonly string[]): string =>
  `<bpmn:subProcess id="u" ${attributes}>${inner.join('')}</bpmn:subProcess>`;
const flow = (id: string, source: string, target: string): string =>
  `<bpmn:sequenceFlow id="${id}" sourceRef="${source}" targetRef="${target}" />`;
/** Root elements in line 2, a process with a start event in line 3, the rest from line 4 on. */
const rooted = (roots: string, ...lines: readonly string[]): string =>
  file(roots, '<bpmn:process id="p"><bpmn:startEvent id="s" />', ...lines, '</bpmn:process>');
const MESSAGE = '<bpmn:message id="m" name="go" />';
const ESP = 'triggeredByEvent="true"';
const spelled = (kind: string): string => (kind === 'compensate' ? 'compensation' : kind);

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  'flow-directions': [
    [
      'a flow leads into an instantiating receive task',
      rooted(MESSAGE, '<bpmn:receiveTask id="r" instantiate="true" messageRef="m" />', flow('f', 's', 'r')),
      "receiveTask 'r': incoming flow not allowed (line 4, column 1)",
    ],
    [
      'a flow leads into and out of an event sub-process',
      withStart(sub(ESP, event('startEvent', TIMER)), TASK, flow('f', 's', 'u'), flow('g', 'u', 't')),
      "subProcess 'u': incoming flow not allowed (line 4, column 1)",
      "subProcess 'u': outgoing flow not allowed (line 4, column 1)",
    ],
    [
      'flows lead into and out of a compensation handler',
      withStart('<bpmn:task id="t" isForCompensation="true" />', flow('f', 's', 't'), flow('g', 't', 'e'), event('endEvent')),
      "task 't': incoming flow not allowed (line 4, column 1)",
      "task 't': outgoing flow not allowed (line 4, column 1)",
    ],
  ],
  'event-sub-process-start': [
    [
      'an event sub-process has no start event',
      withStart(sub(ESP, TASK)),
      "subProcess 'u': event sub-process needs exactly one start event (line 4, column 1)",
    ],
    [
      'an event sub-process has two start events',
      withStart(sub(ESP, event('startEvent', TIMER), '<bpmn:startEvent id="s2" />')),
      "subProcess 'u': event sub-process needs exactly one start event (line 4, column 1)",
    ],
    [
      'the start event of an event sub-process has no definition',
      withStart(sub(ESP, '\n<bpmn:startEvent id="e" />')),
      "startEvent 'e': start event of an event sub-process needs a trigger (line 5, column 1)",
    ],
    [
      'an event sub-process is triggered by cancel',
      withStart(sub(ESP, '\n', event('startEvent', definition('cancel')))),
      "startEvent 'e': cancel is not allowed on an event sub-process (line 5, column 1)",
      "startEvent 'e': unsupported event definition cancel (line 5, column 1)",
    ],
    [
      'an event sub-process has a loop marker',
      withStart(sub(ESP, '<bpmn:standardLoopCharacteristics loopMaximum="1" />', event('startEvent', TIMER))),
      "subProcess 'u': standardLoopCharacteristics is not allowed on an event sub-process (line 4, column 1)",
    ],
    [
      'an event sub-process has a boundary event',
      withStart(sub(ESP, event('startEvent', TIMER)), boundary('attachedToRef="u"', TIMER)),
      "subProcess 'u': boundaryEvent is not allowed on an event sub-process (line 4, column 1)",
      "boundaryEvent 'b': cannot be attached to subProcess 'u' (line 5, column 1)",
    ],
  ],
  'intermediate-definitions': [
    [
      'a catch event has no definition',
      withStart(event('intermediateCatchEvent')),
      "intermediateCatchEvent 'e': event definition is required (line 4, column 1)",
    ],
    ...['error', 'escalation', 'compensate', 'cancel', 'terminate'].map(
      (kind): Row => [
        `a catch event has a ${kind} definition`,
        withStart(event('intermediateCatchEvent', definition(kind))),
        `intermediateCatchEvent 'e': unsupported event definition ${spelled(kind)} (line 4, column 1)`,
      ],
    ),
    ...['error', 'cancel', 'terminate', 'timer', 'conditional'].map(
      (kind): Row => [
        `a throw event has a ${kind} definition`,
        withStart(event('intermediateThrowEvent', definition(kind))),
        `intermediateThrowEvent 'e': unsupported event definition ${kind} (line 4, column 1)`,
      ],
    ),
  ],
  'combined-definitions': [
    [
      'a link stands beside a signal',
      rooted(
        '<bpmn:signal id="g" name="n" />',
        event('intermediateThrowEvent', definition('signal', 'signalRef="g"') + definition('link', 'name="l"')),
        '<bpmn:intermediateCatchEvent id="c"><bpmn:linkEventDefinition name="l" /></bpmn:intermediateCatchEvent>',
      ),
      "intermediateThrowEvent 'e': event definitions signal and link cannot be combined (line 4, column 1)",
    ],
    [
      'a boundary event waits for an error and a timer',
      withStart(TASK, boundary('attachedToRef="t"', definition('error') + TIMER)),
      "boundaryEvent 'b': event definitions error and timer cannot be combined (line 5, column 1)",
    ],
  ],
  'message-and-signal-references': [
    ...['message', 'signal'].flatMap((kind): Row[] => [
      [
        `a catch event says no ${kind}`,
        withStart(event('intermediateCatchEvent', definition(kind))),
        `intermediateCatchEvent 'e': ${kind}Ref is required (line 4, column 1)`,
      ],
      [
        `a throw event says no ${kind}`,
        withStart(event('intermediateThrowEvent', definition(kind))),
        `intermediateThrowEvent 'e': ${kind}Ref is required (line 4, column 1)`,
      ],
      [
        `an end event names an unknown ${kind}`,
        withStart(event('endEvent', definition(kind, `${kind}Ref="x"`))),
        `endEvent 'e': ${kind}Ref 'x' not found (line 4, column 1)`,
      ],
    ]),
    [
      'a message event refers to a signal',
      rooted('<bpmn:signal id="g" name="n" />', event('intermediateCatchEvent', definition('message', 'messageRef="g"'))),
      "intermediateCatchEvent 'e': messageRef 'g' not found (line 4, column 1)",
    ],
    [
      'a receive task names an unknown message',
      withStart('<bpmn:receiveTask id="r" messageRef="x" />'),
      "receiveTask 'r': messageRef 'x' not found (line 4, column 1)",
    ],
    [
      'a definition at the root does not exist',
      withStart(event('intermediateCatchEvent', '<bpmn:eventDefinitionRef>x</bpmn:eventDefinitionRef>')),
      "intermediateCatchEvent 'e': eventDefinitionRef 'x' not found (line 4, column 1)",
    ],
  ],
  'escalation-codes': [
    [
      'a thrown escalation is not named',
      withStart(event('intermediateThrowEvent', definition('escalation'))),
      "intermediateThrowEvent 'e': escalation code is required (line 4, column 1)",
    ],
    [
      'a thrown escalation has no code',
      rooted('<bpmn:escalation id="x" />', event('endEvent', definition('escalation', 'escalationRef="x"'))),
      "endEvent 'e': escalation code is required (line 4, column 1)",
    ],
    [
      'a caught escalation does not exist',
      withStart(sub(''), boundary('attachedToRef="u"', definition('escalation', 'escalationRef="x"'))),
      "boundaryEvent 'b': escalationRef 'x' not found (line 5, column 1)",
    ],
  ],
  'start-event-names': [
    [
      'two messages of one name start a process',
      file(
        '<bpmn:message id="m" name="go" /><bpmn:message id="n" name="go" /><bpmn:process id="p">',
        '<bpmn:startEvent id="a"><bpmn:messageEventDefinition messageRef="m" /></bpmn:startEvent>',
        '<bpmn:receiveTask id="r" instantiate="true" messageRef="n" /></bpmn:process>',
      ),
      "receiveTask 'r': duplicate start event for 'go' (line 4, column 1)",
    ],
    [
      'two signals of one name start a process',
      file(
        '<bpmn:signal id="g" name="go" /><bpmn:process id="p">',
        '<bpmn:startEvent id="a"><bpmn:signalEventDefinition signalRef="g" /></bpmn:startEvent>',
        '<bpmn:startEvent id="b"><bpmn:signalEventDefinition signalRef="g" /></bpmn:startEvent></bpmn:process>',
      ),
      "startEvent 'b': duplicate start event for 'go' (line 4, column 1)",
    ],
    [
      'a name is always empty',
      rooted('<bpmn:message id="m" name="${&quot;&quot;}" />', '<bpmn:receiveTask id="r" messageRef="m" />'),
      "receiveTask 'r': event name is empty (line 4, column 1)",
    ],
  ],
  'timer-definitions': [
    ['says nothing', ''],
    ['says two things', '<bpmn:timeDate>2030-01-01</bpmn:timeDate><bpmn:timeDuration>PT1S</bpmn:timeDuration>'],
  ]
    .map(
      ([when, inner]): Row => [
        `a timer ${when}`,
        withStart(event('intermediateCatchEvent', definition('timer', '', inner))),
        "intermediateCatchEvent 'e': exactly one of timeDate, timeDuration, timeCycle is required (line 4, column 1)",
      ],
    )
    .concat(
      [
        ['timeDuration', 'PT'],
        ['timeDuration', ''],
        ['timeDate', 'tomorrow'],
        ['timeCycle', 'R0/PT1S'],
        ['timeCycle', '61 * * * *'],
      ].map(
        ([form, text]): Row => [
          `a ${form} is '${text}'`,
          withStart(event('intermediateCatchEvent', definition('timer', '', `<bpmn:${form}>${text}</bpmn:${form}>`))),
          `intermediateCatchEvent 'e': timer text '${text}' is not valid (line 4, column 1)`,
        ],
      ),
    ),
  'condition-text': ['', '<bpmn:condition> </bpmn:condition>'].map(
    (inner): Row => [
      `a conditional event has ${inner === '' ? 'no condition' : 'an empty one'}`,
      withStart(event('intermediateCatchEvent', definition('conditional', '', inner))),
      "intermediateCatchEvent 'e': condition is required (line 4, column 1)",
    ],
  ),
  'link-names': [
    [
      'a link has no name',
      withStart(event('intermediateThrowEvent', definition('link'))),
      "intermediateThrowEvent 'e': link name is required (line 4, column 1)",
    ],
    [
      'a link leads nowhere',
      withStart(
        event('intermediateThrowEvent', definition('link', 'name="l"')),
        sub('', '<bpmn:intermediateCatchEvent id="c"><bpmn:linkEventDefinition name="l" /></bpmn:intermediateCatchEvent>'),
      ),
      "intermediateThrowEvent 'e': no link target 'l' (line 4, column 1)",
    ],
    [
      'two catches have one name',
      withStart(
        event('intermediateCatchEvent', definition('link', 'name="l"')),
        '<bpmn:intermediateCatchEvent id="c"><bpmn:linkEventDefinition name="l" /></bpmn:intermediateCatchEvent>',
      ),
      "intermediateCatchEvent 'c': duplicate link target 'l' (line 5, column 1)",
    ],
    [
      'flows lead into a link catch and out of a link throw',
      withStart(
        event('intermediateCatchEvent', definition('link', 'name="l"')),
        '<bpmn:intermediateThrowEvent id="x"><bpmn:linkEventDefinition name="l" /></bpmn:intermediateThrowEvent>',
        flow('f', 's', 'e'),
        flow('g', 'x', 't'),
        TASK,
      ),
      "intermediateCatchEvent 'e': incoming flow not allowed (line 4, column 1)",
      "intermediateThrowEvent 'x': outgoing flow not allowed (line 5, column 1)",
    ],
  ],
  'boundary-kinds': [
    [
      'an escalation boundary event sits on a task',
      withStart(TASK, boundary('attachedToRef="t"', definition('escalation'))),
      "boundaryEvent 'b': escalation boundary event is not allowed on task (line 5, column 1)",
    ],
    [
      'a cancel boundary event sits on a sub-process',
      withStart(sub(''), boundary('attachedToRef="u"', definition('cancel'))),
      "boundaryEvent 'b': cancel boundary event is not allowed on subProcess (line 5, column 1)",
    ],
    [
      'an error boundary event sits on a catch event',
      withStart(event('intermediateCatchEvent', TIMER), boundary('attachedToRef="e"', definition('error'))),
      "boundaryEvent 'b': error boundary event is not allowed on intermediateCatchEvent (line 5, column 1)",
    ],
    [
      'a transaction has two cancel boundary events',
      withStart(
        '<bpmn:transaction id="x" />',
        boundary('attachedToRef="x"', definition('cancel')),
        '<bpmn:boundaryEvent id="c" attachedToRef="x"><bpmn:cancelEventDefinition /></bpmn:boundaryEvent>',
      ),
      "boundaryEvent 'c': only one cancel boundary event is allowed (line 6, column 1)",
    ],
  ],
  'misplaced-cancel-end-event': [
    [
      'a cancel end event stands in a sub-process',
      withStart(sub('', '\n<bpmn:cancelEndEvent id="e" />')),
      "cancelEndEvent 'e': cancel end event outside a transaction (line 5, column 1)",
    ],
  ],
  'event-based-gateway-targets': [
    [
      'an event-based gateway leads nowhere',
      withStart('<bpmn:eventBasedGateway id="g" />'),
      "eventBasedGateway 'g': event-based gateway needs a target (line 4, column 1)",
    ],
    ...[
      ['a task', TASK],
      ['a receive task without message', '<bpmn:receiveTask id="t" />'],
      ['a throw event', '<bpmn:intermediateThrowEvent id="t" />'],
    ].map(
      ([what, target]): Row => [
        `an event-based gateway leads to ${what}`,
        withStart('<bpmn:eventBasedGateway id="g" />', target ?? '', flow('f', 'g', 't')),
        "eventBasedGateway 'g': 't' cannot follow an event-based gateway (line 4, column 1)",
      ],
    ),
  ],
  'instantiating-gateway-targets': [
    [
      'a gateway that starts the process leads to a timer',
      withStart(
        '<bpmn:eventBasedGateway id="g" instantiate="true" />',
        event('intermediateCatchEvent', TIMER),
        flow('f', 'g', 'e'),
      ),
      "eventBasedGateway 'g': 'e' cannot start an instance (line 4, column 1)",
    ],
  ],
  'process-without-start': [
    [
      'the instantiating receive task is inside a sub-process',
      inProcess(sub('', '<bpmn:receiveTask id="r" instantiate="true" />')),
      "process 'p': process has no start event (line 2, column 1)",
    ],
  ],
};

describe('rejections of events', () => {
  for (const [rule, rows] of Object.entries(TABLES)) {
    describe(rule, () => {
      for (const [when, xml, ...diagnostics] of rows) {
        it(`refuses when ${when}`, () => expect(diagnosticsOf(xml)).to.deep.equal(diagnostics));
      }
    });
  }
});
