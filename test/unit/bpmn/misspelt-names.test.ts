// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { warningsOf } from './samples.ts';

const DIALECTS: Readonly<Record<string, string>> = {
  camunda: 'http://camunda.org/schema/1.0/bpmn',
  operaton: 'http://operaton.org/schema/1.0/bpmn',
  zeebe: 'http://camunda.org/schema/zeebe/1.0',
  zenbpm: 'http://zenbpm.pbinitiative.org/1.0',
  flowable: 'http://flowable.org/bpmn',
  activiti: 'http://activiti.org/bpmn',
  drools: 'http://www.jboss.org/drools',
  fleans: 'https://fleans.io/schema/bpmn/1.0',
  legacy: 'http://fleans.io/schema/bpmn/fleans',
};

/** A process whose places have an attribute `odd<n>` each; returns the file and how many. */
function fileOf(prefix: string): { readonly xml: string; readonly count: number } {
  let count = 0;
  const odd = () => `${prefix}:oddity${++count}="x"`;
  const extension = () => `<bpmn:extensionElements><${prefix}:oddity${++count}/></bpmn:extensionElements>`;
  const xml = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xmlns:${prefix}="${DIALECTS[prefix]}" ${odd()} targetNamespace="urn:t">
    <bpmn:message id="m" name="m" ${odd()}/><bpmn:signal id="sg" name="sg" ${odd()}/>
    <bpmn:error id="er" errorCode="1" ${odd()}/><bpmn:escalation id="es" escalationCode="2" ${odd()}/>
    <bpmn:process id="p" isExecutable="true" ${odd()}>${extension()}
      <bpmn:startEvent id="s" ${odd()}>${extension()}</bpmn:startEvent>
      <bpmn:userTask id="u" ${odd()}>${extension()}
        <bpmn:multiInstanceLoopCharacteristics ${odd()}><bpmn:loopCardinality ${odd()}>1</bpmn:loopCardinality>
          <bpmn:completionCondition ${odd()}>\${nrOfInstances == 1}</bpmn:completionCondition></bpmn:multiInstanceLoopCharacteristics>
      </bpmn:userTask>
      <bpmn:serviceTask id="sv" ${odd()}>${extension()}</bpmn:serviceTask>
      <bpmn:sendTask id="se" ${odd()}/><bpmn:receiveTask id="re" messageRef="m" ${odd()}/>
      <bpmn:scriptTask id="sc" scriptFormat="javascript" ${odd()}><bpmn:script ${odd()}>1</bpmn:script></bpmn:scriptTask>
      <bpmn:callActivity id="ca" calledElement="q" ${odd()}/>
      <bpmn:exclusiveGateway id="g" default="f8" ${odd()}/>
      <bpmn:subProcess id="sub" ${odd()}><bpmn:startEvent id="ss" ${odd()}/></bpmn:subProcess>
      <bpmn:boundaryEvent id="b" attachedToRef="sub" ${odd()}>
        <bpmn:timerEventDefinition id="t" ${odd()}><bpmn:timeDuration ${odd()}>PT1H</bpmn:timeDuration></bpmn:timerEventDefinition>
      </bpmn:boundaryEvent>
      <bpmn:endEvent id="e" ${odd()}/>
      <bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="u"/><bpmn:sequenceFlow id="f2" sourceRef="u" targetRef="sv"/>
      <bpmn:sequenceFlow id="f3" sourceRef="sv" targetRef="se"/><bpmn:sequenceFlow id="f4" sourceRef="se" targetRef="re"/>
      <bpmn:sequenceFlow id="f5" sourceRef="re" targetRef="sc"/><bpmn:sequenceFlow id="f6" sourceRef="sc" targetRef="ca"/>
      <bpmn:sequenceFlow id="f7" sourceRef="ca" targetRef="g"/><bpmn:sequenceFlow id="f8" sourceRef="g" targetRef="e"/>
      <bpmn:sequenceFlow id="f9" sourceRef="g" targetRef="sub" ${odd()}>
        <bpmn:conditionExpression xsi:type="bpmn:tFormalExpression" ${odd()}>\${a == 1}</bpmn:conditionExpression>
      </bpmn:sequenceFlow>
    </bpmn:process></bpmn:definitions>`;
  return { xml, count };
}

describe('a name of a dialect that no one reads (docs/contributing/spec/validation.md#unknown-extensions)', () => {
  for (const prefix of Object.keys(DIALECTS)) {
    it(`causes a warning at every place when the dialect is that of ${prefix}`, () => {
      const { xml, count } = fileOf(prefix);
      const texts = warningsOf(xml).map(({ text }) => text);
      const told = (n: number) => texts.filter((text) => new RegExp(`oddity${n}\\b`).test(text)).length;
      const wrong = Array.from({ length: count }, (_, n) => n + 1).filter((n) => told(n) !== 1);
      expect(wrong, `${texts.join('\n')}\n${xml}`).to.deep.equal([]);
    });
  }
});

describe('a misspelt name next to elements (docs/contributing/spec/validation.md#names-beside-elements)', () => {
  const model = (roots: string, inner = '', attributes = ''): string =>
    `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="${DIALECTS['camunda']}" xmlns:drools="${DIALECTS['drools']}" ` +
    `targetNamespace="urn:t">${roots}<bpmn:process id="p" isExecutable="true" ${attributes}><bpmn:startEvent id="s"/>` +
    `<bpmn:sequenceFlow id="f" sourceRef="s" targetRef="u"/>${inner || '<bpmn:task id="u"/>'}</bpmn:process></bpmn:definitions>`;
  const textsOf = (xml: string): string[] => warningsOf(xml).map(({ text }) => text);

  it('comes with the one that was meant when one is near', () => {
    const error = (attribute: string) => model(`<bpmn:error id="e" errorCode="1" camunda:${attribute}="x"/>`);
    expect(textsOf(error('errorMesage'))).to.deep.equal([
      "error 'e': attribute errorMesage is ignored; the nearest known name is errorMessage (line 1)",
    ]);
    expect(textsOf(error('errorMessage'))).to.deep.equal([]);
    expect(textsOf(model('', '', 'drools:packagName="x"'))).to.deep.equal([
      "process 'p': attribute packagName is ignored; the nearest known name is packageName",
    ]);
  });

  it('causes a warning without a namespace when it is similar to a known extension', () => {
    const task = (element: string) =>
      model('', `<bpmn:userTask id="u"><bpmn:extensionElements>${element}</bpmn:extensionElements></bpmn:userTask>`);
    expect(textsOf(task('<assignmentDefinitio assignee="ann"/>'))).to.deep.equal([
      "userTask 'u': extension element assignmentDefinitio is ignored; the nearest known name is assignmentDefinition",
    ]);
    expect(textsOf(task('<ownWords of="us"/>'))).to.deep.equal([]);
    expect(textsOf(task('<assignmentDefinition assignee="ann"/>'))).to.deep.equal([]);
  });
});
