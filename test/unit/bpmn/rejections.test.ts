// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { diagnosticsOf, file, inProcess, withStart } from './samples.ts';

type Row = readonly [when: string, xml: string, ...diagnostics: string[]];

const LONG = 'x'.repeat(257);
const CUT = `${'x'.repeat(79)}…`;
const TASK = '<bpmn:task id="t" />';
const error = (boundary: string): string => `<bpmn:boundaryEvent ${boundary}><bpmn:errorEventDefinition /></bpmn:boundaryEvent>`;
const flow = (ends: string): string => `<bpmn:sequenceFlow id="f" ${ends} />`;
const condition = (text: string): string =>
  `<bpmn:sequenceFlow id="f" sourceRef="s" targetRef="t"><bpmn:conditionExpression>${text}</bpmn:conditionExpression></bpmn:sequenceFlow>`;
const event = (tag: string, ...kinds: readonly string[]): string =>
  `<bpmn:${tag} id="e">${kinds.map((kind) => `<bpmn:${kind}EventDefinition />`).join('')}</bpmn:${tag}>`;

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  CHK02: [
    ['the root is something else', '<a/>', 'root element must be definitions (line 1, column 1)'],
    ['the root has no namespace', '\n <definitions/>', 'root element must be definitions (line 2, column 2)'],
    ['there is no process', file(), 'no process element found'],
    ['the process is not of BPMN', file('<process id="p" />'), 'no process element found'],
  ],
  CHK03: [
    [
      'a process has no id',
      file('<bpmn:process><bpmn:startEvent id="s"/></bpmn:process>'),
      'process: process has no id (line 2, column 1)',
    ],
    [
      'two processes have one id',
      file(
        '<bpmn:process id="p"><bpmn:startEvent id="s"/></bpmn:process>',
        '<bpmn:process id="p" isExecutable="false"><bpmn:startEvent id="s2"/></bpmn:process>',
      ),
      "process 'p': duplicate process id (line 3, column 1)",
    ],
  ],
  CHK04: [
    ['a flow node has no id', withStart('<bpmn:task />'), 'task: id is required (line 4, column 1)'],
    ['a flow node has a blank id', withStart('<bpmn:task id=" " />'), 'task: id is required (line 4, column 1)'],
    ['two nodes have one id', withStart(TASK, TASK), "task 't': duplicate id (line 5, column 1)"],
    [
      'a node inside has the id of one outside',
      withStart(TASK, '<bpmn:subProcess id="u">', TASK, '</bpmn:subProcess>'),
      "task 't': duplicate id (line 6, column 1)",
    ],
    [
      'a node has the id of a flow',
      withStart(flow('sourceRef="s" targetRef="t"'), TASK, '<bpmn:task id="f" />'),
      "task 'f': duplicate id (line 6, column 1)",
    ],
    ['a node has the id of its process', withStart('<bpmn:task id="p" />'), "task 'p': duplicate id (line 4, column 1)"],
    [
      'a root element behind has the id of a node',
      file('<bpmn:process id="p"><bpmn:startEvent id="s"/></bpmn:process>', '<bpmn:error id="s" />'),
      "error 's': duplicate id (line 3, column 1)",
    ],
    [
      'a node of a process that is not deployed has no id',
      file(
        '<bpmn:process id="p"><bpmn:startEvent id="s"/></bpmn:process>',
        '<bpmn:process id="q" isExecutable="false">',
        '<bpmn:task/></bpmn:process>',
      ),
      'task: id is required (line 4, column 1)',
    ],
  ],
  CHK05: [
    ['a tag is misspelt', withStart('<bpmn:usertask id="t" />'), "usertask 't': unsupported element (line 4, column 1)"],
    [
      'it is a choreography',
      withStart('<bpmn:choreographyTask id="t" />'),
      "choreographyTask 't': unsupported element (line 4, column 1)",
    ],
    ...[
      ...['serviceTask', 'businessRuleTask', 'sendTask', 'receiveTask', 'callActivity', 'transaction', 'adHocSubProcess'],
      ...['complexGateway', 'eventBasedGateway', 'intermediateCatchEvent', 'intermediateThrowEvent', 'cancelEndEvent'],
    ].map(
      (tag): Row => [
        `a ${tag} is not executed yet`,
        withStart(`<bpmn:${tag} id="t" />`),
        `${tag} 't': unsupported element (line 4, column 1)`,
      ],
    ),
    [
      'a global task is not executed yet',
      file('<bpmn:globalBusinessRuleTask id="g" />', '<bpmn:process id="p"><bpmn:startEvent id="s"/></bpmn:process>'),
      "globalBusinessRuleTask 'g': unsupported element (line 2, column 1)",
    ],
    [
      'a tag is misspelt in a process that is not deployed',
      file(
        '<bpmn:process id="q" isExecutable="false"><bpmn:tusk id="t"/><bpmn:serviceTask id="u"/></bpmn:process>',
        '<bpmn:process id="p"><bpmn:startEvent id="s"/></bpmn:process>',
      ),
      "tusk 't': unsupported element (line 2, column 43)",
    ],
    ['a tag is huge', withStart(`<bpmn:${LONG} id="t" />`), `${CUT} 't': unsupported element (line 4, column 1)`],
  ],
  'markers of activities': [
    ...['standardLoopCharacteristics', 'multiInstanceLoopCharacteristics'].map(
      (tag): Row => [
        `a task has ${tag}`,
        withStart(`<bpmn:task id="t"><bpmn:${tag} /></bpmn:task>`),
        "task 't': unsupported loop marker (line 4, column 1)",
      ],
    ),
    [
      'a sub-process is started by an event',
      withStart('<bpmn:subProcess id="t" triggeredByEvent="true" />'),
      "subProcess 't': unsupported event sub-process (line 4, column 1)",
    ],
    [
      'a task compensates',
      withStart('<bpmn:task id="t" isForCompensation="true" />'),
      "task 't': unsupported compensation marker (line 4, column 1)",
    ],
    [
      'a task has zeebe mappings',
      withStart(
        '<bpmn:userTask id="t"><bpmn:extensionElements><zeebe:ioMapping><zeebe:input source="=a" target="b" /></zeebe:ioMapping></bpmn:extensionElements></bpmn:userTask>',
      ),
      "userTask 't': unsupported extension element ioMapping (line 4, column 1)",
    ],
    [
      'a task has camunda mappings',
      withStart(
        '<bpmn:scriptTask id="t"><bpmn:extensionElements><camunda:InputOutput><camunda:inputParameter name="a">b</camunda:inputParameter></camunda:InputOutput></bpmn:extensionElements></bpmn:scriptTask>',
      ),
      "scriptTask 't': unsupported extension element InputOutput (line 4, column 1)",
    ],
  ],
  CHK06: [
    [
      'a message has no id',
      file('<bpmn:message name="m" />', '<bpmn:process id="p"><bpmn:startEvent id="s"/></bpmn:process>'),
      'message: id is required (line 2, column 1)',
    ],
    [
      'a signal has no name',
      file('<bpmn:process id="p"><bpmn:startEvent id="s"/></bpmn:process>', '<bpmn:signal id="m" name=" " />'),
      "signal 'm': name is required (line 3, column 1)",
    ],
    [
      'an escalation has no id',
      file('<bpmn:escalation />', '<bpmn:process id="p"><bpmn:startEvent id="s"/></bpmn:process>'),
      'escalation: id is required (line 2, column 1)',
    ],
  ],
  CHK07: [
    [
      'a flow has no source',
      withStart(TASK, flow('targetRef="t"')),
      "sequenceFlow 'f': sourceRef '' not found (line 5, column 1)",
    ],
    [
      'a flow comes from nowhere',
      withStart(TASK, flow('sourceRef="x" targetRef="t"')),
      "sequenceFlow 'f': sourceRef 'x' not found (line 5, column 1)",
    ],
    [
      'a flow leads nowhere',
      withStart(flow('sourceRef="s" targetRef="__proto__"')),
      "sequenceFlow 'f': targetRef '__proto__' not found (line 4, column 1)",
    ],
    [
      'a reference is huge',
      withStart(flow(`sourceRef="s" targetRef="${LONG}"`)),
      `sequenceFlow 'f': targetRef '${CUT}' not found (line 4, column 1)`,
    ],
    [
      'a flow has no id and leads nowhere',
      withStart('<bpmn:sequenceFlow sourceRef="s" targetRef="x" />'),
      "sequenceFlow: targetRef 'x' not found (line 4, column 1)",
    ],
    [
      'a flow goes into a sub-process',
      withStart('<bpmn:subProcess id="u">', TASK, '</bpmn:subProcess>', flow('sourceRef="s" targetRef="t"')),
      "sequenceFlow 'f': flow crosses a container boundary (line 7, column 1)",
    ],
    [
      'a flow goes to another process',
      file(
        '<bpmn:process id="p"><bpmn:startEvent id="s"/>',
        `${flow('sourceRef="s" targetRef="s2"')}</bpmn:process>`,
        '<bpmn:process id="q"><bpmn:startEvent id="s2"/></bpmn:process>',
      ),
      "sequenceFlow 'f': targetRef 's2' not found (line 3, column 1)",
    ],
  ],
  CHK08: [
    [
      'a flow leads to a start event',
      withStart(TASK, flow('sourceRef="t" targetRef="s"')),
      "startEvent 's': incoming flow not allowed (line 3, column 1)",
    ],
    [
      'a flow leads to a boundary event',
      withStart(TASK, error('id="b" attachedToRef="t"'), flow('sourceRef="s" targetRef="b"')),
      "boundaryEvent 'b': incoming flow not allowed (line 5, column 1)",
    ],
    [
      'a flow leaves an end event',
      withStart(TASK, '<bpmn:endEvent id="e" />', flow('sourceRef="e" targetRef="t"')),
      "endEvent 'e': outgoing flow not allowed (line 5, column 1)",
    ],
  ],
  CHK09: [
    [
      'the default flow does not exist',
      withStart('<bpmn:exclusiveGateway id="g" default="x" />'),
      "exclusiveGateway 'g': default flow 'x' is not an outgoing flow (line 4, column 1)",
    ],
    [
      'the default flow leaves another element',
      withStart('<bpmn:task id="t" default="f" />', flow('sourceRef="s" targetRef="t"')),
      "task 't': default flow 'f' is not an outgoing flow (line 4, column 1)",
    ],
  ],
  CHK10: [
    [
      'a process has two none start events',
      withStart('<bpmn:startEvent id="s2" />'),
      "startEvent 's2': only one none start event is allowed in 'p' (line 4, column 1)",
    ],
    [
      'a sub-process has two none start events',
      withStart('<bpmn:subProcess id="u">', '<bpmn:startEvent id="s2" />', '<bpmn:startEvent id="s3" />', '</bpmn:subProcess>'),
      "startEvent 's3': only one none start event is allowed in 'u' (line 6, column 1)",
    ],
  ],
  CHK11: [
    ...['message', 'signal', 'timer', 'conditional'].map(
      (kind): Row => [
        `a process starts by ${kind}`,
        inProcess(event('startEvent', kind)),
        `startEvent 'e': unsupported event definition ${kind} (line 3, column 1)`,
      ],
    ),
    ...['error', 'escalation', 'cancel', 'terminate', 'link'].map(
      (kind): Row => [
        `a process starts by ${kind}`,
        inProcess(event('startEvent', kind)),
        `startEvent 'e': ${kind} start event is not allowed here (line 3, column 1)`,
        `startEvent 'e': unsupported event definition ${kind} (line 3, column 1)`,
      ],
    ),
    [
      'a sub-process starts by a timer',
      withStart('<bpmn:subProcess id="u">', event('startEvent', 'timer'), '</bpmn:subProcess>'),
      "startEvent 'e': timer start event is not allowed here (line 5, column 1)",
      "startEvent 'e': unsupported event definition timer (line 5, column 1)",
    ],
    [
      'a process start is parallel multiple',
      inProcess('<bpmn:startEvent id="s" parallelMultiple="true" />'),
      "startEvent 's': parallelMultiple is not allowed on a process start (line 3, column 1)",
    ],
  ],
  CHK14: ['timer', 'conditional', 'link', 'message', 'signal', 'escalation', 'compensate', 'cancel'].map((kind): Row => {
    const word = kind === 'compensate' ? 'compensation' : kind;
    return [
      `an end event has a ${kind} definition`,
      withStart(event('endEvent', kind)),
      `endEvent 'e': unsupported event definition ${word} (line 4, column 1)`,
    ];
  }),
  CHK15: [
    [
      'an end event is error and terminate',
      withStart(event('endEvent', 'error', 'terminate')),
      "endEvent 'e': event definitions error and terminate cannot be combined (line 4, column 1)",
    ],
    [
      'an end event has two errors',
      withStart(event('endEvent', 'error', 'error')),
      "endEvent 'e': event definitions error and error cannot be combined (line 4, column 1)",
    ],
  ],
  CHK16: [
    [
      'a definition is referred to that does not exist',
      withStart('<bpmn:endEvent id="e"><bpmn:eventDefinitionRef>x</bpmn:eventDefinitionRef></bpmn:endEvent>'),
      "endEvent 'e': eventDefinitionRef 'x' not found (line 4, column 1)",
    ],
  ],
  CHK22: [
    [
      'a boundary event is not attached',
      withStart(error('id="b"')),
      "boundaryEvent 'b': attachedToRef is required (line 4, column 1)",
    ],
    [
      'the host does not exist',
      withStart(error('id="b" attachedToRef="x"')),
      "boundaryEvent 'b': attachedToRef 'x' not found (line 4, column 1)",
    ],
    [
      'the host is in another container',
      withStart('<bpmn:subProcess id="u">', TASK, '</bpmn:subProcess>', error('id="b" attachedToRef="t"')),
      "boundaryEvent 'b': attachedToRef 't' not found (line 7, column 1)",
    ],
    [
      'the host is an event',
      withStart(error('id="b" attachedToRef="s"')),
      "boundaryEvent 'b': cannot be attached to startEvent 's' (line 4, column 1)",
    ],
    [
      'the host is a gateway',
      withStart('<bpmn:parallelGateway id="g" />', error('id="b" attachedToRef="g"')),
      "boundaryEvent 'b': cannot be attached to parallelGateway 'g' (line 5, column 1)",
    ],
    [
      'there is no definition',
      withStart(TASK, '<bpmn:boundaryEvent id="b" attachedToRef="t" />'),
      "boundaryEvent 'b': event definition is required (line 5, column 1)",
    ],
    [
      'there is another definition',
      withStart(TASK, '<bpmn:boundaryEvent id="b" attachedToRef="t"><bpmn:timerEventDefinition /></bpmn:boundaryEvent>'),
      "boundaryEvent 'b': unsupported event definition timer (line 5, column 1)",
    ],
  ],
  CHK23: [
    [
      'cancelActivity is no boolean',
      withStart(TASK, error('id="b" attachedToRef="t" cancelActivity="no"')),
      "boundaryEvent 'b': attribute cancelActivity: 'no' is not a boolean (line 5, column 1)",
    ],
    [
      'isExecutable is no boolean',
      file('<bpmn:process id="p" isExecutable="TRUE"><bpmn:startEvent id="s"/></bpmn:process>'),
      "process 'p': attribute isExecutable: 'TRUE' is not a boolean (line 2, column 1)",
    ],
    [
      'triggeredByEvent is no boolean',
      withStart('<bpmn:subProcess id="u" triggeredByEvent="" />'),
      "subProcess 'u': attribute triggeredByEvent: '' is not a boolean (line 4, column 1)",
    ],
  ],
  CHK33: [
    [
      'the script format is unknown',
      withStart('<bpmn:scriptTask id="t" scriptFormat="cobol"><bpmn:script>x</bpmn:script></bpmn:scriptTask>'),
      "scriptTask 't': script format 'cobol' is not supported (line 4, column 1)",
    ],
    [
      'the script is a resource',
      withStart('<bpmn:scriptTask id="t" scriptFormat="groovy" camunda:resource="a.groovy" />'),
      "scriptTask 't': script resource is not supported (line 4, column 1)",
    ],
  ],
  CHK36: [
    [
      'startQuantity is 0',
      withStart('<bpmn:task id="t" startQuantity="0" />'),
      "task 't': startQuantity must be at least 1 (line 4, column 1)",
    ],
    [
      'completionQuantity is no number',
      withStart('<bpmn:task id="t" completionQuantity="two" />'),
      "task 't': completionQuantity must be at least 1 (line 4, column 1)",
    ],
    [
      'startQuantity is not executed yet',
      withStart('<bpmn:task id="t" startQuantity="2" />'),
      "task 't': unsupported startQuantity (line 4, column 1)",
    ],
  ],
  CHK37: [['a condition is empty', withStart(TASK, condition(' ')), "sequenceFlow 'f': condition is empty (line 5, column 1)"]],
  CHK38: [
    [
      'an element id is too long',
      withStart(`<bpmn:task id="${LONG}" />`),
      `task '${CUT}': element id is longer than 256 characters (line 4, column 1)`,
    ],
    [
      'a process key is too long',
      file(`<bpmn:process id="${LONG}"><bpmn:startEvent id="s"/></bpmn:process>`),
      `process '${CUT}': process key is longer than 256 characters (line 2, column 1)`,
    ],
    [
      'an error code is too long',
      file(`<bpmn:error id="r" errorCode="${LONG}" />`, '<bpmn:process id="p"><bpmn:startEvent id="s"/></bpmn:process>'),
      "error 'r': error code is longer than 256 characters (line 2, column 1)",
    ],
    [
      'a list of candidates is too long',
      withStart(`<bpmn:userTask id="t" camunda:candidateUsers="${'a,'.repeat(40_000)}" />`),
      "userTask 't': candidateUsers is longer than 65536 characters (line 4, column 1)",
    ],
    [
      'a list of potential owners is too long',
      withStart(
        `<bpmn:userTask id="t"><bpmn:potentialOwner><bpmn:resourceAssignmentExpression>${'a,'.repeat(40_000)}</bpmn:resourceAssignmentExpression></bpmn:potentialOwner></bpmn:userTask>`,
      ),
      "userTask 't': potentialOwner is longer than 65536 characters (line 4, column 1)",
    ],
  ],
  CHK40: [
    ['a process has no start event', inProcess(TASK), "process 'p': process has no start event (line 2, column 1)"],
    [
      'the only start event is inside',
      inProcess('<bpmn:subProcess id="u">', '<bpmn:startEvent id="s" />', '</bpmn:subProcess>'),
      "process 'p': process has no start event (line 2, column 1)",
    ],
  ],
};

describe('rejections', () => {
  for (const [rule, rows] of Object.entries(TABLES)) {
    describe(rule, () => {
      for (const [when, xml, ...diagnostics] of rows) {
        it(`refuses when ${when}`, () => expect(diagnosticsOf(xml)).to.deep.equal(diagnostics));
      }
    });
  }

  describe('CHK34', () => {
    const rows: readonly (readonly [when: string, xml: string, diagnostic: RegExp])[] = [
      [
        'a condition cannot be parsed',
        withStart(TASK, condition('a &lt; (')),
        /^sequenceFlow 'f': condition: cannot parse 'a < \(': .+ at 1:\d+ \(line 5, column 1\)$/,
      ],
      [
        'the condition of a default flow cannot be parsed',
        inProcess('<bpmn:startEvent id="s" default="f" />', TASK, condition('${a')),
        /^sequenceFlow 'f': condition: cannot parse '\$\{a': .+ \(line 5, column 1\)$/,
      ],
      [
        'an assignee cannot be parsed',
        withStart('<bpmn:userTask id="t" camunda:assignee="${a +}" />'),
        /^userTask 't': assignee: cannot parse '\$\{a \+\}': .+ \(line 4, column 1\)$/,
      ],
      [
        'a script cannot be parsed',
        withStart('<bpmn:scriptTask id="t"><bpmn:script>a = 1\nb = (</bpmn:script></bpmn:scriptTask>'),
        /^scriptTask 't': script: cannot parse 'a = 1 b = \(': .+ at \d+:\d+ \(line 4, column 1\)$/,
      ],
    ];
    for (const [when, xml, diagnostic] of rows) {
      it(`refuses when ${when}`, () => {
        const diagnostics = diagnosticsOf(xml);
        expect(diagnostics).to.have.length(1);
        expect(diagnostics[0]).to.match(diagnostic);
      });
    }

    it('keeps to one line of at most 300 characters when id and text are huge', () => {
      const [diagnostic = ''] = diagnosticsOf(
        withStart(
          `<bpmn:scriptTask id="${'i'.repeat(200)}"><bpmn:script>(\n${'\n x (('.repeat(5_000)}</bpmn:script></bpmn:scriptTask>`,
        ),
      );
      expect(diagnostic.length).to.be.at.most(300);
      expect(diagnostic).to.match(/^scriptTask 'i{79}…': script: cannot parse '\( x \(\( .*\(line 4, column 1\)$/);
    });
  });

  it('reports the first finding in document order first when there are several', () => {
    const xml = file(
      '<bpmn:process id="p">',
      '<bpmn:sequenceFlow id="f" sourceRef="x" targetRef="y" />',
      '<bpmn:serviceTask id="a" />',
      '<bpmn:startEvent id="s" />',
      '<bpmn:scriptTask id="b" scriptFormat="cobol" />',
      '<bpmn:task />',
      '</bpmn:process>',
      '<bpmn:signal id="g" />',
    );
    expect(diagnosticsOf(xml)).to.deep.equal([
      "sequenceFlow 'f': sourceRef 'x' not found (line 3, column 1)",
      "serviceTask 'a': unsupported element (line 4, column 1)",
      "scriptTask 'b': script format 'cobol' is not supported (line 6, column 1)",
      'task: id is required (line 7, column 1)',
      "signal 'g': name is required (line 9, column 1)",
    ]);
  });

  it('checks no more than ids and tags when a process is not deployed', () => {
    const xml = file(
      '<bpmn:process id="q" isExecutable="false"><bpmn:serviceTask id="t" default="x"/></bpmn:process>',
      '<bpmn:process id="p"><bpmn:startEvent id="s"/></bpmn:process>',
    );
    expect(diagnosticsOf(xml)).to.deep.equal([]);
  });

  it('ignores what has no meaning for execution', () => {
    const xml = file(
      '<bpmn:collaboration id="c"><bpmn:participant id="x" processRef="p"/><bpmn:messageFlow id="m"/></bpmn:collaboration>',
      '<bpmn:process id="p" isClosed="maybe"><bpmn:documentation>d</bpmn:documentation>',
      '<bpmn:laneSet id="l"><bpmn:lane id="l1"><bpmn:flowNodeRef>s</bpmn:flowNodeRef></bpmn:lane></bpmn:laneSet>',
      '<bpmn:startEvent id="s"><bpmn:outgoing>nowhere</bpmn:outgoing></bpmn:startEvent>',
      '<bpmn:dataObject id="d"/><bpmn:dataObjectReference id="dr" dataObjectRef="d"/><bpmn:dataStoreReference id="ds"/>',
      '<bpmn:textAnnotation id="n"><bpmn:text>hello</bpmn:text></bpmn:textAnnotation><bpmn:association id="as"/><bpmn:group id="gr"/>',
      '<other xmlns="urn:x" id="s"/></bpmn:process>',
      '<di:BPMNDiagram xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI" id="s"><di:BPMNPlane id="s"/></di:BPMNDiagram>',
    );
    expect(diagnosticsOf(xml)).to.deep.equal([]);
  });
});
