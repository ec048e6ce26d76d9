import { expect } from 'chai';
import type { JsonObject } from '../../../src/engine/values.ts';
import { entryOf, start } from '../../support/given-when-then.ts';
import { Driver } from '../../support/given-when-then-driver.ts';
import { modelOf as modelOfCase } from '../../support/golden/replay.ts';
import { rootVariablesOf } from '../../support/trace.ts';
import { elementIn, ext, processesOf, warningsOf } from './samples.ts';

const PREFIXES = {
  zeebe: 'http://camunda.org/schema/zeebe/1.0',
  camunda: 'http://camunda.org/schema/1.0/bpmn',
  flowable: 'http://flowable.org/bpmn',
} as const;

/** A file in one dialect only, with a service task `t`. */
function file(prefix: keyof typeof PREFIXES, attributes: string, inner: string): string {
  return [
    `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:${prefix}="${PREFIXES[prefix]}">`,
    '<bpmn:process id="p" isExecutable="true"><bpmn:startEvent id="s"/><bpmn:sequenceFlow id="f" sourceRef="s" targetRef="t"/>',
    `<bpmn:serviceTask id="t" ${attributes}>${ext(inner)}</bpmn:serviceTask></bpmn:process></bpmn:definitions>`,
  ].join('\n');
}

const http = (inputs: string, headers = ''): string =>
  file(
    'zeebe',
    '',
    `<zeebe:taskDefinition type="io.camunda:http-json:1"/><zeebe:ioMapping>${inputs}</zeebe:ioMapping><zeebe:taskHeaders>${headers}</zeebe:taskHeaders>`,
  );
const typeOf = (xml: string): string => {
  const { work } = elementIn(xml, 'serviceTask', 't');
  return work.kind === 'typed' ? work.taskType.source : work.kind;
};
const textsOf = (xml: string): string[] => warningsOf(xml).map(({ text }) => text);

/** The inputs of the job that an instance creates; how it fails, when it creates none. */
function inputsOf(xml: string, variables: JsonObject = {}): unknown {
  const driver = new Driver(processesOf(xml)[0]!.model);
  const decision = driver.send(start(variables));
  if (!decision.ok) throw new Error('no start');
  const job = decision.events.find((event) => event.type === 'JobCreated');
  return job?.inputs ?? decision.events.find((event) => event.type === 'ElementFailed');
}

describe('a connector', () => {
  it('is a task of a bundled plugin, without a warning, when the plugin does all of it', () => {
    const cases = ['zeebe-http-connector', 'camunda-http-connector', 'flowable-http-task', 'flowable-mail-task'];
    const types = cases.map((name) => {
      const element = modelOfCase(`service-task/${name}`).elements.get('job');
      return element?.type === 'serviceTask' && element.work.kind === 'typed' ? element.work.taskType.source : undefined;
    });
    expect(types).to.deep.equal(['rest-call', 'rest-call', 'rest-call', 'email']);
    expect(textsOf(http('<zeebe:input source="GET" target="method"/>'))).to.deep.equal([]);
  });

  it('gets nulls when few attributes are set', () => {
    expect(inputsOf(http('<zeebe:input source="https://a.example" target="url"/>'))).to.deep.equal({
      url: 'https://a.example',
      method: 'GET',
      headers: {},
      body: null,
    });
  });

  it('signs in as its inputs specify', () => {
    const signedIn = (inputs: string) => (inputsOf(http(inputs)) as { headers: object }).headers;
    const type = (name: string) => `<zeebe:input source="${name}" target="authentication.type"/>`;
    const token = '<zeebe:input source="x" target="authentication.token"/>';
    expect(signedIn(type('bearer') + token)).to.deep.equal({ Authorization: 'Bearer x' });
    const key =
      '<zeebe:input source="X-Key" target="authentication.name"/><zeebe:input source="k" target="authentication.value"/>';
    expect(signedIn(type('apiKey') + key)).to.deep.equal({ 'X-Key': 'k' });
    expect(signedIn(type('noAuth') + token)).to.deep.equal({});
  });

  it('takes the result of a worker that still has its task of an older release as it is', () => {
    const driver = new Driver(
      processesOf(http('', '<zeebe:header key="resultExpression" value="={n: response.body.n}"/>'))[0]!.model,
    );
    driver.send(start({}));
    const decision = driver.send((state) => ({ type: 'CompleteJob', entry: entryOf(state, 't'), result: { n: 1 } }));
    expect(decision.ok && decision.events.filter(({ type }) => type === 'ElementFailed')).to.deep.equal([]);
    expect(rootVariablesOf(driver.state)).to.deep.equal({ n: 1 });
  });

  it('gets a warning about unsupported parts', () => {
    const xml = http('', '<zeebe:header key="errorExpression" value="=x"/><zeebe:header key="retryBackoff" value=""/>');
    expect(textsOf(xml)).to.deep.equal(["serviceTask 't': errorExpression is not executed"]);
    const mail = file('flowable', 'flowable:type="mail"', '<flowable:field name="charset" stringValue="utf-8"/>');
    expect(textsOf(mail)).to.deep.equal(["serviceTask 't': charset is not executed"]);
  });

  it('is a task type of its name when there is no counterpart', () => {
    const oauth = '<zeebe:input source="oauth-client-credentials-flow" target="authentication.type"/>';
    expect(typeOf(http(oauth))).to.equal('io.camunda:http-json:1');
    expect(textsOf(http(oauth))).to.deep.equal([
      "serviceTask 't': connector 'io.camunda:http-json:1' is not executed; the task waits for a worker of task type 'io.camunda:http-json:1'",
    ]);
    const soap = '<camunda:connector><camunda:connectorId>soap-http-connector</camunda:connectorId></camunda:connector>';
    const xml = file('camunda', '', soap);
    expect(typeOf(xml)).to.equal('soap-http-connector');
    expect(textsOf(xml)).to.deep.equal([
      "serviceTask 't': connector is not executed; the task waits for a worker of task type 'soap-http-connector'",
    ]);
    const camel = file('flowable', 'flowable:type="camel"', '');
    expect(textsOf(camel)).to.deep.equal([
      "serviceTask 't': type 'camel' is not executed; the task waits for a worker of task type 'camel'",
    ]);
  });
});
