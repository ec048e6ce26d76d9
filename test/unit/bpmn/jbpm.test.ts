import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';

const NAMESPACES =
  'xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:tns="http://www.jboss.org/drools" xmlns:flowable="http://flowable.org/bpmn" xmlns:zenbpm="http://zenbpm.pbinitiative.org/1.0"';

function read(body: string, roots = '', attributes = 'tns:packageName="org.acme" tns:version="1.0" tns:adHoc="false"') {
  const parsed = parseDefinitions(
    `<bpmn:definitions ${NAMESPACES}><bpmn:process id="p" ${attributes}><bpmn:startEvent id="s"/><bpmn:sequenceFlow id="f" sourceRef="s" targetRef="x"/>${body}</bpmn:process>${roots}</bpmn:definitions>`,
  );
  if (!parsed.ok) return { refused: parsed.findings.map(({ text }) => text), warnings: [], element: undefined };
  const { elements } = parsed.processes[0]?.model ?? { elements: new Map() };
  return { refused: [], warnings: parsed.warnings.map(({ text }) => text), element: elements.get('x') };
}

const ext = (inner: string) => `<bpmn:extensionElements>${inner}</bpmn:extensionElements>`;
const typeOf = (taskType: string) => ({ type: 'serviceTask', 'work.kind': 'typed', 'work.taskType.source': taskType });

describe('models of jBPM and Kogito', () => {
  it('have a task type when a task or service task names its work', () => {
    for (const tag of ['task', 'serviceTask']) {
      const { element, warnings } = read(
        `<bpmn:${tag} id="x" tns:taskName="Email">${ext('<tns:metaData name="elementname"/>')}</bpmn:${tag}>`,
      );
      expect(element).to.deep.nested.include(typeOf('Email'));
      expect(warnings).to.deep.equal([]);
    }
  });

  it('have a task type when a service names its interface and operation', () => {
    const { element } = read(
      '<bpmn:serviceTask id="x" tns:serviceimplementation="Java" tns:serviceinterface="org.acme.Mail" tns:serviceoperation="send"/>',
    );
    expect(element).to.deep.nested.include(typeOf('org.acme.Mail.send'));
  });

  it('cause a warning with their name when they have listeners, rules and imports', () => {
    const inner = ext('<tns:onEntry-script/><tns:onExit-script/><tns:import name="java.util.List"/><tns:sla/>');
    expect(read(`<bpmn:userTask id="x" tns:ruleFlowGroup="g">${inner}</bpmn:userTask>`).warnings).to.deep.equal([
      "userTask 'x': ruleFlowGroup is not executed, rules run elsewhere",
      "userTask 'x': onEntry-script is not executed",
      "userTask 'x': onExit-script is not executed",
      "userTask 'x': import is skipped, there is nothing to import",
      "userTask 'x': extension element sla is ignored",
    ]);
  });

  it('have calls that wait when a boolean requests it in either form', () => {
    const call = (value: string) =>
      read(`<bpmn:callActivity id="x" calledElement="c" tns:waitForCompletion="${value}"/>`).warnings;
    for (const value of ['true', '1']) expect(call(value)).to.deep.equal([]);
    for (const value of ['false', '0'])
      expect(call(value)).to.deep.equal(["callActivity 'x': waitForCompletion is ignored: the call waits"]);
  });

  const catching = (definition: string) => `<bpmn:intermediateCatchEvent id="x">${definition}</bpmn:intermediateCatchEvent>`;

  it('may name a signal that is nowhere else', () => {
    const { element, warnings } = read(catching('<bpmn:signalEventDefinition signalRef="paid"/>'));
    expect(element).to.nested.include({ 'triggers[0].name.source': 'paid' });
    expect(warnings).to.deep.equal([
      "intermediateCatchEvent 'x': signalRef 'paid' is not an id; it is read as the name of the signal",
    ]);
  });

  it('may name a message, a signal and an error by its name', () => {
    for (const kind of ['message', 'signal']) {
      const { refused } = read(
        catching(`<bpmn:${kind}EventDefinition ${kind}Ref="paid"/>`),
        `<bpmn:${kind} id="_1" name="paid"/>`,
        'isExecutable="true"',
      );
      expect(refused).to.deep.equal([]);
    }
    const { element } = read(
      '<bpmn:endEvent id="x"><bpmn:errorEventDefinition errorRef="failed"/></bpmn:endEvent>',
      '<bpmn:error id="_1" name="failed" errorCode="E1"/>',
    );
    expect(element).to.nested.include({ 'throws[0].code.source': 'E1' });
  });

  it('are the only ones that may name things that are nowhere else', () => {
    expect(read(catching('<bpmn:signalEventDefinition signalRef="paid"/>'), '', '').refused).to.deep.equal([
      "signalRef 'paid' not found",
    ]);
  });
});

describe('models of Flowable and zenbpm', () => {
  it('name the variable of a result in their way', () => {
    const { element, warnings } = read(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: JUEL
      '<bpmn:serviceTask id="x" flowable:expression="${1 + 1}" flowable:resultVariableName="two"/>',
    );
    expect(element).to.deep.nested.include({ 'work.kind': 'expression', 'work.resultVariable': 'two' });
    expect(warnings).to.deep.equal([]);
  });

  it('have a task type when zenbpm defines one', () => {
    const { element, warnings } = read(
      `<bpmn:serviceTask id="x">${ext('<zenbpm:taskDefinition type="mail"/>')}</bpmn:serviceTask>`,
    );
    expect(element).to.deep.nested.include(typeOf('mail'));
    expect(warnings).to.deep.equal([]);
  });
});
