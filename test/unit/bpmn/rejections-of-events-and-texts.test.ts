// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { diagnosticsOf, file, inProcess, withStart } from './samples.ts';

type Row = readonly [when: string, xml: string, ...diagnostics: string[]];

const LONG = 'x'.repeat(257);
const CUT = `${'x'.repeat(79)}…`;
const TASK = '<bpmn:task id="t" />';
const error = (boundary: string): string => `<bpmn:boundaryEvent ${boundary}><bpmn:errorEventDefinition /></bpmn:boundaryEvent>`;
const condition = (text: string): string =>
  `<bpmn:sequenceFlow id="f" sourceRef="s" targetRef="t"><bpmn:conditionExpression>${text}</bpmn:conditionExpression></bpmn:sequenceFlow>`;
const event = (tag: string, ...kinds: readonly string[]): string =>
  `<bpmn:${tag} id="e">${kinds.map((kind) => `<bpmn:${kind}EventDefinition />`).join('')}</bpmn:${tag}>`;

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  'misplaced-start-event': [
    ...['error', 'escalation', 'compensate'].map(
      (kind): Row => [
        `a process starts by ${kind}`,
        inProcess(event('startEvent', kind)),
        `startEvent 'e': ${kind === 'compensate' ? 'compensation' : kind} start event is not allowed here (line 3, column 1)`,
      ],
    ),
    ...['cancel', 'terminate', 'link'].map(
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
      "startEvent 'e': exactly one of timeDate, timeDuration, timeCycle is required (line 5, column 1)",
    ],
    [
      'a process start is parallel multiple',
      inProcess('<bpmn:startEvent id="s" parallelMultiple="true" />'),
      "startEvent 's': parallelMultiple is not allowed on a process start (line 3, column 1)",
    ],
  ],
  'end-event-definitions': ['timer', 'conditional', 'link'].map(
    (kind): Row => [
      `an end event has a ${kind} definition`,
      withStart(event('endEvent', kind)),
      `endEvent 'e': unsupported event definition ${kind} (line 4, column 1)`,
    ],
  ),
  'combined-definitions': [
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
  'message-and-signal-references': [
    [
      'a definition is referred to that does not exist',
      withStart('<bpmn:endEvent id="e"><bpmn:eventDefinitionRef>x</bpmn:eventDefinitionRef></bpmn:endEvent>'),
      "endEvent 'e': eventDefinitionRef 'x' not found (line 4, column 1)",
    ],
  ],
  'boundary-host': [
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
      'there is a definition that catches nothing there',
      withStart(TASK, '<bpmn:boundaryEvent id="b" attachedToRef="t"><bpmn:linkEventDefinition /></bpmn:boundaryEvent>'),
      "boundaryEvent 'b': unsupported event definition link (line 5, column 1)",
    ],
  ],
  'boolean-attributes': [
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
  'script-format': [
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
  'token-quantities': [
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
  ],
  'empty-condition': [
    ['a condition is empty', withStart(TASK, condition(' ')), "sequenceFlow 'f': condition is empty (line 5, column 1)"],
  ],
  'text-lengths': [
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
  'process-without-start': [
    ['a process has no start event', inProcess(TASK), "process 'p': process has no start event (line 2, column 1)"],
    [
      'the only start event is inside',
      inProcess('<bpmn:subProcess id="u">', '<bpmn:startEvent id="s" />', '</bpmn:subProcess>'),
      "process 'p': process has no start event (line 2, column 1)",
    ],
  ],
};

describe('rejections of events and texts', () => {
  for (const [rule, rows] of Object.entries(TABLES)) {
    describe(rule, () => {
      for (const [when, xml, ...diagnostics] of rows) {
        it(`refuses when ${when}`, () => expect(diagnosticsOf(xml)).to.deep.equal(diagnostics));
      }
    });
  }

  it('reads a version that was stored with a FEEL function no one has', () => {
    const xml = withStart(TASK, condition('= rnd(amount) &gt; 5'));
    expect(parseDefinitions(xml).ok).to.equal(false);
    const read = parseDefinitions(xml, { isStored: true });
    expect(read.ok && read.processes[0]?.model.flows.get('f')?.condition?.dialect).to.equal('feel');
  });

  describe('unreadable-text', () => {
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
        'a condition calls a FEEL function nobody has',
        withStart(TASK, condition('= rnd(amount) &gt; 5')),
        /^sequenceFlow 'f': condition: cannot parse '= rnd\(amount\) > 5': unknown function 'rnd', the nearest known is 'round up' at 1:3 \(line 5, column 1\)$/,
      ],
      [
        'a mapping calls a FEEL function nobody has',
        withStart(
          '<bpmn:task id="t"><bpmn:extensionElements><zeebe:ioMapping><zeebe:input source="= summ(x)" target="y" /></zeebe:ioMapping></bpmn:extensionElements></bpmn:task>',
        ),
        /unknown function 'summ', the nearest known is 'sum' at 1:3 \(line 4, column \d+\)$/,
      ],
      [
        'a script calls a FEEL function nobody has',
        withStart('<bpmn:scriptTask id="t" scriptFormat="feel"><bpmn:script>= rnd(1)</bpmn:script></bpmn:scriptTask>'),
        /^scriptTask 't': script: cannot parse '= rnd\(1\)': unknown function 'rnd', .+ at 1:3 \(line 4, column 1\)$/,
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
});
