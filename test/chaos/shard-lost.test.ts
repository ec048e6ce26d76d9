// tier all: takes half a minute
import { expect } from 'chai';
import { shardOf } from '../../src/platform/ids.ts';
import { openCutProxy } from '../support/cut-proxy.ts';
import { createTestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const STARTERS = 4;

/** Starts instances without keys until it is stopped. */
function startInstances(url: string) {
  const acknowledged: string[] = [];
  let failures = 0;
  let isStopping = false;
  const starter = async () => {
    while (!isStopping) {
      const answer = await post(url, '/Execution/start', { WorkflowId: 'review' });
      if (answer.status === 200) acknowledged.push(((await answer.json()) as { WorkflowInstanceId: string }).WorkflowInstanceId);
      else {
        await answer.text();
        failures += 1;
      }
    }
  };
  const running = Array.from({ length: STARTERS }, starter);
  return {
    acknowledged,
    failures: () => failures,
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
  };
}

function post(url: string, path: string, body: object): Promise<Response> {
  return fetch(`${url}${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
}

describe('the database of one shard is lost (docs/contributing/spec/shards.md)', () => {
  let service: TestService;
  let proxies: Awaited<ReturnType<typeof openCutProxy>>[];
  let drops: (() => Promise<void>)[];
  beforeEach(async () => {
    const databases = [await createTestDatabase(), await createTestDatabase()];
    proxies = await Promise.all(databases.map(({ url }) => openCutProxy(url)));
    drops = databases.map(({ drop }) => drop);
    const [first, second] = proxies.map(({ url }) => url);
    service = await startService({
      databaseUrl: first ?? '',
      shards: [second ?? ''],
      backend: 'postgres',
      env: { Engine__CommandTimeoutSeconds: '3' },
    });
    const BpmnXml = sequence('review', userTask('check'));
    expect((await post(service.url, '/Definitions/deploy', { BpmnXml })).status).to.equal(200);
  });
  afterEach(async () => {
    for (const proxy of proxies) proxy.setDown(false);
    await service.stop();
    for (const proxy of proxies) await proxy.close();
    for (const drop of drops) await drop();
  });

  for (const lost of [0, 1]) {
    it(`does not stop the other shard, and loses nothing, when it is shard ${lost}`, async () => {
      const other = 1 - lost;
      const load = startInstances(service.url);
      const countOf = (shard: number) => load.acknowledged.filter((id) => shardOf(id) === shard).length;
      await eventually('starts in both shards', () => Math.min(countOf(0), countOf(1)) > 5);
      proxies[lost]?.setDown(true);
      const before = countOf(other);
      await eventually('starts in the other shard', () => countOf(other) > before + 20);
      const [kept] = load.acknowledged.filter((id) => shardOf(id) === other);
      expect((await fetch(`${service.url}/Instances/${kept}/state`)).status, 'state of the other shard').to.equal(200);
      const [gone] = load.acknowledged.filter((id) => shardOf(id) === lost);
      const refused = await fetch(`${service.url}/Instances/${gone}/state`);
      expect([refused.status, refused.headers.get('service-error-code')]).to.deep.equal([503, 'database-unavailable']);
      proxies[lost]?.setDown(false);
      const after = countOf(lost);
      await eventually('starts in the shard after its return', () => countOf(lost) > after);
      await load.stop();
      await eventually('a list with all instances', async () => {
        const answer = await fetch(`${service.url}/Instances?pageSize=1`);
        const { totalCount } = (await answer.json()) as { totalCount: number };
        return answer.status === 200 && totalCount >= load.acknowledged.length;
      });
      for (const id of load.acknowledged) {
        const state = await fetch(`${service.url}/Instances/${id}/state`);
        expect(state.status, id).to.equal(200);
        await state.text();
      }
      expect(new Set(load.acknowledged).size).to.equal(load.acknowledged.length);
    });
  }
});
