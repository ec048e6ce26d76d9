import { expect } from 'chai';
import { parseDefinitions } from '../../../../src/bpmn/parse-definitions.ts';
import { secretsOfInputs } from '../../../../src/worker/custom-tasks/secrets-of-inputs.ts';
import { oneTask, type WrittenTask } from '../../../support/models/custom-task-models.ts';

function named(document: string): object | null {
  const parsed = parseDefinitions(document);
  if (!parsed.ok) throw new Error(parsed.findings[0]?.text);
  const element = parsed.processes[0]?.model.elements.get('work');
  if (element === undefined) throw new Error('no task');
  return secretsOfInputs(element);
}
const ofInputs = (inputs: WrittenTask['inputs'], outputs: WrittenTask['outputs'] = {}) =>
  named(oneTask('p', 'rest-call', { inputs: inputs ?? {}, outputs }));

describe('the secrets of the inputs of a custom task (docs/contributing/spec/http/custom-tasks.md#who-names-them)', () => {
  it('are absent when the model writes none', () => {
    expect(ofInputs({})).to.equal(null);
    expect(ofInputs({ url: '=address', body: '{{ secret.X }} {{secrets}} {{secrets.}} {{secrets.9}}' })).to.equal(null);
  });

  it('are those that are in the text of the input when it is fixed, an expression, or has a path', () => {
    const inputs = {
      'headers.Authorization': 'Bearer {{secrets.TOKEN}}',
      url: '="https://{{ secrets.HOST }}/" + path',
      body: '=body',
    };
    expect(ofInputs(inputs)).to.deep.equal({ headers: ['TOKEN'], url: ['HOST'] });
  });

  it('are those of an input before it when its text names that input', () => {
    expect(ofInputs({ token: '{{secrets.A}}', headers: '={Authorization: "Bearer " + token}' })).to.deep.equal({
      token: ['A'],
      headers: ['A'],
    });
    expect(ofInputs({ token: '{{secrets.A}}', headers: '={x: tokens, y: my_token}' })).to.deep.equal({ token: ['A'] });
    const beside = { token: '{{secrets.A}}', a: '={token: x}', b: '=order.token', c: '="token " + x', d: 'the token', e: '=x' };
    expect(ofInputs(beside)).to.deep.equal({ token: ['A'] });
    expect(ofInputs({ headers: '={a: token}', token: '{{secrets.A}}' })).to.deep.equal({ token: ['A'] });
  });

  it('are absent when they are in an output', () => {
    expect(ofInputs({ url: 'https://a.example' }, { x: '="{{secrets.A}}"' })).to.equal(null);
  });

  it('are those of lists, maps and scripts when a Camunda 7 model writes them', () => {
    const parameters =
      '<camunda:inputParameter name="headers"><camunda:map><camunda:entry key="Authorization">{{secrets.A}}</camunda:entry></camunda:map></camunda:inputParameter>' +
      '<camunda:inputParameter name="list"><camunda:list><camunda:value>{{secrets.B}}</camunda:value></camunda:list></camunda:inputParameter>' +
      '<camunda:inputParameter name="made"><camunda:script scriptFormat="javascript">"{{secrets.C}}"</camunda:script></camunda:inputParameter>';
    const document =
      '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t">' +
      '<process id="p" isExecutable="true"><startEvent id="s"/><serviceTask id="work" camunda:type="external" camunda:topic="t">' +
      `<extensionElements><camunda:inputOutput>${parameters}</camunda:inputOutput></extensionElements></serviceTask>` +
      '<sequenceFlow id="f" sourceRef="s" targetRef="work"/></process></definitions>';
    expect(named(document)).to.deep.equal({ headers: ['A'], list: ['B'], made: ['C'] });
  });

  it('reach the parameters of the plugin when a connector of Camunda 8 is done by it', () => {
    const inputs =
      '<zeebe:input source="bearer" target="authentication.type"/><zeebe:input source="{{secrets.A}}" target="authentication.token"/>';
    const document =
      '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" targetNamespace="t">' +
      '<process id="p" isExecutable="true"><startEvent id="s"/><serviceTask id="work"><extensionElements>' +
      `<zeebe:taskDefinition type="io.camunda:http-json:1"/><zeebe:ioMapping>${inputs}</zeebe:ioMapping></extensionElements></serviceTask>` +
      '<sequenceFlow id="f" sourceRef="s" targetRef="work"/></process></definitions>';
    const found = named(document) as Record<string, readonly string[]>;
    expect(found['authentication']).to.deep.equal(['A']);
    expect(found['headers']).to.deep.equal(['A']);
    expect(Object.hasOwn(found, 'body')).to.equal(false);
  });
});
