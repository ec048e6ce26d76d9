import { expect } from 'chai';
import { diagnosticsOf, file, withStart } from './samples.ts';

type Row = readonly [when: string, xml: string, ...diagnostics: string[]];

const LONG = 'x'.repeat(257);
const CUT = `${'x'.repeat(79)}…`;
const TASK = '<bpmn:task id="t" />';
const error = (boundary: string): string => `<bpmn:boundaryEvent ${boundary}><bpmn:errorEventDefinition /></bpmn:boundaryEvent>`;
const flow = (ends: string): string => `<bpmn:sequenceFlow id="f" ${ends} />`;

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  'missing-definitions-or-process': [
    ['the root is something else', '<a/>', 'root element must be definitions (line 1, column 1)'],
    ['the root has no namespace', '\n <definitions/>', 'root element must be definitions (line 2, column 2)'],
    ['there is no process', file(), 'no process element found'],
    ['the process is not of BPMN', file('<process id="p" />'), 'no process element found'],
  ],
  'process-ids': [
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
  'element-ids': [
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
  'unknown-element': [
    ['a tag is misspelt', withStart('<bpmn:usertask id="t" />'), "usertask 't': unsupported element (line 4, column 1)"],
    [
      'it is a choreography',
      withStart('<bpmn:choreographyTask id="t" />'),
      "choreographyTask 't': unsupported element (line 4, column 1)",
    ],
    [
      'a flow node is abstract in BPMN',
      withStart('<bpmn:implicitThrowEvent id="t" />'),
      "implicitThrowEvent 't': unsupported element (line 4, column 1)",
    ],
    [
      'a word of this service stands in the file',
      withStart('<bpmn:eventSubProcess id="t" />'),
      "eventSubProcess 't': unsupported element (line 4, column 1)",
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
  'root-element-names': [
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
  'flow-ends': [
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
      "sequenceFlow 'f': flow connects elements in different sub-processes (line 7, column 1)",
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
  'flow-directions': [
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
  'default-flow': [
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
  'single-none-start': [
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
};

describe('rejections of structure', () => {
  for (const [rule, rows] of Object.entries(TABLES)) {
    describe(rule, () => {
      for (const [when, xml, ...diagnostics] of rows) {
        it(`refuses when ${when}`, () => expect(diagnosticsOf(xml)).to.deep.equal(diagnostics));
      }
    });
  }

  it('reports the first finding in document order first when there are several', () => {
    const xml = file(
      '<bpmn:process id="p">',
      '<bpmn:sequenceFlow id="f" sourceRef="x" targetRef="y" />',
      '<bpmn:implicitThrowEvent id="a" />',
      '<bpmn:startEvent id="s" />',
      '<bpmn:scriptTask id="b" scriptFormat="cobol" />',
      '<bpmn:task />',
      '</bpmn:process>',
      '<bpmn:signal id="g" />',
    );
    expect(diagnosticsOf(xml)).to.deep.equal([
      "sequenceFlow 'f': sourceRef 'x' not found (line 3, column 1)",
      "implicitThrowEvent 'a': unsupported element (line 4, column 1)",
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
