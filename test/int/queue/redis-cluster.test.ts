import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { createSharedCounters, openCounterLink } from '../../../src/api/rate-limit.ts';
import { diagnose } from '../../../src/cli/doctor/doctor.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { openRedisBackend } from '../../../src/queue/redis-backend.ts';
import { eventually } from '../../support/eventually.ts';
import { hasRedisServer } from '../../support/redis.ts';
import { type RedisGroup, startRedisCluster, startRedisSentinels } from '../../support/redis-group.ts';

// tier all: starts up to six Redis servers

const INSTALLATION = '00000000-0000-4000-8000-000000000001';
const BASE = { HOST: '127.0.0.1', PORT: '0', UI_PORT: '0', METRICS_PORT: '0', DATA_DIR: tmpdir() };

async function ofRedis(url: string): Promise<readonly string[]> {
  const { findings } = await diagnose({ ...BASE, REDIS_URL: url });
  return findings.map(({ text }) => text).filter((text) => /Redis/.test(text));
}

const GROUPS: readonly (readonly [string, () => Promise<RedisGroup>])[] = [
  ['a Redis Cluster', startRedisCluster],
  ['Redis Sentinel', startRedisSentinels],
];

for (const [name, start] of hasRedisServer() ? GROUPS : []) {
  describe(`the queue in ${name} (docs/how-to/size-and-scale.md#redis-cluster)`, function () {
    this.timeout(240_000);
    let redis: RedisGroup;
    before(async () => {
      redis = await start();
    });
    after(() => redis.stop());

    it('carries wake-up signals and announcements when a primary has failed, as before', async () => {
      const backend = await openRedisBackend(redis.url, silentLog, { installation: INSTALLATION });
      try {
        let woken = 0;
        const heard: unknown[] = [];
        const consumer = await backend.consumeWakeUps('mail', () => void woken++);
        await backend.listen('me', (announcements) => heard.push(...announcements));
        const sendAll = async () => {
          await backend.sendWakeUp('mail');
          await backend.announce('me', [{ commandId: 'one', outcome: 'done' }] as never);
          return true;
        };
        const isReceived = () => woken > 0 && heard.length > 0;
        await sendAll();
        await eventually('both have come', isReceived);
        await redis.failOver(`sluice:{${INSTALLATION}:task-mail}`);
        [woken, heard.length] = [0, 0];
        await eventually('both come again', async () => (await sendAll()) && isReceived(), { withinMs: 60_000, everyMs: 200 });
        expect((await backend.counts()).map(({ queue }) => queue)).to.include('task-mail');
        await consumer.close();
      } finally {
        await backend.close();
      }
    });

    const itInCluster = start === startRedisCluster ? it : () => {};
    itInCluster('delivers wake-up signals again when most primaries were down', async () => {
      const backend = await openRedisBackend(redis.url, silentLog, { installation: INSTALLATION });
      try {
        const queues = ['a', 'b', 'c', 'd', 'e', 'f']; // on several nodes
        const woken = new Set<string>();
        const consumers = await Promise.all(queues.map((queue) => backend.consumeWakeUps(queue, () => void woken.add(queue))));
        const isWoken = async () => {
          for (const queue of queues) await backend.sendWakeUp(queue).catch(() => {});
          return woken.size === queues.length;
        };
        await eventually('all are woken', isWoken, { withinMs: 60_000, everyMs: 200 });
        const repair = await redis.breakDown?.();
        // waits: the consumers must have connected to the rest of the cluster, which they do after their blocking command has timed out
        await setTimeout(25_000);
        await repair?.();
        woken.clear();
        await eventually('all are woken again', isWoken, { withinMs: 60_000, everyMs: 200 });
        for (const consumer of consumers) await consumer.close();
      } finally {
        await backend.close();
      }
    });

    it('counts requests of all replicas together when their keys are on different nodes', async () => {
      const links = await Promise.all([1, 2].map(() => openCounterLink(redis.url, silentLog, `sluice:${INSTALLATION}`)));
      const stores = links.map((link) => createSharedCounters('Read', link));
      for (const store of stores) store.init?.({ windowMs: 60_000 } as never);
      try {
        for (const client of ['a', 'b', 'c', 'd', 'e'])
          for (const [n, store] of stores.entries()) expect((await store.increment(client)).totalHits, client).to.equal(n + 1);
      } finally {
        for (const store of stores) store.shutdown?.();
        for (const link of links) link.close();
      }
    });

    it('passes the doctor, which asks for another scheme when the address is that of one node of a cluster', async () => {
      const others = 'Redis also holds queues of other installations';
      expect((await ofRedis(redis.url)).filter((text) => !text.startsWith(others))).to.deep.equal([]);
      if (!redis.url.startsWith('redis+cluster')) return;
      const [, host = ''] = /\/\/([^,]*),/.exec(redis.url) ?? [];
      const isFound = async () => (await ofRedis(`redis://${host}`)).some((text) => /is a node of a cluster/.test(text));
      expect(await isFound()).to.equal(true);
    });
  });
}
