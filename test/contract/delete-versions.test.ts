import { expect } from 'chai';
import { expectEmpty, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, http, post } from '../support/http/http-client.ts';
import { deploy, start, until } from '../support/http/steps.ts';
import { startedByMessage, startedBySignal } from '../support/models/event-models.ts';
import { model, sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const TIMER = (text: string) =>
  `<startEvent id="start"><timerEventDefinition>${text}</timerEventDefinition></startEvent><endEvent id="end"/>` +
  '<sequenceFlow id="f" sourceRef="start" targetRef="end"/>';

describe('DELETE /Definitions/{key}/{version} (docs/contributing/spec/http/definitions.md#delete)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const remove = (key: string, version: number | string, headers: Record<string, string> = {}): Promise<HttpAnswer> =>
    http(service.url, { method: 'DELETE', path: `/Definitions/${encodeURIComponent(key)}/${version}`, headers });
  const versionsOf = async (key: string, after?: HttpAnswer): Promise<readonly number[]> => {
    const from = after === undefined ? {} : { 'Service-Min-Position': after.headers['service-position'] as string };
    const { items } = expectJson(await get(service.url, `/Definitions?filters=ProcessDefinitionKey==${key}`, from));
    return items.map(({ version }: { version: number }) => version);
  };
  const notRegistered = (key: string, version: number) => `Version ${version} of workflow '${key}' is not registered.`;

  it('takes the version out of the list, and never gives its number again, when it has no instances', async () => {
    for (const id of ['a', 'b', 'c']) await deploy(service.url, sequence('plain', task(id)));
    const answer = await remove('plain', 3);
    expect(expectJson(answer)).to.deep.equal({ ProcessDefinitionKey: 'plain', Version: 3, LatestVersion: 2 });
    expect(await versionsOf('plain', answer)).to.deep.equal([2, 1]);
    expect(expectJson(await remove('plain', 1)).LatestVersion).to.equal(2);
    expect(await deploy(service.url, sequence('plain', task('d')))).to.equal(4);
    expect(expectJson(await remove('plain', 4)).LatestVersion).to.equal(2);
  });

  it('lets start take the version before when it was the latest, and answer 404 when it was the last', async () => {
    await deploy(service.url, sequence('last', task('a')));
    await deploy(service.url, sequence('last', task('b')));
    expectJson(await remove('last', 2));
    const instanceId = await start(service.url, 'last');
    const state = expectJson(await get(service.url, `/Instances/${instanceId}/state`));
    expect([state.processDefinitionId.slice(0, 7), state.activeActivityIds]).to.deep.equal(['last:1:', ['a']]);
    await deploy(service.url, sequence('none', task('a')));
    const answer = await remove('none', 1);
    expect(expectJson(answer).LatestVersion).to.equal(null);
    expect(await versionsOf('none', answer)).to.deep.equal([]);
    for (const path of ['/Execution/start', '/Definitions/disable', '/Definitions/enable']) {
      const body = path.endsWith('start') ? { WorkflowId: 'none' } : { ProcessDefinitionKey: 'none' };
      expect((await post(service.url, path, body)).status, path).to.equal(404);
    }
    expect(await deploy(service.url, sequence('none', task('a')))).to.equal(2);
    await start(service.url, 'none');
  });

  it('answers 409 and changes nothing when the version has instances, running or finished', async () => {
    await deploy(service.url, sequence('used', task('a')));
    const instanceId = await start(service.url, 'used');
    const refusal =
      "Version 1 of process 'used' has instances, running or finished. Only a version without instances can be deleted.";
    expectProblem(await remove('used', 1), 409, refusal, '/Definitions/used/1');
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: instanceId, ActivityId: 'a' }));
    expectProblem(await remove('used', 1), 409, refusal, '/Definitions/used/1');
    await start(service.url, 'used');
  });

  it('answers 404 when the version was never deployed', async () => {
    await deploy(service.url, sequence('few', task('a')));
    for (const [key, version] of [
      ['few', 0],
      ['few', 2],
      ['few', 2147483647],
      ['nobody', 1],
      ['__proto__', 1],
    ] as const) {
      expectProblem(await remove(key, version), 404, notRegistered(key, version), `/Definitions/${key}/${version}`);
    }
    for (const version of ['1.5', '-1', 'x', '2147483648']) {
      expectProblem(await remove('few', version), 404, 'No endpoint matches this path.', `/Definitions/few/${version}`);
    }
    expectProblem(await remove('a\u0000', 1), 400, 'The request path is malformed.', '/Definitions/a%00/1');
    const left = await until(
      () => versionsOf('few'),
      ({ length }) => length > 0,
    );
    expect(left).to.deep.equal([1]);
  });

  it('answers 200 and changes nothing when the version was deleted before', async () => {
    await deploy(service.url, sequence('twice', task('a')));
    await deploy(service.url, sequence('twice', task('b')));
    const first = expectJson(await remove('twice', 2, { 'Idempotency-Key': 'delete-1' }));
    const replayed = await remove('twice', 2, { 'Idempotency-Key': 'delete-1' });
    expect([expectJson(replayed), replayed.headers['idempotency-replayed']]).to.deep.equal([first, 'true']);
    const again = await remove('twice', 2);
    expect(expectJson(again)).to.deep.equal(first);
    expect(again.headers).not.to.have.property('service-position');
    expect((await remove('twice', 1, { 'Idempotency-Key': 'delete-1' })).status).to.equal(422);
  });

  it('answers 405 with the verb in Allow when it is another one', async () => {
    const answer = await get(service.url, '/Definitions/plain/2');
    expectProblem(answer, 405, 'The method GET is not allowed on this path.', '/Definitions/plain/2');
    expect(answer.headers.allow).to.equal('DELETE');
  });

  it('registers the start events of the version before when it was the latest', async () => {
    const message = (name: string) => post(service.url, '/Execution/message', { MessageName: name });
    await deploy(service.url, startedByMessage('told', 'old'));
    await deploy(service.url, startedByMessage('told', 'new'));
    expect((await message('old')).status).to.equal(404);
    expectJson(await remove('told', 2));
    expect([(await message('new')).status, (await message('old')).status]).to.deep.equal([404, 200]);
    await deploy(service.url, startedBySignal('signalled', 'gone'));
    expectJson(await remove('signalled', 1));
    expect((await post(service.url, '/Execution/signal', { SignalName: 'gone' })).status).to.equal(404);
  });

  it('leaves the start events of the latest version when another one is deleted', async () => {
    await deploy(service.url, startedByMessage('kept', 'kept-old'));
    await deploy(service.url, startedByMessage('kept', 'kept-new'));
    expectJson(await remove('kept', 1));
    expect((await post(service.url, '/Execution/message', { MessageName: 'kept-new' })).status).to.equal(200);
  });

  it('does not start again at a past date when the version before has one', async () => {
    const instances = async () => expectJson(await get(service.url, '/Definitions/dated/1/instances')).totalCount;
    const dated = model('dated', TIMER('<timeDate>2020-01-01T00:00:00Z</timeDate>'));
    await deploy(service.url, dated);
    while ((await instances()) === 0);
    await deploy(service.url, sequence('dated', task('a')));
    const answer = await remove('dated', 2);
    const position = answer.headers['service-position'] as string;
    expectJson(await get(service.url, '/Definitions', { 'Service-Min-Position': position }));
    await deploy(service.url, sequence('after', task('a')));
    await start(service.url, 'after');
    expect(await instances()).to.equal(1);
  });

  it('stays disabled when the key is', async () => {
    await deploy(service.url, startedByMessage('off', 'off-old'));
    await deploy(service.url, startedByMessage('off', 'off-new'));
    expectJson(await post(service.url, '/Definitions/disable', { ProcessDefinitionKey: 'off' }));
    expectJson(await remove('off', 2));
    expect((await post(service.url, '/Execution/message', { MessageName: 'off-old' })).status).to.equal(404);
    expectJson(await post(service.url, '/Definitions/enable', { ProcessDefinitionKey: 'off' }));
    expect((await post(service.url, '/Execution/message', { MessageName: 'off-old' })).status).to.equal(200);
  });

  itFull('leaves files of the same deploy in place when a version is deleted', async () => {
    const xml = (key: string) =>
      sequence(key, '<scriptTask id="calc" scriptFormat="javascript" camunda:resource="deployment://sum.js"/>', task('a'));
    const Resources = [
      { Name: 'sum.js', Content: '1 + 2;' },
      { Name: 'two.bpmn', Content: xml('beside-2') },
    ];
    expectJson(await post(service.url, '/Definitions/deploy', { BpmnXml: xml('beside-1'), Resources }));
    expectJson(await remove('beside-1', 1));
    await start(service.url, 'beside-2');
    expectJson(await post(service.url, '/Definitions/deploy', { BpmnXml: xml('beside-1'), Resources }));
    await start(service.url, 'beside-1');
  });
});
