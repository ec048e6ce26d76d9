// runs alone: programs are killed at moments that depend on the speed of the others

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { post } from '../support/http/http-client.ts';
import { seededRandom } from '../support/random.ts';
import { startRestartableRedis } from '../support/redis-on-port.ts';
import { brokenPromises, brokenRows, listInstances } from './audit.ts';
import { type Cluster, startCluster, type Victim } from './cluster.ts';
import { runStarts, type Start } from './load.ts';

const KEY = 'chaos';
const MODEL = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="http://sluice.example/chaos">
  <process id="${KEY}" isExecutable="true">
    <startEvent id="start"/><scriptTask id="a"><script>a = n + 1</script></scriptTask>
    <scriptTask id="b"><script>b = a * 2</script></scriptTask><endEvent id="end"/>
    <sequenceFlow id="f1" sourceRef="start" targetRef="a"/><sequenceFlow id="f2" sourceRef="a" targetRef="b"/>
    <sequenceFlow id="f3" sourceRef="b" targetRef="end"/>
  </process>
</definitions>`;
const VICTIMS: readonly Victim[] = ['worker', 'api', 'postgres', 'projector', 'worker'];
const hasRedis = (process.env['TEST_REDIS_URL'] ?? '') !== '';

describe('a cluster under load', function () {
  this.timeout(240_000);
  const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);
  const random = seededRandom(seed);
  const stoppers: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const stop of stoppers.splice(0).reverse()) await stop();
  });

  async function openCluster(redisUrl?: string): Promise<Cluster> {
    const cluster = await startCluster(redisUrl, 2, seed);
    stoppers.push(() => cluster.stop());
    const { status, text } = await post(cluster.urls[0] ?? '', '/Definitions/deploy', { BpmnXml: MODEL });
    expect(status, text).to.equal(200);
    return cluster;
  }
  async function openRedis() {
    const redis = await startRestartableRedis();
    stoppers.push(() => redis.kill());
    return redis;
  }
  /** Runs the load and, until it is done, the faults, one after the other. @returns the answers that the clients got */
  async function under(cluster: Cluster, startsPerClient: number, fault: () => Promise<void>, everyMs: number): Promise<Start[]> {
    let isDone = false;
    const load = runStarts({ urls: cluster.urls, key: KEY, clients: 20, startsPerClient, random }).finally(() => {
      isDone = true;
    });
    const faults = (async () => {
      for (await pause(everyMs); !isDone; await pause(everyMs * (0.5 + random()))) await fault();
    })();
    const starts = await load;
    await faults;
    return starts;
  }
  async function expectAllKept(cluster: Cluster, starts: readonly Start[]): Promise<void> {
    await cluster.untilReady();
    const listed = await listInstances(cluster.urls[0] ?? '', cluster.databaseUrl, KEY);
    expect(brokenPromises(starts, listed), `seed ${seed}`).to.deep.equal([]);
    expect(await brokenRows(cluster.databaseUrl), `seed ${seed}`).to.deep.equal([]);
  }

  for (const backend of hasRedis ? ['Redis', 'Postgres'] : ['Postgres']) {
    it(`completes each of 2,000 acknowledged starts exactly once when its processes and Postgres are killed at random (queue in ${backend})`, async () => {
      const cluster = await openCluster(backend === 'Redis' ? (await openRedis()).url : undefined);
      let kills = 0;
      const kill = () => cluster.kill(VICTIMS[kills % VICTIMS.length] ?? 'worker', kills++);
      const starts = await under(cluster, 100, kill, 600);
      expect(kills, 'the load was over before anything was killed').to.be.greaterThan(VICTIMS.length);
      expect(starts.filter(({ instanceId }) => instanceId !== undefined).length).to.equal(2000);
      await expectAllKept(cluster, starts);
    });
  }

  if (hasRedis) {
    it('loses nothing it has acknowledged when Redis forgets everything repeatedly (docs/contributing/spec/reliability.md#redis-emptied)', async () => {
      const redis = await openRedis();
      const cluster = await openCluster(redis.url);
      const client = new Redis(redis.url);
      client.on('error', () => {});
      stoppers.push(async () => client.disconnect());
      let flushes = 0;
      const flush = async () => void ((await client.flushall()) && flushes++);
      const starts = await under(cluster, 40, flush, 250);
      expect(flushes).to.be.greaterThan(4);
      await expectAllKept(cluster, starts);
    });
  }
});
