// tier all: kills the primaries of a Redis Cluster, of sentinels and of Postgres, also behind Patroni and HAProxy, under load
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { PostgresServer } from '../../lab/chaos/campaign/postgres-server.ts';
import { readInstallation } from '../../src/db/installation.ts';
import { openPool } from '../../src/db/pool.ts';
import { eventually } from '../support/eventually.ts';
import { get, post } from '../support/http/http-client.ts';
import { missingForPatroni, startPatroni } from '../support/patroni.ts';
import { hasRedisServer } from '../support/redis.ts';
import { AUTHORITY, type RedisGroup, startRedisCluster, startRedisSentinels } from '../support/redis-group.ts';
import { brokenPromises, brokenRows, listInstances } from './audit.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { runStarts } from './load.ts';

const KEY = 'order';
const MODEL = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="http://sluice.example/chaos">
  <process id="${KEY}" isExecutable="true">
    <startEvent id="start"/><scriptTask id="double"><script>doubled = n * 2</script></scriptTask><endEvent id="end"/>
    <sequenceFlow id="f1" sourceRef="start" targetRef="double"/><sequenceFlow id="f2" sourceRef="double" targetRef="end"/>
  </process>
</definitions>`;
const CLIENTS = 8;
const STARTS_PER_CLIENT = 60;
const FAILOVERS = 3;
/** Acknowledged starts between two failovers. */
const BETWEEN = 80;

interface Run {
  readonly failovers: number;
  readonly sent: number;
  readonly acknowledged: number;
  readonly broken: readonly string[];
  /** each failover: time until a replica had taken over, and the longest time without an acknowledged start around it; unit: ms */
  readonly outages: readonly { readonly takeOver: number; readonly withoutWrites: number }[];
}

interface Failing {
  readonly cluster: Cluster;
  readonly failOver: (n: number) => Promise<number>;
  /** of the primary, after the run */
  readonly databaseUrl?: () => string;
  readonly failovers?: number;
}

/** Starts instances while primaries fail, and compares the answers that clients got with the instances that exist. */
async function runFailovers({ cluster, failOver, databaseUrl, failovers = FAILOVERS }: Failing): Promise<Run> {
  const [url = ''] = cluster.urls;
  const { status, text } = await post(url, '/Definitions/deploy', { BpmnXml: MODEL });
  expect(status, text).to.equal(200);
  const acknowledgedAt: number[] = [];
  const kills: { readonly began: number; readonly takeOver: number }[] = [];
  let next = BETWEEN;
  let faults: unknown;
  const kill = async () => {
    const takeOver = await failOver(kills.length);
    kills.push({ began: performance.now() - takeOver, takeOver });
    next = acknowledgedAt.length + BETWEEN;
  };
  const onAcknowledged = (count: number) => {
    acknowledgedAt.push(performance.now());
    if (count < next || kills.length === failovers) return;
    next = Number.POSITIVE_INFINITY;
    kill().catch((error: unknown) => {
      faults = error;
    });
  };
  const isEnough = () => faults !== undefined || (kills.length === failovers && acknowledgedAt.length >= next);
  const load = { urls: cluster.urls, key: KEY, clients: CLIENTS, startsPerClient: STARTS_PER_CLIENT, random: Math.random };
  const starts = await runStarts({ ...load, onAcknowledged, isEnough });
  if (faults !== undefined) throw faults;
  await cluster.untilReady();
  const broken = brokenPromises(starts, await listInstances(url, databaseUrl?.() ?? cluster.databaseUrl, KEY));
  const gaps = acknowledgedAt.map((at, n) => ({ from: acknowledgedAt[n - 1] ?? at, to: at }));
  return {
    failovers: kills.length,
    sent: starts.length,
    acknowledged: starts.filter(({ instanceId }) => instanceId !== undefined).length,
    broken,
    outages: kills.map(({ began, takeOver }) => {
      const around = gaps.filter(({ from, to }) => to >= began && from <= began + takeOver + 15_000);
      return {
        takeOver: Math.round(takeOver),
        withoutWrites: Math.round(Math.max(0, ...around.map(({ from, to }) => to - from))),
      };
    }),
  };
}

function report(title: string, { outages, ...run }: Run): void {
  const times = outages.map(({ takeOver, withoutWrites }) => `${takeOver}/${withoutWrites}`).join(' ');
  process.stderr.write(
    `${title}: ${run.failovers} failovers, ${run.sent} sent, ${run.acknowledged} acknowledged, ${run.broken.length} lost or doubled; ms until a replica took over / without an acknowledgement: ${times}\n`,
  );
}

/** A Postgres with a synchronous standby; each has its port, whichever is the primary. */
class Pair {
  readonly #folders: readonly [string, string];
  #primary: PostgresServer;
  #standby: PostgresServer;
  #adding: Promise<void> = Promise.resolve();
  /** folder of the primary */
  #place: 0 | 1 = 0;

  private constructor(folders: readonly [string, string], primary: PostgresServer, standby: PostgresServer) {
    this.#folders = folders;
    this.#primary = primary;
    this.#standby = standby;
  }

  static async open(folder: string): Promise<Pair> {
    const folders = [join(folder, 'a'), join(folder, 'b')] as const;
    for (const one of folders) {
      await mkdir(one);
      await chmod(one, 0o755);
    }
    const primary = await PostgresServer.create(folders[0]);
    const standby = await primary.addStandby(folders[1]);
    await primary.waitForStandby(true);
    await whenInStep(primary);
    return new Pair(folders, primary, standby);
  }

  /** both, the standby first */
  get url(): string {
    const { host } = new URL(this.primaryUrl);
    return this.primaryUrl.replace(host, `127.0.0.1:${this.#standby.port},${host}`);
  }

  get primaryUrl(): string {
    return this.#primary.url;
  }

  /** The primary ends like in a power cut, and the standby is promoted. The next standby is made on the port of the old primary. */
  async failOver(): Promise<number> {
    await this.#adding;
    const [old, next] = [this.#primary, this.#standby];
    const began = performance.now();
    await old.kill();
    await next.promote();
    const took = performance.now() - began;
    this.#primary = next;
    this.#adding = this.#addStandby(this.#folders[this.#place], old.port);
    this.#place = this.#place === 0 ? 1 : 0;
    return took;
  }

  async stop(): Promise<void> {
    await this.#adding.catch(() => {});
    await this.#standby.stop();
    await this.#primary.stop();
  }

  async #addStandby(folder: string, port: number): Promise<void> {
    this.#standby = await this.#primary.addStandby(folder, port);
    await this.#primary.waitForStandby(true);
    await whenInStep(this.#primary);
  }
}

async function whenInStep(primary: PostgresServer): Promise<void> {
  await eventually('the standby is in step', () => primary.isInStep(), { withinMs: 60_000, everyMs: 100 });
}

describe('failover', function () {
  this.timeout(600_000);
  const stoppers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stoppers.splice(0).reverse()) await stop();
  });

  const GROUPS: readonly (readonly [string, () => Promise<RedisGroup>])[] = [
    ['a Redis Cluster', startRedisCluster],
    ['Redis Sentinel', startRedisSentinels],
    ['a Redis Cluster with TLS', () => startRedisCluster(3, true)],
    ['Redis Sentinel with TLS', () => startRedisSentinels(true)],
  ];
  for (const [name, start] of hasRedisServer() ? GROUPS : []) {
    it(`completes each acknowledged start once when primaries of ${name} are killed under load`, async () => {
      const redis = await start();
      stoppers.push(() => redis.stop());
      const cluster = await startCluster(redis.url, 1, 1, undefined, { NODE_EXTRA_CA_CERTS: AUTHORITY });
      stoppers.push(() => cluster.stop());
      const pool = openPool(cluster.databaseUrl, { max: 1, applicationName: 'sluice test' });
      const installation = await readInstallation(pool).finally(() => pool.end());
      const queues = ['commands', 'follow-ups', 'administration'];
      const failOver = (n: number) => redis.failOver(`sluice:{${installation}:${queues[n % queues.length]}}`);
      const run = await runFailovers({ cluster, failOver });
      report(name, run);
      expect(run.failovers).to.equal(FAILOVERS);
      expect(run.acknowledged).to.be.at.least(CLIENTS * STARTS_PER_CLIENT);
      expect(run.broken).to.deep.equal([]);
      expect(await brokenRows(cluster.databaseUrl)).to.deep.equal([]);
      expect((await get(cluster.urls[0] ?? '', '/ready')).status).to.equal(200);
    });
  }

  it('completes each acknowledged start once when the primary of several hosts in DATABASE_URL is killed under load', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-failover-'));
    await chmod(folder, 0o755);
    stoppers.push(() => rm(folder, { recursive: true, force: true }));
    const pair = await Pair.open(folder);
    stoppers.push(() => pair.stop());
    const cluster = await startCluster(undefined, 1, 1, { url: pair.url, directUrl: pair.primaryUrl });
    stoppers.push(() => cluster.stop());
    const run = await runFailovers({ cluster, failOver: () => pair.failOver(), databaseUrl: () => pair.primaryUrl });
    report('Postgres, several hosts', run);
    expect(run.failovers).to.equal(FAILOVERS);
    expect(run.acknowledged).to.be.at.least(CLIENTS * STARTS_PER_CLIENT);
    expect(run.broken).to.deep.equal([]);
    expect(await brokenRows(pair.primaryUrl)).to.deep.equal([]);
  });

  const CUTS = [
    ['the primary crashes', false],
    ['the server of the primary loses power', true],
  ] as const;
  for (const [name, isPowerCut] of missingForPatroni().length === 0 ? CUTS : [])
    it(`completes each acknowledged start once when ${name} five times under load behind Patroni and HAProxy`, async () => {
      const patroni = await startPatroni();
      stoppers.push(() => patroni.stop());
      const cluster = await startCluster(undefined, 1, 1, { url: patroni.url, directUrl: patroni.url });
      stoppers.push(() => cluster.stop());
      const run = await runFailovers({ cluster, failOver: () => patroni.failOver(isPowerCut), failovers: 5 });
      report(`Patroni, ${name}`, run);
      expect(run.failovers).to.equal(5);
      expect(run.broken).to.deep.equal([]);
      expect(await brokenRows(patroni.url)).to.deep.equal([]);
    });
});
