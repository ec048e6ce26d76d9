import { expect } from 'chai';
import { expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { deploy, start } from '../support/http/steps.ts';
import { model, sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const PATH = '/Definitions/deploy';
const CALC = '<scriptTask id="calc" scriptFormat="javascript" camunda:resource="deployment://sum.js"/>';

describe('a deploy of what is deployed already (docs/contributing/spec/http/definitions.md#unchanged)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const keep = async (BpmnXml: string, more: object = {}) =>
    expectJson(await post(service.url, PATH, { BpmnXml, KeepUnchanged: true, ...more }));
  const resource = (Name: string, Content: string) => ({ Name, Content });

  it('makes a new version when nothing is specified, and answers the one that is there when it is asked for', async () => {
    const xml = sequence('same', task('a'));
    const first = { ProcessDefinitionKey: 'same', Version: 1 };
    expect(await keep(xml)).to.deep.equal(first);
    const again = await post(service.url, PATH, { BpmnXml: xml, KeepUnchanged: true });
    expect(expectJson(again)).to.deep.equal({ ...first, Unchanged: true });
    expect(again.headers).not.to.have.property('service-position');
    expect(await deploy(service.url, xml)).to.equal(2);
    expect(await keep(xml)).to.deep.equal({ ...first, Version: 2, Unchanged: true });
    expect((await keep(sequence('same', task('b')))).Version).to.equal(3);
    expect((await keep(xml)).Version, 'only the latest version is compared').to.equal(4);
  });

  itFull('makes a new version of all when one of several files differs, or a related file', async () => {
    const one = sequence('one', CALC, task('a'));
    const two = resource('two.bpmn', sequence('two', CALC, task('a')));
    const sum = resource('sum.js', '1 + 2');
    const versions = async (xml: string, ...Resources: object[]) => {
      const { Version, AdditionalDefinitions = [], Unchanged } = await keep(xml, { Resources });
      return [Version, ...AdditionalDefinitions.map((each: { Version: number }) => each.Version), Unchanged];
    };
    expect(await versions(one, two, sum)).to.deep.equal([1, 1, undefined]);
    expect(await versions(one, two, sum)).to.deep.equal([1, 1, true]);
    expect(await versions(one, sum, two), 'the order is no matter').to.deep.equal([1, 1, true]);
    expect(await versions(one, two, resource('sum.js', '1 + 3'))).to.deep.equal([2, 2, undefined]);
    expect(await versions(one, two, resource('sum.js', '1 + 3'), resource('more.js', '1'))).to.deep.equal([3, 3, undefined]);
    expect(await versions(one, two, resource('sum.js', '1 + 3'))).to.deep.equal([4, 4, undefined]);
    expect(await versions(one, resource('sum.js', '1 + 3')), 'without the other file').to.deep.equal([5, undefined]);
    expect(await versions(one, two, resource('sum.js', '1 + 3'))).to.deep.equal([6, 5, undefined]);
    expect(await versions(one, two, resource('sum.js', '1 + 3'))).to.deep.equal([6, 5, true]);
  });

  it('compares with what is left when a version was deleted', async () => {
    const [a, b] = [sequence('left', task('a')), sequence('left', task('b'))];
    await keep(a);
    await keep(b);
    expectJson(await http(service.url, { method: 'DELETE', path: '/Definitions/left/2' }));
    expect(await keep(a)).to.deep.equal({ ProcessDefinitionKey: 'left', Version: 1, Unchanged: true });
    expect((await keep(b)).Version).to.equal(3);
  });

  it('returns its warnings again, and repeats its result, when the same is sent by many concurrently', async () => {
    const odd = model('odd', '<startEvent id="s" camunda:strange="1"/>');
    const Warnings = ["startEvent 's': attribute strange is ignored"];
    const all = await Promise.all(Array.from({ length: 8 }, () => keep(odd)));
    expect(all.map(({ Version }) => Version)).to.deep.equal(Array(8).fill(1));
    expect(all.filter(({ Unchanged }) => Unchanged !== true)).to.deep.equal([
      { ProcessDefinitionKey: 'odd', Version: 1, Warnings },
    ]);
    for (const answer of all) expect(answer.Warnings).to.deep.equal(Warnings);
    const listed = expectJson(await get(service.url, '/Definitions?filters=ProcessDefinitionKey==odd'));
    expect(listed.totalCount).to.be.at.most(1);
  });

  it('answers 400 when the flags are invalid', async () => {
    const BpmnXml = sequence('flags', task('a'));
    for (const name of ['KeepUnchanged', 'Strict']) {
      for (const value of ['true', 1, [], {}]) {
        expectProblem(await post(service.url, PATH, { BpmnXml, [name]: value }), 400, `${name} must be true or false.`, PATH);
      }
    }
  });
});

describe('a service that keeps what is unchanged (docs/contributing/spec/observability.md#configuration)', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ env: { 'Api:KeepUnchanged': 'true' } });
  });
  after(() => service.stop());

  it('answers the existing version, except when a request excludes it', async () => {
    const BpmnXml = sequence('same', task('a'));
    const send = async (more: object) => expectJson(await post(service.url, PATH, { BpmnXml, ...more })).Version;
    expect([await send({}), await send({}), await send({ KeepUnchanged: false }), await send({})]).to.deep.equal([1, 1, 2, 2]);
  });
});

describe('a strict deploy (docs/contributing/spec/http/definitions.md#strict)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('is refused with all warnings, and stores nothing, when there is one', async () => {
    const BpmnXml = model('odd', '<startEvent id="s" camunda:strange="1"/><endEvent id="e" camunda:other="1"/>');
    const answer = await post(service.url, PATH, { BpmnXml, Strict: true });
    const Errors = ["startEvent 's': attribute strange is ignored", "endEvent 'e': attribute other is ignored"];
    expect(answer.status).to.equal(400);
    expect(answer.json.error).to.equal(
      `Deployment rejected: Strict is true and the model has warnings. First warning: ${Errors[0]}`,
    );
    expect(answer.json.Errors.slice(0, 2)).to.deep.equal(Errors);
    expect((await post(service.url, '/Execution/start', { WorkflowId: 'odd' })).status).to.equal(404);
    expect(expectJson(await post(service.url, PATH, { BpmnXml, Strict: false })).Warnings).to.deep.equal(answer.json.Errors);
  });

  it('is refused for a warning about any of its files, and for one that no file refers to', async () => {
    const BpmnXml = sequence('fine', task('a'));
    const odd = model('odd2', '<startEvent id="s" camunda:strange="1"/>');
    for (const [Name, Content, warning] of [
      ['odd.bpmn', odd, "odd.bpmn: startEvent 's': attribute strange is ignored"],
      ['sum.js', '1', 'sum.js: no file refers to this script'],
    ]) {
      const answer = await post(service.url, PATH, { BpmnXml, Strict: true, Resources: [{ Name, Content }] });
      expect([answer.status, answer.json.Errors]).to.deep.equal([400, [warning]]);
    }
  });

  it('is accepted when there is nothing to warn about, and refuses faults as before', async () => {
    expectJson(await post(service.url, PATH, { BpmnXml: sequence('clean', task('a')), Strict: true }));
    await start(service.url, 'clean');
    expectError(await post(service.url, PATH, { BpmnXml: ' ', Strict: true }), 400, 'Invalid BPMN: BpmnXml is required');
  });
});
