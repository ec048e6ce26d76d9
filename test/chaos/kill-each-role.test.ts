// tier commit: the short form of crash.test.ts
import { expect } from 'chai';
import { post } from '../support/http/http-client.ts';
import { startRestartableRedis } from '../support/redis-on-port.ts';
import { brokenPromises, brokenRows, listInstances } from './audit.ts';
import { startCluster, type Victim } from './cluster.ts';
import { runStarts } from './load.ts';

const KEY = 'order';
const MODEL = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="http://sluice.example/chaos">
  <process id="${KEY}" isExecutable="true">
    <startEvent id="start"/><scriptTask id="double"><script>doubled = n * 2</script></scriptTask><endEvent id="end"/>
    <sequenceFlow id="f1" sourceRef="start" targetRef="double"/><sequenceFlow id="f2" sourceRef="double" targetRef="end"/>
  </process>
</definitions>`;
const VICTIMS: readonly Victim[] = ['worker', 'api', 'projector', 'postgres'];
const CLIENTS = 10;
const STARTS_PER_CLIENT = 12;
const STARTS_BETWEEN_KILLS = 20;
const hasRedis = (process.env['TEST_REDIS_URL'] ?? '') !== '';

describe('a service under load', function () {
  this.timeout(600_000);
  const stoppers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stoppers.splice(0).reverse()) await stop();
  });

  // slow: starts five processes and a Postgres, and restarts four of them
  it('completes each acknowledged start exactly once when every role and Postgres are killed with SIGKILL', async () => {
    let redisUrl: string | undefined;
    if (hasRedis) {
      const redis = await startRestartableRedis();
      stoppers.push(() => redis.kill());
      redisUrl = redis.url;
    }
    const cluster = await startCluster(redisUrl, 1);
    stoppers.push(() => cluster.stop());
    const { status, text } = await post(cluster.urls[0] ?? '', '/Definitions/deploy', { BpmnXml: MODEL });
    expect(status, text).to.equal(200);

    const kills: Promise<void>[] = [];
    const onAcknowledged = (count: number) => {
      const victim = VICTIMS[count / STARTS_BETWEEN_KILLS - 1];
      if (victim !== undefined) kills.push(cluster.kill(victim, 0));
    };
    const load = { urls: cluster.urls, key: KEY, clients: CLIENTS, startsPerClient: STARTS_PER_CLIENT, random: () => 0 };
    const starts = await runStarts({ ...load, onAcknowledged });
    await Promise.all(kills);
    expect(kills.length).to.equal(VICTIMS.length);
    expect(starts.filter(({ instanceId }) => instanceId !== undefined).length).to.equal(CLIENTS * STARTS_PER_CLIENT);

    await cluster.untilReady();
    const listed = await listInstances(cluster.urls[0] ?? '', cluster.databaseUrl, KEY);
    expect(brokenPromises(starts, listed)).to.deep.equal([]);
    expect(await brokenRows(cluster.databaseUrl)).to.deep.equal([]);
  });
});
