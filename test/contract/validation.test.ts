import { expect } from 'chai';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { type HttpAnswer, post } from '../support/http/http-client.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const BPMN = 'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"';
const DEPLOY = '/Definitions/deploy';
const VALIDATE = '/Definitions/validate';

const file = (key: string, inside: string): string =>
  [
    `<definitions ${BPMN} xmlns:x="urn:unknown:engine" targetNamespace="urn:t">`,
    `<process id="${key}" isExecutable="true">`,
    `${inside}</process></definitions>`,
  ].join('\n');
const KEPT =
  '<startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="a"/><userTask id="a"/><sequenceFlow id="g" sourceRef="a" targetRef="e"/><endEvent id="e"/>';
const BROKEN = '<startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="a"/><userTask id="a"/>';
const IGNORED = KEPT.replace('<userTask id="a"/>', '<userTask id="a" x:retries="3"/>');
const RECEIVING = KEPT.replace('<userTask id="a"/>', '<receiveTask id="a"/>');

describe('levels of validation (docs/contributing/spec/validation.md#validation-levels)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const deploy = (body: object): Promise<HttpAnswer> => post(service.url, DEPLOY, body);
  const validate = (body: object): Promise<HttpAnswer> => post(service.url, VALIDATE, body);

  itKeepsCommonRefusals(() => service.url, { path: VALIDATE, bodyLimit: 10_485_760 });

  it('deploys a model that breaks the standard when the level is not strict', async () => {
    for (const Validation of [undefined, null, '', 'executable', 'off']) {
      expect(expectJson(await deploy({ BpmnXml: file('lax', BROKEN), Validation }))).to.include({ ProcessDefinitionKey: 'lax' });
    }
  });

  it('refuses it with rule, clause and place when the level is strict', async () => {
    const text =
      "Invalid BPMN: process 'lax': it has start event 's' and no end event [start-needs-end, BPMN 2.0.2 clause 10.5.2] (line 2, column 1)";
    expectError(await deploy({ BpmnXml: file('lax', BROKEN), validation: 'strict' }), 400, text);
    expect(expectJson(await deploy({ BpmnXml: file('kept', KEPT), Validation: 'strict' }))).to.deep.equal({
      ProcessDefinitionKey: 'kept',
      Version: 1,
    });
  });

  it('warns about an unknown namespace, refuses it when strict, and is silent when off', async () => {
    const BpmnXml = file('foreign', IGNORED);
    const warning = "userTask 'a': attribute retries of the unknown namespace urn:unknown:engine is ignored (line 3)";
    expect(expectJson(await deploy({ BpmnXml })).Warnings).to.deep.equal([warning]);
    expect(expectJson(await deploy({ BpmnXml, Validation: 'off' }))).not.to.have.property('Warnings');
    expectError(await deploy({ BpmnXml, Validation: 'strict' }), 400, `Invalid BPMN: ${warning} (line 3, column 71)`);
  });

  it('gives findings the element, a code and the values of their text', async () => {
    const wrong = KEPT.replace('<userTask id="a"/>', '<userTask id="a" default="x" x:retries="3"/>');
    const { Findings } = expectJson(await validate({ BpmnXml: file('coded', wrong) })) as {
      readonly Findings: readonly object[];
    };
    expect(Findings[0]).to.deep.include({
      Element: "userTask 'a'",
      Subject: "userTask 'a'",
      Text: "default flow 'x' is not an outgoing flow",
      Code: 'default-flow-elsewhere',
      Values: { flow: 'x' },
    });
    expect(Findings[1]).to.deep.include({
      Subject: "userTask 'a'",
      Text: "userTask 'a': attribute retries of the unknown namespace urn:unknown:engine is ignored (line 3)",
      Code: 'unknown-namespace',
      Values: { kind: 'attribute', name: 'retries', namespace: 'urn:unknown:engine', line: '3' },
    });
    expect(Findings[1]).not.to.have.property('Element');
  });

  it('refuses what only the other reader knows when strict', async () => {
    const BpmnXml = file('odd', KEPT.replace('<userTask id="a"/>', '<userTask id="a" odd="1"/>'));
    expectError(await deploy({ BpmnXml, Validation: 'strict' }), 400, "Invalid BPMN: userTask 'a': unknown attribute <odd>");
  });

  it('requires references when asked to, at any level', async () => {
    const BpmnXml = file('required', RECEIVING);
    expect(expectJson(await deploy({ BpmnXml })).Version).to.equal(1);
    const text =
      "Invalid BPMN: receiveTask 'a': receiveTask has no messageRef [message-task-reference, BPMN 2.0.2 clause 10.3.3] (line 3, column 71)";
    expectError(await deploy({ BpmnXml, RequiredReferences: ['messageRef'] }), 400, text);
    expect(expectJson(await deploy({ BpmnXml, RequiredReferences: ['operationRef'] })).Version).to.equal(2);
  });

  it('shows the valid values of the members when they are something else', async () => {
    for (const path of [DEPLOY, VALIDATE]) {
      const send = (body: object) => post(service.url, path, body);
      const BpmnXml = file('kept', KEPT);
      expectError(await send({ BpmnXml, Validation: 'harsh' }), 400, 'Validation must be one of off, executable, strict.');
      const text = 'RequiredReferences must be some of messageRef, signalRef, operationRef.';
      expectError(await send({ BpmnXml, RequiredReferences: ['errorRef'] }), 400, text);
      expectProblem(await send({ BpmnXml, Validation: 1 }), 400, 'Validation must be a string.', path);
    }
  });

  itFull('does not accept a model whose error is behind more warnings than an answer carries', async () => {
    const ignored = Array.from({ length: 1100 }, (_, n) => `<userTask id="t${n}" x:retries="3"/>`).join('');
    const lost = '<sequenceFlow id="lost" sourceRef="s" targetRef="nowhere"/>';
    const BpmnXml = file('behind', `${KEPT}${ignored}${lost}`);
    const { IsAccepted, Findings } = expectJson(await validate({ BpmnXml }));
    expect([IsAccepted, Findings.length]).to.deep.equal([false, 1000]);
    expect(Findings.filter(({ Severity }: { Severity: string }) => Severity === 'error')).to.have.length.greaterThan(0);
    const columns = Findings.map(({ Column = 0 }: { Column?: number }) => Column);
    expect(columns).to.deep.equal([...columns].sort((a, b) => a - b));
    expect((await deploy({ BpmnXml })).status).to.equal(400);
  });

  it('reports every finding when a model is validated, and stores nothing', async () => {
    const BpmnXml = file('never', `${BROKEN}<exclusiveGateway id="x"/>`);
    const answer = expectJson(await validate({ BpmnXml, Validation: 'strict' }));
    expect(answer.IsAccepted).to.equal(false);
    expect(answer.Findings.map(({ Rule }: { Rule: string }) => Rule)).to.deep.equal([
      'start-needs-end',
      'gateway-flows',
      'nodes-follow-start',
    ]);
    expect(answer.Findings[1]).to.deep.equal({
      Severity: 'error',
      Rule: 'gateway-flows',
      Clause: '10.6.1',
      Element: "exclusiveGateway 'x'",
      Subject: "exclusiveGateway 'x'",
      Text: 'gateway neither joins nor splits: 0 incoming and 0 outgoing flows',
      Line: 3,
      Column: 89,
    });
    expect(expectJson(await deploy({ BpmnXml: file('never', KEPT) })).Version).to.equal(1);
  });

  it('answers findings, not a refusal, when a model cannot be read or deployed', async () => {
    for (const Validation of ['off', 'executable', 'strict']) {
      const answer = expectJson(await validate({ BpmnXml: '<a><b></a>', Validation }));
      expect(answer).to.deep.include({ IsAccepted: false });
      expect(answer.Findings[0]).to.include({ Severity: 'error', Rule: 'executable', Line: 1 });
    }
    expect(expectJson(await validate({ BpmnXml: file('p', '<oddity id="o"/>'), Validation: 'off' }))).to.deep.equal({
      IsAccepted: true,
      Findings: [],
    });
  });

  it('warns with a place when a model is accepted', async () => {
    const answer = expectJson(await validate({ BpmnXml: file('foreign', IGNORED) }));
    expect(answer.IsAccepted).to.equal(true);
    expect(answer.Findings[0]).to.include({ Severity: 'warning', Rule: 'ignored', Line: 3 });
  });

  itFull('shows what the engine does with each element when asked to, and nothing of it otherwise', async () => {
    const BpmnXml = file('described', KEPT);
    const plain = expectJson(await validate({ BpmnXml }));
    expect(plain).to.not.have.property('Elements');
    const answer = expectJson(await validate({ BpmnXml, Describe: true }));
    expect(answer).to.deep.include({ IsAccepted: plain.IsAccepted, Findings: plain.Findings });
    const [described] = answer.Elements.filter(({ Id }: { Id: string }) => Id === 'a');
    expect(described).to.deep.equal({
      Id: 'a',
      Properties: [{ Name: 'Assignment', Value: 'no user or group is named: all users may claim it' }],
    });
    const many = Array.from({ length: 2100 }, (_, n) => `<userTask id="t${n}"/>`).join('');
    expect(expectJson(await validate({ BpmnXml: file('many', `${KEPT}${many}`), Describe: true })).Elements).to.have.length(2000);
    expectProblem(await validate({ BpmnXml, Describe: 'yes' }), 400, 'Describe must be true or false.', VALIDATE);
  });
});
