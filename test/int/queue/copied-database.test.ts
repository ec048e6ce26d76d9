// tier all: a role that waits polls every few seconds; takes 13 s

import { expect } from 'chai';
import { Redis } from 'ioredis';
import { diagnose } from '../../../src/cli/doctor/doctor.ts';
import { readHome } from '../../../src/db/installation.ts';
import { openPool, type Pool } from '../../../src/db/pool.ts';
import { stampHome, stampKeyOf } from '../../../src/queue/home-stamp.ts';
import { openRedisBackend } from '../../../src/queue/redis-backend.ts';
import { startOf } from '../../support/commands.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { get } from '../../support/http/http-client.ts';
import { commandBatchOf, installationOf, SOME_INSTALLATION } from '../../support/open-backend.ts';
import { recordingLog } from '../../support/recording-log.ts';
import { type RestartableRedis, startRestartableRedis } from '../../support/redis-on-port.ts';
import { BACKENDS, startService, type TestService } from '../../support/service.ts';
import { itFull } from '../../support/tier.ts';
import { describeRolesOfCopy } from './copied-database.ts';

if (BACKENDS.includes('redis')) {
  // the other roles are in copied-database-roles.test.ts
  describeRolesOfCopy(['worker']);

  describe('a copy of a database on the Redis of its original', function () {
    this.timeout(120_000);
    let redis: RestartableRedis;
    let original: TestService;
    let copy: TestDatabase;
    const pools: Pool[] = [];

    before(async () => {
      redis = await startRestartableRedis();
      original = await startService({ env: { REDIS_URL: redis.url } });
      copy = await createTestDatabase();
      await poolOf(copy.url).query('update installation set id = $1', [await installationOf(original.databaseUrl)]);
    });
    after(async () => {
      for (const pool of pools) await pool.end();
      await original?.stop();
      await copy?.drop();
      await redis.kill();
    });

    function poolOf(url: string): Pool {
      const pool = openPool(url, { max: 1, applicationName: 'sluice test' });
      pools.push(pool);
      return pool;
    }
    it('has another home than its original, and the same one each time it is asked', async () => {
      const [ours, again, theirs] = [
        await readHome(poolOf(original.databaseUrl)),
        await readHome(poolOf(original.databaseUrl)),
        await readHome(poolOf(copy.url)),
      ];
      expect(ours)
        .to.match(/^\d+\/\d+$/)
        .and.equal(again)
        .and.not.equal(theirs);
    });

    it('is found by the doctor, on both sides of the mistake', async () => {
      const wrongs = async (url: string) => {
        const { findings } = await diagnose({
          HOST: '127.0.0.1',
          PORT: '0',
          UI_PORT: '0',
          METRICS_PORT: '0',
          DATABASE_URL: url,
          REDIS_URL: redis.url,
        });
        return findings.map(({ text }) => text).filter((text) => text.includes('installation:renew'));
      };
      expect(await wrongs(copy.url)).to.have.length(1);
      expect(await wrongs(original.databaseUrl)).to.deep.equal([]);
    });

    itFull('makes the original not ready when it gets the queue all the same, until it is gone', async () => {
      const client = new Redis(redis.url);
      const key = stampKeyOf(await installationOf(original.databaseUrl));
      expect((await get(original.url, '/ready')).status).to.equal(200);
      await client.set(key, 'the copy');
      await eventually('not ready', async () => (await get(original.url, '/ready')).text === 'Not ready: queue');
      await client.del(key);
      await eventually('ready', async () => (await get(original.url, '/ready')).status === 200);
      client.disconnect();
    });
  });

  describe('the stamp of a queue', () => {
    let redis: RestartableRedis;
    let client: Redis;
    before(async () => {
      redis = await startRestartableRedis();
      client = new Redis(redis.url);
    });
    after(async () => {
      client.disconnect();
      await redis.kill();
    });
    const options = (home: { now: string }, installation = crypto.randomUUID()) => ({
      installation,
      readHome: async () => home.now,
      log: recordingLog(),
      renewEveryMs: 20,
      lastsMs: 60_000,
    });

    // slow: a role that waits looks every few seconds
    it('is taken over soon after the last replica has ended, when the database was moved', async () => {
      const before = options({ now: 'old' });
      const [one, another] = [await stampHome(client, before), await stampHome(client, before)];
      const after = options({ now: 'new' }, before.installation);
      const moved = stampHome(client, after);
      await eventually('it waits', () => after.log.of(7058).length > 0);
      one.close();
      another.close();
      const key = stampKeyOf(before.installation);
      expect(await client.pttl(key)).to.be.within(1, before.lastsMs);
      let isTakenOver = false;
      void moved.then(() => {
        isTakenOver = true;
      });
      // instead of waiting until it ends automatically; more than once, because a renewal may still be on its way
      await eventually('it is taken over', async () => {
        if (!isTakenOver && (await client.get(key)) === 'old') await client.pexpire(key, 1);
        return isTakenOver;
      });
      expect((await moved).home).to.equal('new');
      (await moved).close();
    });

    it('follows the server when that moves under running replicas', async () => {
      const home = { now: 'old' };
      const moving = options(home);
      const [one, another] = [await stampHome(client, moving), await stampHome(client, moving)];
      home.now = 'new';
      await eventually('both know', () => one.home === 'new' && another.home === 'new');
      expect([one.check(), another.check(), moving.log.of(7058).length]).to.deep.equal([undefined, undefined, 0]);
      one.close();
      another.close();
    });

    it('stops waiting when the role must stop', async () => {
      const first = options({ now: 'one' });
      const stamp = await stampHome(client, first);
      const stopping = new AbortController();
      const second = { ...options({ now: 'other' }, first.installation), stopping: stopping.signal };
      const waiting = stampHome(client, second).then(
        () => 'stamped',
        () => 'given up',
      );
      await eventually('it waits', () => second.log.of(7058).length > 0);
      stopping.abort();
      expect(await waiting).to.equal('given up');
      stamp.close();
    });

    it('has command batches of the copy refused, loudly, when both are in one queue', async () => {
      const log = recordingLog();
      const [installation, home] = [SOME_INSTALLATION, { now: 'original' }];
      const ours = await openRedisBackend(redis.url, log, { installation, readHome: async () => home.now });
      home.now = 'copy';
      await client.del(stampKeyOf(installation));
      const theirs = await openRedisBackend(redis.url, log, { installation, readHome: async () => 'copy' });
      home.now = 'original';
      const taken: string[] = [];
      const consumer = await ours.consume(async ({ commandBatch }) => void taken.push(commandBatch.id), { concurrency: 1 });
      const [foreign, own] = [commandBatchOf([startOf('order')]), commandBatchOf([startOf('order')])];
      await theirs.add(foreign);
      await ours.add(own);
      await eventually('its own', () => taken.length > 0);
      expect(taken).to.deep.equal([own.id]);
      expect(log.of(7047).map(({ properties }) => [properties['EnvelopeId'], properties['Reason']])).to.deep.equal([
        [foreign.id, 'of another database with the same id'],
      ]);
      await consumer.close();
      await ours.close();
      await theirs.close();
    });
  });
}
