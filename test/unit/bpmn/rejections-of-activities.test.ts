// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { diagnosticsOf, file, withStart } from './samples.ts';

type Row = readonly [when: string, xml: string, ...diagnostics: string[]];

const COMPENSATION = '<bpmn:compensateEventDefinition />';
const ext = (inner: string): string => `<bpmn:extensionElements>${inner}</bpmn:extensionElements>`;
const node = (tag: string, id: string, inner = '', attributes = ''): string =>
  `<bpmn:${tag} id="${id}" ${attributes}>${inner}</bpmn:${tag}>`;
const task = (inner: string, attributes = ''): string => node('task', 't', inner, attributes);
const boundary = (id: string, host: string): string => node('boundaryEvent', id, COMPENSATION, `attachedToRef="${host}"`);
const association = (id: string, from: string, to: string): string =>
  `<bpmn:association id="${id}" sourceRef="${from}" targetRef="${to}" />`;
const multi = (inner: string, attributes = ''): string =>
  `<bpmn:multiInstanceLoopCharacteristics ${attributes}>${inner}</bpmn:multiInstanceLoopCharacteristics>`;
const loop = (attributes: string, inner = ''): string =>
  `<bpmn:standardLoopCharacteristics ${attributes}>${inner}</bpmn:standardLoopCharacteristics>`;
const compensating = (id: string): string =>
  node('subProcess', id, node('startEvent', `${id}s`, COMPENSATION), 'triggeredByEvent="true"');
const call = (attributes: string, inner = ''): string => node('callActivity', 'c', inner, attributes);
const throwing = (reference: string): string =>
  node('intermediateThrowEvent', 'e', `<bpmn:compensateEventDefinition activityRef="${reference}" />`);
const zeebeInput = (pair: string): string => task(ext(`<zeebe:ioMapping><zeebe:input ${pair} /></zeebe:ioMapping>`));

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  'boolean-attributes': [
    ...['isSequential', 'testBefore'].map(
      (attribute): Row => [
        `${attribute} is no boolean`,
        withStart(
          task(
            attribute === 'testBefore'
              ? loop('testBefore="yes" loopMaximum="1"')
              : multi('<bpmn:loopCardinality>1</bpmn:loopCardinality>', 'isSequential="yes"'),
          ),
        ),
        `task 't': attribute ${attribute}: 'yes' is not a boolean (line 4, column 1)`,
      ],
    ),
    [
      'a flag of a call activity is no boolean',
      withStart(call('', ext('<zeebe:calledElement processId="x" propagateAllChildVariables="no" />'))),
      "callActivity 'c': attribute propagateAllChildVariables: 'no' is not a boolean (line 4, column 1)",
    ],
  ],
  'compensation-links': [
    [
      'a compensation boundary event has no handler',
      withStart(task(''), boundary('b', 't')),
      "boundaryEvent 'b': compensation boundary event needs exactly one handler (line 5, column 1)",
    ],
    [
      'the handler is in another container',
      withStart(task(''), boundary('b', 't'), node('subProcess', 'u', node('task', 'h')), association('a', 'b', 'h')),
      "boundaryEvent 'b': compensation boundary event needs exactly one handler (line 5, column 1)",
    ],
    [
      'a compensation boundary event has two handlers',
      withStart(
        task(''),
        boundary('b', 't'),
        node('task', 'h'),
        node('task', 'i'),
        association('a', 'b', 'h'),
        association('c', 'i', 'b'),
      ),
      "boundaryEvent 'b': compensation boundary event needs exactly one handler (line 5, column 1)",
    ],
    [
      'an activity has two of them',
      withStart(
        task(''),
        boundary('b', 't'),
        boundary('d', 't'),
        node('task', 'h'),
        association('a', 'b', 'h'),
        association('c', 'd', 'h'),
      ),
      "boundaryEvent 'd': only one compensation boundary event is allowed on 't' (line 6, column 1)",
    ],
    [
      'a handler has one itself',
      withStart(
        task(''),
        boundary('b', 't'),
        node('task', 'h'),
        boundary('d', 'h'),
        node('task', 'i'),
        association('a', 'b', 'h'),
        association('c', 'd', 'i'),
      ),
      "task 'h': compensation handler cannot be compensated (line 6, column 1)",
    ],
  ],
  'compensation-reference': [
    ['nothing has that id', withStart(throwing('x'))],
    ['the activity has no handler', withStart(throwing('x'), node('task', 'x'))],
    ['the activity is in another scope', withStart(throwing('x'), node('subProcess', 'u', node('subProcess', 'x')))],
    [
      'it is an event sub-process',
      withStart(throwing('x'), compensating('x').replace(COMPENSATION, '<bpmn:errorEventDefinition/>')),
    ],
  ].map(
    ([when, xml]): Row => [
      when ?? '',
      xml ?? '',
      "intermediateThrowEvent 'e': activityRef 'x' cannot be compensated (line 4, column 1)",
    ],
  ),
  'misplaced-compensation-event-sub-process': [
    [
      'a compensation event sub-process stands in the process',
      withStart(compensating('x')),
      "subProcess 'x': compensation event sub-process is not allowed here (line 4, column 1)",
    ],
    [
      'a body has two of them',
      withStart(node('subProcess', 'u', `${compensating('x')}\n${compensating('y')}`)),
      "subProcess 'y': compensation event sub-process is not allowed here (line 5, column 1)",
    ],
    [
      'the host has a compensation boundary event',
      withStart(
        node('subProcess', 'u', `\n${compensating('x')}`),
        boundary('b', 'u'),
        node('task', 'h'),
        association('a', 'b', 'h'),
      ),
      "subProcess 'x': compensation event sub-process is not allowed here (line 5, column 1)",
    ],
  ],
  'loop-markers': [
    [
      'a transaction is multi-instance',
      withStart(node('transaction', 't', multi('<bpmn:loopCardinality>1</bpmn:loopCardinality>'))),
      "transaction 't': transaction cannot be multi-instance (line 4, column 1)",
    ],
    [
      'there are two markers',
      withStart(task(multi('<bpmn:loopCardinality>1</bpmn:loopCardinality>') + loop('loopMaximum="1"'))),
      "task 't': only one loop marker is allowed (line 4, column 1)",
    ],
    [
      'nothing says how often',
      withStart(task(multi('<bpmn:loopCardinality> </bpmn:loopCardinality>'))),
      "task 't': loopCardinality or collection is required (line 4, column 1)",
    ],
    ...['-1', '1.5', '= -2', '"x"'].map(
      (text): Row => [
        `the cardinality is ${text}`,
        withStart(task(multi(`<bpmn:loopCardinality>${text}</bpmn:loopCardinality>`))),
        `task 't': loopCardinality '${text}' must be at least 0 (line 4, column 1)`,
      ],
    ),
    [
      'a standard loop has no end',
      withStart(task(loop(''))),
      "task 't': loopCondition or loopMaximum is required (line 4, column 1)",
    ],
    ...['0', '-1', 'many', '1.5'].map(
      (maximum): Row => [
        `loopMaximum is ${maximum}`,
        withStart(task(loop(`loopMaximum="${maximum}"`))),
        "task 't': loopMaximum must be at least 1 (line 4, column 1)",
      ],
    ),
  ],
  'called-element': [
    ['nothing is called', withStart(call('')), "callActivity 'c': calledElement is required (line 4, column 1)"],
    ...['version', 'versionTag'].map(
      (binding): Row => [
        `${binding} has no value`,
        withStart(call(`calledElement="x" camunda:calledElementBinding="${binding}"`)),
        `callActivity 'c': binding '${binding}' needs a value (line 4, column 1)`,
      ],
    ),
    [
      'a zeebe version tag is missing',
      withStart(call('', ext('<zeebe:calledElement processId="x" bindingType="versionTag" />'))),
      "callActivity 'c': binding 'versionTag' needs a value (line 4, column 1)",
    ],
    [
      'the binding is unknown',
      withStart(call('calledElement="x" camunda:calledElementBinding="newest"')),
      "callActivity 'c': unknown binding 'newest' (line 4, column 1)",
    ],
  ],
  'script-format': [
    [
      'a script of a parameter has an unknown format',
      withStart(
        task(
          ext(
            '<camunda:inputOutput><camunda:inputParameter name="a"><camunda:script scriptFormat="cobol">x</camunda:script></camunda:inputParameter></camunda:inputOutput>',
          ),
        ),
      ),
      "task 't': script format 'cobol' is not supported (line 4, column 1)",
    ],
    [
      'a script of a parameter is a resource',
      withStart(
        task(
          ext(
            '<camunda:inputOutput><camunda:outputParameter name="a"><camunda:list><camunda:script resource="x.js" scriptFormat="js" /></camunda:list></camunda:outputParameter></camunda:inputOutput>',
          ),
        ),
      ),
      "task 't': script resource is not supported (line 4, column 1)",
    ],
  ],
  'mapping-pairs': [
    ...['source="=a"', 'target="b"', 'source="=a" target=" "'].map(
      (pair): Row => [
        `a mapping says only ${pair}`,
        withStart(zeebeInput(pair)),
        "task 't': mapping needs source and target (line 4, column 1)",
      ],
    ),
    ...['', '=', '= '].map(
      (source): Row => [
        `the source is '${source}'`,
        withStart(zeebeInput(`source="${source}" target="b"`)),
        `task 't': mapping source '${source.trim()}' is not valid (line 4, column 1)`,
      ],
    ),
    [
      'a quotation mark is missing',
      withStart(zeebeInput('source="=&quot;a" target="b"')),
      "task 't': mapping source '=\"a' is not valid (line 4, column 1)",
    ],
    ...['1a', 'a-b', 'a..b', '__proto__', 'a.constructor'].map(
      (target): Row => [
        `the target is ${target}`,
        withStart(zeebeInput(`source="=a" target="${target}"`)),
        `task 't': mapping target '${target}' is not valid (line 4, column 1)`,
      ],
    ),
    [
      'an output goes to the response',
      withStart(task(ext('<fleans:ioMapping><fleans:output source="=a" target="__response" /></fleans:ioMapping>'))),
      "task 't': mapping target '__response' is not valid (line 4, column 1)",
    ],
    [
      'a path stands in another dialect than zeebe',
      withStart(task(ext('<fleans:ioMapping><fleans:input source="=a" target="b.c" /></fleans:ioMapping>'))),
      "task 't': mapping target 'b.c' is not valid (line 4, column 1)",
    ],
    [
      'a parameter has no name',
      withStart(task(ext('<camunda:inputOutput><camunda:inputParameter>a</camunda:inputParameter></camunda:inputOutput>'))),
      "task 't': mapping needs source and target (line 4, column 1)",
    ],
    [
      'a variable of a call has no target',
      withStart(call('calledElement="x"', ext('<camunda:in source="a" />'))),
      "callActivity 'c': mapping needs source and target (line 4, column 1)",
    ],
  ],
  'empty-condition': [
    ['loop condition', task(loop('', '<bpmn:loopCondition />'))],
    ['completion condition', task(multi('<bpmn:loopCardinality>1</bpmn:loopCardinality><bpmn:completionCondition />'))],
    ['activation condition', node('complexGateway', 't', '<bpmn:activationCondition> </bpmn:activationCondition>')],
  ].map(
    ([slot, xml]): Row => [
      `the ${slot} is empty`,
      withStart(xml ?? ''),
      `${slot === 'activation condition' ? 'complexGateway' : 'task'} 't': ${slot} is empty (line 4, column 1)`,
    ],
  ),
  'text-lengths': [
    [
      'an escalation code is too long',
      file(
        `<bpmn:escalation id="x" escalationCode="${'c'.repeat(257)}" />`,
        '<bpmn:process id="p"><bpmn:startEvent id="s"/></bpmn:process>',
      ),
      "escalation 'x': escalation code is longer than 256 characters (line 2, column 1)",
    ],
    ...['message', 'signal'].map(
      (kind): Row => [
        `a ${kind} name is too long`,
        file(
          `<bpmn:${kind} id="x" name="${'n'.repeat(513)}" />`,
          '<bpmn:process id="p"><bpmn:startEvent id="s"/></bpmn:process>',
        ),
        `${kind} 'x': ${kind} name is longer than 512 characters (line 2, column 1)`,
      ],
    ),
    [
      'a task type is too long',
      withStart(node('serviceTask', 't', '', `type="${'t'.repeat(129)}"`)),
      "serviceTask 't': task type is longer than 128 characters (line 4, column 1)",
    ],
    [
      'a start condition is too long',
      withStart(
        node(
          'startEvent',
          'x',
          `<bpmn:conditionalEventDefinition><bpmn:condition>${'a + '.repeat(1000)}1 > 0</bpmn:condition></bpmn:conditionalEventDefinition>`,
        ),
      ),
      "startEvent 'x': start condition is longer than 4000 characters (line 4, column 1)",
    ],
  ],
  'ad-hoc-body': [
    [
      'an ad-hoc body has no activity',
      withStart(node('adHocSubProcess', 'h', node('exclusiveGateway', 'x'))),
      "adHocSubProcess 'h': ad-hoc sub-process needs an activity (line 4, column 1)",
    ],
    [
      'an ad-hoc body has a start and an end event',
      withStart(node('adHocSubProcess', 'h', `\n${node('task', 't')}${node('startEvent', 'x')}\n${node('endEvent', 'y')}`)),
      "startEvent 'x': startEvent is not allowed in an ad-hoc sub-process (line 5, column 32)",
      "endEvent 'y': endEvent is not allowed in an ad-hoc sub-process (line 6, column 1)",
    ],
    [
      'the ordering is unknown',
      withStart(node('adHocSubProcess', 'h', node('task', 't'), 'ordering="Random"')),
      "adHocSubProcess 'h': ordering 'Random' is not valid (line 4, column 1)",
    ],
  ],
};

describe('rejections of activities', () => {
  for (const [rule, rows] of Object.entries(TABLES)) {
    describe(rule, () => {
      for (const [when, xml, ...diagnostics] of rows) {
        it(`refuses when ${when}`, () => expect(diagnosticsOf(xml)).to.deep.equal(diagnostics));
      }
    });
  }

  it('takes an activityRef of a surrounding scope when the thrower is inside an event sub-process', () => {
    const inner = node('startEvent', 'es', '<bpmn:errorEventDefinition />') + throwing('x');
    const xml = withStart(node('subProcess', 'x'), node('subProcess', 'u', inner, 'triggeredByEvent="true"'));
    expect(diagnosticsOf(xml)).to.deep.equal([]);
  });

  it('takes every text slot through the parser, when it cannot be read', () => {
    const bad = '${a +}';
    const rows = [
      node('serviceTask', 't', '', `type="${bad}"`),
      node('serviceTask', 't', '', `camunda:expression="${bad}"`),
      node('callActivity', 't', '', `calledElement="${bad}"`),
      node('complexGateway', 't', `<bpmn:activationCondition>${bad}</bpmn:activationCondition>`),
      task(multi(`<bpmn:loopCardinality>${bad}</bpmn:loopCardinality>`)),
      task(multi('', `camunda:collection="${bad}"`)),
      task(multi('<bpmn:loopCardinality>1</bpmn:loopCardinality>', `outputElement="${bad}"`)),
      task(loop('', `<bpmn:loopCondition>${bad}</bpmn:loopCondition>`)),
      zeebeInput(`source="${bad}" target="b"`),
      node('adHocSubProcess', 't', `${node('task', 'i')}${ext(`<zeebe:adHoc activeElementsCollection="${bad}" />`)}`),
    ];
    for (const row of rows) expect(diagnosticsOf(withStart(row)), row).to.have.length(1);
    for (const row of rows) expect(diagnosticsOf(withStart(row))[0]).to.match(/ 't': .+: cannot parse '\$\{a \+\}': /);
  });
});
