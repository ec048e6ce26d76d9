// tier all: two databases; TEST_SHARDS=2 runs the tests of each API with them
import { expect } from 'chai';
import { shardOfKey } from '../../src/api/camunda-8/shard-keys.ts';
import { shardOf } from '../../src/platform/ids.ts';
import { openCutProxy } from '../support/cut-proxy.ts';
import { createTestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { expectJson } from '../support/http/expect-answer.ts';
import { type HttpAnswer, http } from '../support/http/http-client.ts';
import { deploy, start } from '../support/http/steps.ts';
import { startService, type TestService } from '../support/service.ts';

const MODEL = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"
  targetNamespace="http://example.org">
  <bpmn:message id="paid" name="paid" />
  <bpmn:process id="pay" isExecutable="true">
    <bpmn:startEvent id="s" /><bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="charge" />
    <bpmn:serviceTask id="charge" camunda:type="external" camunda:topic="charge" />
    <bpmn:sequenceFlow id="f2" sourceRef="charge" targetRef="look" /><bpmn:userTask id="look" name="Look" />
    <bpmn:sequenceFlow id="f3" sourceRef="look" targetRef="wait" />
    <bpmn:intermediateCatchEvent id="wait"><bpmn:messageEventDefinition messageRef="paid" /></bpmn:intermediateCatchEvent>
    <bpmn:sequenceFlow id="f4" sourceRef="wait" targetRef="e" /><bpmn:endEvent id="e" />
  </bpmn:process>
</bpmn:definitions>`;
const PAY = '/process-definition/key/pay/start';
const LOCK = { workerId: 'w', maxTasks: 100, topics: [{ topicName: 'charge', lockDuration: 600_000 }] };

describe('the APIs of Camunda with several databases (docs/contributing/spec/shards.md#apis-of-camunda)', () => {
  let service: TestService;
  let proxies: Awaited<ReturnType<typeof openCutProxy>>[];
  let drops: (() => Promise<void>)[];
  before(async () => {
    const databases = [await createTestDatabase(), await createTestDatabase()];
    proxies = await Promise.all(databases.map(({ url }) => openCutProxy(url)));
    drops = databases.map(({ drop }) => drop);
    const [first, second] = proxies.map(({ url }) => url);
    service = await startService({
      databaseUrl: first ?? '',
      shards: [second ?? ''],
      backend: 'postgres',
      env: { CAMUNDA_7_API: 'true', CAMUNDA_8_API: 'true', Engine__CommandTimeoutSeconds: '5' },
    });
    await deploy(service.url, MODEL);
  });
  after(async () => {
    for (const proxy of proxies) proxy.setDown(false);
    await service.stop();
    for (const proxy of proxies) await proxy.close();
    for (const drop of drops) await drop();
  });

  const seven = (path: string, body?: object, method = body === undefined ? 'GET' : 'POST'): Promise<HttpAnswer> =>
    http(service.url, { method, path: `/engine-rest${path}`, ...(body && { body }) });
  const eight = (path: string, body?: object): Promise<HttpAnswer> =>
    http(service.url, { method: body === undefined ? 'GET' : 'POST', path: `/v2${path}`, ...(body && { body }) });
  const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

  /** Starts two instances or more in each shard; gives their ids in order. A shard that was lost gets none for some seconds. */
  async function startFour(businessKey: string): Promise<readonly string[]> {
    const ids: string[] = [];
    const countOf = (shard: number) => ids.filter((id) => shardOf(id) === shard).length;
    while (Math.min(countOf(0), countOf(1)) < 2) {
      ids.push(expectJson(await seven(PAY, { businessKey })).id);
      // waits: a search shows at most 100 rows
      if (ids.length > 8) await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return ids;
  }
  /** Completes the external task of each instance; gives the ids of the user tasks. */
  async function completeWork(businessKey: string, ids: readonly string[]): Promise<readonly string[]> {
    const open = new Set(ids);
    while (open.size > 0) {
      const topics = LOCK.topics.map((topic) => ({ ...topic, businessKey }));
      for (const task of expectJson(
        await seven('/external-task/fetchAndLock', { ...LOCK, topics, asyncResponseTimeout: 60_000 }),
      )) {
        expect((await seven(`/external-task/${task.id}/complete`, { workerId: 'w' })).status).to.equal(204);
        open.delete(task.processInstanceId);
      }
    }
    return idsOf(expectJson(await seven(`/task?processInstanceBusinessKey=${businessKey}`)));
  }

  it('give keys that name the shard and lead to the instance, its tasks and variables', async () => {
    const keys = new Set<string>();
    const shards = new Set<number>();
    while (shards.size < 2) {
      const variables = { n: keys.size };
      const started = expectJson(
        await eight('/process-instances', { processDefinitionId: 'pay', variables, businessId: 'keys' }),
      );
      const { processInstanceKey: key } = started;
      expect(keys.has(key)).to.equal(false);
      expect(shardOfKey(started.processDefinitionKey)).to.equal(0);
      keys.add(key);
      shards.add(shardOfKey(key));
      const found = await eventually('the instance', async () => {
        const answer = await eight(`/process-instances/${key}`);
        return answer.status === 200 ? answer.json : undefined;
      });
      expect(found).to.include({ processInstanceKey: key, state: 'ACTIVE', businessId: 'keys' });
      const values = expectJson(await eight('/variables/search', { filter: { processInstanceKey: key } })).items;
      expect(values[0]).to.include({ name: 'n', value: String(variables.n), processInstanceKey: key });
      expect(expectJson(await eight(`/variables/${values[0].variableKey}`)).value).to.equal(String(variables.n));
      const elements = expectJson(await eight('/element-instances/search', { filter: { processInstanceKey: key } })).items;
      const active = elements.find(({ elementId }: { elementId: string }) => elementId === 'charge');
      expect(shardOfKey(active.elementInstanceKey)).to.equal(shardOfKey(key));
      const [job] = expectJson(await eight('/jobs/search', { filter: { processInstanceKey: key } })).items;
      expect(job.jobKey).to.equal(active.elementInstanceKey);
    }
    const body = { type: 'charge', worker: 'w', timeout: 60_000, maxJobsToActivate: 100, requestTimeout: 60_000 };
    const { jobs } = expectJson(await eight('/jobs/activation', body));
    expect(new Set(jobs.map(({ processInstanceKey }: { processInstanceKey: string }) => processInstanceKey))).to.deep.equal(keys);
    for (const { jobKey } of jobs) expect((await eight(`/jobs/${jobKey}/completion`, {})).status).to.equal(204);
  });

  it('list the rows of all shards in one order, page by page', async () => {
    const ids = await startFour('listed');
    const sorted = '/history/process-instance?processInstanceBusinessKey=listed&sortBy=startTime&sortOrder=';
    expect(idsOf(expectJson(await seven(`${sorted}asc`)))).to.deep.equal(ids);
    expect(idsOf(expectJson(await seven(`${sorted}desc&firstResult=1&maxResults=2`)))).to.deep.equal(
      ids.toReversed().slice(1, 3),
    );
    expect(expectJson(await seven('/process-instance/count?businessKey=listed'))).to.deep.equal({ count: ids.length });
    expect(expectJson(await seven('/external-task?maxResults=1000')).length).to.be.at.least(ids.length);
    expect(expectJson(await seven('/external-task/topic-names'))).to.deep.equal(['charge']);
    const pages: string[] = [];
    for (let after = ''; pages.length < ids.length; ) {
      const page = { limit: 3, ...(after && { after }) };
      const sort = [{ field: 'startDate', order: 'DESC' }];
      const found = expectJson(await eight('/process-instances/search', { filter: { businessId: 'listed' }, sort, page }));
      expect(found.page.totalItems).to.equal(ids.length);
      pages.push(...found.items.map(({ startDate }: { startDate: string }) => startDate));
      after = found.page.endCursor;
    }
    expect(pages).to.deep.equal([...pages].sort().reverse());
    const deep = await seven('/task?firstResult=10001');
    expect([deep.status, deep.json.message]).to.deep.equal([
      400,
      'firstResult must be at most 10000 with several shards (SHARDS). Use filters.',
    ]);
    const far = await eight('/jobs/search', { page: { from: 10_001 } });
    expect([far.status, far.json.title]).to.deep.equal([400, 'INVALID_ARGUMENT']);
    expect(far.json.detail).to.contain('at most at row 10000 with several shards (SHARDS)');
  });

  it('lock, extend, fail and free tasks in their shard', async () => {
    const ids = await startFour('worked');
    const tasks = expectJson(await seven('/external-task')).filter(({ processInstanceId }: { processInstanceId: string }) =>
      ids.includes(processInstanceId),
    );
    expect(tasks).to.have.length(ids.length);
    for (const { id } of tasks) {
      const act = async (name: string, body: object) =>
        expect((await seven(`/external-task/${id}/${name}`, body)).status, name).to.equal(204);
      await act('lock', { workerId: 'w', lockDuration: 60_000 });
      await act('extendLock', { workerId: 'w', newDuration: 90_000 });
      await act('failure', { workerId: 'w', errorMessage: 'busy', errorDetails: 'lines', retries: 3, retryTimeout: 0 });
      expect((await seven(`/external-task/${id}/errorDetails`)).text).to.equal('lines');
      await act('lock', { workerId: 'w', lockDuration: 60_000 });
      await act('unlock', {});
    }
    const retries = await seven('/external-task/retries', { retries: 5, externalTaskIds: idsOf(tasks) }, 'PUT');
    expect(retries.status).to.equal(204);
    for (const { id } of tasks) expect(expectJson(await seven(`/external-task/${id}`)).retries).to.equal(5);
  });

  it('deliver a message to the receivers of all shards, or to none', async () => {
    const ids = await startFour('informed');
    const tasks = await completeWork('informed', ids);
    expect(tasks).to.have.length(ids.length);
    for (const id of tasks) expect((await seven(`/task/${id}/complete`, {})).status).to.equal(204);
    const several = await seven('/message', { messageName: 'paid', businessKey: 'informed' });
    expect([several.status, several.json.message]).to.deep.equal([
      400,
      `org.camunda.bpm.engine.MismatchingMessageCorrelationException: Cannot correlate message 'paid': ${ids.length} executions match the correlation keys`,
    ]);
    const { total } = await countWaiting();
    expect(total).to.equal(ids.length);
    const body = { messageName: 'paid', businessKey: 'informed', all: true, resultEnabled: true };
    const results = expectJson(await seven('/message', body)) as readonly { readonly execution: { readonly id: string } }[];
    expect(results.map(({ execution }) => execution.id)).to.have.members([...ids]);
    const done = '/history/process-instance/count?completed=true&processInstanceBusinessKey=informed';
    expect(expectJson(await seven(done))).to.deep.equal({ count: ids.length });
  });

  async function countWaiting() {
    const found = expectJson(await eight('/message-subscriptions/search', { filter: { messageName: 'paid' } }));
    return { total: found.page.totalItems as number };
  }

  it('keep a version that has instances in another shard only', async () => {
    let key = '';
    for (let n = 0, id = ''; shardOf(id) !== 1; n += 1) {
      key = `rare-${n}`;
      await deploy(service.url, MODEL.replace('id="pay"', `id="${key}"`));
      id = await start(service.url, key);
    }
    const filter = { processDefinitionId: key };
    const version = await eventually('the version in the list', async () => {
      return expectJson(await eight('/process-definitions/search', { filter })).items[0];
    });
    const refused = await eight(`/resources/${version.processDefinitionKey}/deletion`, {});
    expect([refused.status, refused.json.title], refused.text).to.deep.equal([409, 'INVALID_STATE']);
  });

  for (const lost of [0, 1]) {
    it(`name the shard that cannot be reached, and use the other, when shard ${lost} is lost`, async () => {
      const ids = await startFour(`lost-${lost}`);
      const kept = ids.find((id) => shardOf(id) !== lost) ?? '';
      const gone = ids.find((id) => shardOf(id) === lost) ?? '';
      const filter = { businessId: `lost-${lost}` };
      const items = await eventually('all in the list', async () => {
        const found = expectJson(await eight('/process-instances/search', { filter })).items;
        return found.length === ids.length ? found : undefined;
      });
      const keyIn = (inLost: boolean) =>
        items.find(({ processInstanceKey: key }: { processInstanceKey: string }) => (shardOfKey(key) === lost) === inLost)
          .processInstanceKey;
      proxies[lost]?.setDown(true);
      try {
        expect(expectJson(await seven(`/process-instance/${kept}`)).id).to.equal(kept);
        expect(expectJson(await seven(`/external-task?processInstanceId=${kept}`))).to.have.length(1);
        expect(expectJson(await eight(`/process-instances/${keyIn(false)}`)).state).to.equal('ACTIVE');
        const started = await eventually('a start', async () => {
          const answer = await seven(PAY, { businessKey: 'while lost' });
          return answer.status === 200 ? answer.json.id : undefined;
        });
        expect(shardOf(started)).to.equal(1 - lost);
        expect((await eight('/process-definitions/search', { filter: { processDefinitionId: 'pay' } })).status).to.equal(200);
        for (const answer of [
          await seven(`/process-instance/${gone}`),
          await seven('/task'),
          await seven('/incident'),
          await eight(`/process-instances/${keyIn(true)}`),
          await eight('/jobs/search', {}),
        ]) {
          expect(answer.status, answer.text).to.equal(503);
          expect(answer.json.message ?? answer.json.detail).to.match(new RegExp(`s${lost}`));
        }
      } finally {
        proxies[lost]?.setDown(false);
      }
      await eventually('the list of all', async () => (await seven('/task')).status === 200);
    });
  }
});
