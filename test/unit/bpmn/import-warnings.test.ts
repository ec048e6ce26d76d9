import { expect } from 'chai';
import { importWarnings } from '../../../src/bpmn/import-warnings.ts';
import { itFull } from '../../support/tier.ts';
import { file, inProcess, withStart } from './samples.ts';

const DIAGRAM = 'xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI"';
const FURTHER = 'more findings for this file were omitted';
const ext = (inner: string): string => `<bpmn:extensionElements>${inner}</bpmn:extensionElements>`;

describe('the warnings of the import', () => {
  const told: readonly [when: string, xml: string, texts: readonly string[]][] = [
    [
      'a BPMN element does not exist',
      inProcess('<bpmn:task id="t"><bpmn:wrong/></bpmn:task>'),
      ['unknown type <bpmn:Wrong> (line 3, column 19)'],
    ],
    [
      'an element stands where none may',
      inProcess('<bpmn:task id="t"><bpmn:task id="u"/></bpmn:task>'),
      ['unrecognized element <bpmn:task> (line 3, column 19)'],
    ],
    [
      'an extension stands outside extensionElements',
      inProcess('<bpmn:task id="t"><fleans:note/></bpmn:task>'),
      ['unrecognized element <fleans:note> (line 3, column 19)'],
    ],
    ['an attribute of BPMN does not exist', inProcess('<bpmn:task id="t" nmae="x" />'), ["task 't': unknown attribute <nmae>"]],
    ['an id is no name', inProcess('<bpmn:task id="7" />'), ['illegal ID <7> (line 3, column 1)']],
    [
      'a reference leads nowhere',
      inProcess('<bpmn:dataObjectReference id="d" dataObjectRef="gone" />'),
      ["dataObjectReference 'd': dataObjectRef: unresolved reference <gone>"],
    ],
    [
      'an id stands twice',
      inProcess('<bpmn:dataObject id="d" />', '<bpmn:dataObject id="d" />'),
      ['duplicate ID <d> (line 4, column 1)'],
    ],
    ['text stands between elements', inProcess('so what'), ['unexpected body text < so what > (line 4, column 1)']],
  ];
  for (const [when, xml, texts] of told) {
    it(`report it when ${when}`, () => expect(importWarnings(xml)).to.deep.equal(texts));
  }

  it('are absent when a file uses every dialect', () => {
    const xml = file(
      '<bpmn:message id="m" name="go"><bpmn:extensionElements><zeebe:subscription correlationKey="=id"/></bpmn:extensionElements></bpmn:message>',
      '<bpmn:error id="e" errorCode="E" camunda:errorMessage="no" />',
      '<bpmn:process id="p" isExecutable="true" onFailure="incident" branchVariables="shared" camunda:historyTimeToLive="180"><bpmn:startEvent id="s" />',
      `<bpmn:serviceTask id="a" type="mail" camunda:asyncBefore="true">${ext('<zeebe:taskDefinition type="x"/><zeebe:ioMapping><zeebe:input source="=a" target="b"/></zeebe:ioMapping>')}</bpmn:serviceTask>`,
      `<bpmn:userTask id="u" camunda:assignee="ann">${ext('<fleans:expectedOutputs><fleans:expectedOutput name="ok"/></fleans:expectedOutputs>')}`,
      '<bpmn:multiInstanceLoopCharacteristics collection="list" elementVariable="item" outputCollection="all" outputElement="it" /></bpmn:userTask>',
      `<bpmn:callActivity id="c" calledElement="q" propagateAllParentVariables="false" propagateAllChildVariables="false">${ext('<inputMapping source="a" target="b"/>')}</bpmn:callActivity>`,
      `<bpmn:scriptTask id="sc">${ext('<fleans:script>a = 1</fleans:script>')}</bpmn:scriptTask>`,
      '<bpmn:receiveTask id="r" messageRef="m" correlationKey="id" />',
      '<bpmn:complexGateway id="g" activationCondition="activationCount == 1" />',
      '</bpmn:process>',
    );
    expect(importWarnings(xml)).to.deep.equal([]);
  });

  it('are absent when a diagram refers to nothing: it runs the same', () => {
    const parts = '<bpmndi:BPMNPlane id="d" bpmnElement="gone"><bpmndi:BPMNShape id="h" bpmnElement="lost" /></bpmndi:BPMNPlane>';
    const diagram = `<bpmndi:BPMNDiagram ${DIAGRAM}>${parts}</bpmndi:BPMNDiagram>`;
    expect(importWarnings(file('<bpmn:process id="p"><bpmn:startEvent id="s" /></bpmn:process>', diagram))).to.deep.equal([]);
  });

  it('are absent when a file declares another encoding: its text is decoded by then', () => {
    const xml = withStart('<bpmn:task id="t" />');
    expect(importWarnings(`<?xml version="1.0" encoding="ISO-8859-1"?>\n${xml}`)).to.deep.equal([]);
    expect(importWarnings(`<?xml version="1.0" encoding="UTF-16"?>\n${xml}`)).to.deep.equal([]);
  });

  it('are absent when a reference carries a prefix', () => {
    expect(importWarnings(withStart('<bpmn:sequenceFlow id="f" sourceRef="tns:s" targetRef="tns:s" />'))).to.deep.equal([]);
  });

  it('are absent when an error is referred to by its code: that is reported already', () => {
    const xml = withStart('<bpmn:endEvent id="e"><bpmn:errorEventDefinition errorRef="E1" /></bpmn:endEvent>');
    expect(importWarnings(xml)).to.deep.equal([]);
  });

  it('are absent when ids are names of every object', () => {
    const tasks = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map((id) => `<bpmn:task id="${id}" />`);
    expect(importWarnings(inProcess(...tasks))).to.deep.equal([]);
  });

  it('are never thrown when the text is not XML at all', () => {
    for (const text of ['', 'x', '<', '<a', '<!DOCTYPE a><a/>', '\u0000', '<a>'.repeat(5_000), '<bpmn:definitions']) {
      expect(importWarnings(text), text.slice(0, 20)).to.be.an('array');
    }
  });

  it('report it when the root is something else', () => {
    expect(importWarnings('<a/>')).to.deep.equal(['unexpected element <a> (line 1, column 1)']);
  });

  it('end after fifty when there are many more', () => {
    const texts = importWarnings(inProcess(ext('<bpmn:x/>'.repeat(100_000))), 60_000);
    expect(texts).to.have.length(51);
    expect(texts.at(-1)).to.equal(FURTHER);
  });

  it('repeat at most 80 characters of the file, on one line', () => {
    const [text = ''] = importWarnings(inProcess(`<bpmn:task id="t" ${'x'.repeat(5_000)}="1" />`));
    expect(text.length).to.be.lessThan(100);
    expect(importWarnings(inProcess('a\n\tb'))[0]).to.not.match(/[\n\t]/);
  });

  it('stop when one element refers ten thousand times', () => {
    const refs = '<bpmn:incoming>f</bpmn:incoming>'.repeat(50_000);
    const xml = withStart(`<bpmn:task id="t">${refs}</bpmn:task>`, '<bpmn:sequenceFlow id="f" sourceRef="s" targetRef="t" />');
    expect(importWarnings(xml)).to.deep.equal([FURTHER]);
  });

  it('are not looked for when the text is longer than four million characters', () => {
    expect(importWarnings(inProcess(`<bpmn:wrong/><!--${' '.repeat(4_000_000)}-->`))).to.deep.equal([]);
  });

  // bpmn-time.test.ts measures how long that takes
  itFull('are absent when a model has 5,000 nodes', () => {
    const parts = Array.from(
      { length: 5_000 },
      (_, n) => `<bpmn:task id="t${n}" /><bpmn:sequenceFlow id="f${n}" sourceRef="t${n}" targetRef="t${(n + 1) % 5_000}" />`,
    );
    // on a busy machine its own limit may be over without its doing
    expect(importWarnings(inProcess(...parts), 60_000)).to.deep.equal([]);
  });
});
