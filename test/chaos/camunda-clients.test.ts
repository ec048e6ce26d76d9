// tier all: installs clients of Camunda from their registries, and kills the service under them
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import {
  type CamundaClient,
  CHARGING,
  FAILING,
  installClient,
  type RunningClient,
  startClient,
} from '../support/camunda-clients/camunda-client.ts';
import { CAMUNDA_CLIENTS } from '../support/camunda-clients/clients.ts';
import { eventually } from '../support/eventually.ts';
import { get, post } from '../support/http/http-client.ts';
import { startRestartableRedis } from '../support/redis-on-port.ts';
import { brokenRows, listInstances, untilProjected } from './audit.ts';
import { type Cluster, startCluster, startShards, type Victim } from './cluster.ts';

const KEY = 'charging';
/** More by mocha alone: the runner ends a file that is silent for six minutes. */
const INSTANCES = Number(process.env['CAMUNDA_CLIENT_INSTANCES'] ?? 200);
/** One after the other; between two of them a part of the instances is completed. */
type ClientVictim = Victim | 'client' | { readonly database: number };
const VICTIMS: readonly ClientVictim[] = ['api', 'worker', 'client', 'projector', 'api', 'worker'];
const SHARD_VICTIMS: readonly ClientVictim[] = [{ database: 1 }, 'client', 'api', { database: 0 }];
/** Time in which a database cannot be reached. */
const LOST_MS = 10_000;
const STARTS_AT_ONCE = 8;
const SETTINGS = { CAMUNDA_7_API: 'true', CAMUNDA_8_API: 'true' };
const hasRedis = (process.env['TEST_REDIS_URL'] ?? '') !== '';
const patience = { withinMs: 900_000, everyMs: 200 };

interface Outcome {
  readonly client: string;
  readonly databases: number;
  readonly kills: number;
  readonly executions: number;
  /** results whose acceptance the client has reported */
  readonly accepted: number;
  readonly lost: number;
  readonly doubled: number;
}

describe('unchanged clients of Camunda', function () {
  this.timeout(1_800_000);
  const outcomes: Outcome[] = [];
  const stoppers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const stop of stoppers.splice(0).reverse()) await stop();
  });
  after(() => process.stdout.write(tableOf(outcomes)));

  for (const client of CAMUNDA_CLIENTS) {
    // slow: processes of the service and of the client, which are killed and started again
    it(`complete every instance once when the service and the client are killed in between: ${client.name}`, async () => {
      await completeAll(client, VICTIMS, openOne);
    });
    // slow: as above, and a database is lost twice
    it(`complete every instance once when one of two databases is lost for 10 s: ${client.name}`, async () => {
      await completeAll(client, SHARD_VICTIMS, () => startShards(2, SETTINGS));
    });
  }

  async function completeAll(client: CamundaClient, victims: readonly ClientVictim[], open: () => Promise<Cluster>) {
    const missing = await installClient(client);
    if (missing !== undefined) return void process.stdout.write(`\n!!! ${client.name}: ${missing}. Its test is LEFT OUT.\n`);
    const cluster = await open();
    stoppers.push(() => cluster.stop());
    const model = { BpmnXml: CHARGING[client.platform], OnFailure: 'incident' };
    const { status, text } = await post(cluster.urls[0] ?? '', '/Definitions/deploy', model);
    expect(status, text).to.equal(200);
    const running: RunningClient[] = [startClient(client, cluster.urls[0] ?? '')];
    stoppers.push(async () => running.at(-1)?.process.kill('SIGKILL'));
    const started = startAll(cluster);
    const startAgain = () => running.push(startClient(client, cluster.urls[0] ?? ''));
    const done = () => {
      // some clients end when the service refuses a connection: their supervisor starts them again
      if (running.at(-1)?.process.exitCode !== null) startAgain();
      return completed(cluster);
    };
    for (const [nth, victim] of victims.entries()) {
      const least = (INSTANCES / (victims.length + 1)) * (nth + 1);
      await eventually(`${least} completed instances`, async () => (await done()) >= least, patience);
      if (victim === 'client') {
        running.at(-1)?.process.kill('SIGKILL');
        startAgain();
      } else if (typeof victim === 'string') await cluster.kill(victim, 0);
      else await cluster.loseDatabase(victim.database, LOST_MS);
    }
    const ids = await started;
    await cluster.untilReady();
    await eventually('the end of all instances', async () => (await done()) >= INSTANCES, patience);
    outcomes.push(await audit(client, cluster, { ids, running, kills: victims.length }));
    const { lost, doubled } = outcomes.at(-1) as Outcome;
    expect({ lost, doubled, broken: await brokenIn(cluster) }).to.deep.equal({ lost: 0, doubled: 0, broken: [] });
  }

  async function openOne(): Promise<Cluster> {
    const redis = hasRedis ? await startRestartableRedis() : undefined;
    if (redis !== undefined) stoppers.push(() => redis.kill());
    return startCluster(redis?.url, 1, 1, undefined, SETTINGS);
  }

  /** Starts each instance once: a start whose outcome is unknown is repeated with the same key. */
  async function startAll({ urls: [url = ''] }: Cluster): Promise<readonly string[]> {
    const ids: string[] = [];
    const startOne = async (n: number): Promise<void> => {
      const body = { WorkflowId: KEY, BusinessId: `b-${n}`, Variables: { n } };
      const answer = await post(url, '/Execution/start', body, { 'Idempotency-Key': `start-${n}` }).catch(() => undefined);
      if (answer?.status === 200) return void ids.push(answer.json.WorkflowInstanceId);
      if (answer !== undefined && answer.status < 500) throw new Error(`a start was answered ${answer.status}: ${answer.text}`);
      await pause(50);
      return startOne(n);
    };
    let next = 0;
    const starter = async () => {
      while (next < INSTANCES) await startOne(next++);
    };
    await Promise.all(Array.from({ length: STARTS_AT_ONCE }, starter));
    return ids;
  }

  async function completed({ urls: [url = ''] }: Cluster): Promise<number> {
    const { status, json } = await get(url, '/engine-rest/history/process-instance/count?completed=true');
    if (status !== 200) throw new Error(`the count was answered ${status}`);
    return json.count;
  }

  /** Counts by business key, in the history of each instance, and the answers that the client got. */
  async function audit(
    client: CamundaClient,
    { urls: [url = ''], databaseUrl, databaseUrls }: Cluster,
    {
      ids,
      running,
      kills,
    }: { readonly ids: readonly string[]; readonly running: readonly RunningClient[]; readonly kills: number },
  ): Promise<Outcome> {
    for (const each of databaseUrls.slice(1)) await untilProjected(each);
    const listed = await listInstances(url, databaseUrl, KEY);
    const byKey = new Map<string, number>();
    for (const { businessId } of listed) byKey.set(businessId, (byKey.get(businessId) ?? 0) + 1);
    const completedIds = new Set(listed.flatMap(({ instanceId, isCompleted }) => (isCompleted ? [instanceId] : [])));
    let doubled = [...byKey.values()].filter((count) => count > 1).length;
    let lost = INSTANCES - byKey.size + ids.filter((id) => !completedIds.has(id)).length;
    for (const id of ids) {
      const { json } = await get(url, `/Instances/${id}/state`);
      const { n, charged } = json.variableStates[0].variables;
      if (charged !== n * 2) lost += 1;
      const runs = json.completedActivities.filter(({ activityId }: { activityId: string }) => activityId === 'charge');
      if (runs.length !== 1) doubled += 1;
    }
    const accepted = running.flatMap(({ done }) => done);
    doubled += accepted.length - new Set(accepted).size;
    const executed = running.flatMap(({ did }) => did);
    // a task that failed once is executed at its second attempt
    expect(new Set(executed).size).to.be.greaterThan(INSTANCES - INSTANCES / FAILING.every);
    const databases = databaseUrls.length;
    return { client: client.name, databases, kills, executions: executed.length, accepted: accepted.length, lost, doubled };
  }
});

async function brokenIn({ databaseUrls }: Cluster): Promise<readonly object[]> {
  return (await Promise.all(databaseUrls.map(brokenRows))).flat();
}

function tableOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(
    ({ client, databases, kills, executions, accepted, lost, doubled }) =>
      `| ${client} | ${databases} | ${INSTANCES} | ${kills} | ${executions} | ${accepted} | ${lost} | ${doubled} |\n`,
  );
  return `\n| Client | Databases | Instances | Kills | Executions | Accepted | Lost | Doubled |\n|---|---|---|---|---|---|---|---|\n${rows.join('')}`;
}
