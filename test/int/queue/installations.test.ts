import { expect } from 'chai';
import { Redis } from 'ioredis';
import { startApi } from '../../../src/api/main.ts';
import { renewInstallation } from '../../../src/db/installation.ts';
import { openPool } from '../../../src/db/pool.ts';
import type { CommandBatch } from '../../../src/messages/command-batch.ts';
import { stampKeyOf } from '../../../src/queue/home-stamp.ts';
import { startUi } from '../../../src/ui/main.ts';
import { startOf } from '../../support/commands.ts';
import { eventually } from '../../support/eventually.ts';
import { get, post } from '../../support/http/http-client.ts';
import { sequence, task } from '../../support/models/models.ts';
import { commandBatchOf, createQueue, installationOf, openView } from '../../support/open-backend.ts';
import { type RecordingLog, recordingLog } from '../../support/recording-log.ts';
import { type RestartableRedis, startRestartableRedis } from '../../support/redis-on-port.ts';
import { BACKENDS, startService, type TestService } from '../../support/service.ts';

/** Renames every queue of one installation, as a mistaken copy of Redis would: what is inside stays signed by the other. */
async function renameQueues(url: string, steps: readonly (readonly [from: string, to: string])[]): Promise<void> {
  const redis = new Redis(url);
  // all concurrently: a worker that saw the wake-up before the job would sleep again
  const all = redis.multi();
  for (const [from, to] of steps) {
    const queues = (await redis.keys(`sluice:${from}:*`)).filter((key) => key !== stampKeyOf(from));
    for (const key of queues) all.rename(key, key.replace(from, to));
  }
  await all.exec();
  redis.disconnect();
}

if (BACKENDS.includes('redis')) {
  describe('two installations on one Redis', () => {
    let redis: RestartableRedis;
    let mine: TestService;
    let theirs: TestService;
    let log: RecordingLog;

    before(async () => {
      redis = await startRestartableRedis();
      log = recordingLog();
      const limits = ['WorkflowMutation', 'TaskOperation', 'Read', 'Admin', 'Polling'];
      const rates = Object.fromEntries(limits.map((name) => [`RateLimiting__${name}__PermitLimit`, '5']));
      const env = { REDIS_URL: redis.url, Engine__CommandTimeoutSeconds: '2', UI_PORT: '0', ...rates };
      mine = await startService({ env, roles: [startApi] });
      theirs = await startService({ env, log });
    });
    after(async () => {
      await theirs?.stop();
      await mine?.stop();
      await redis.kill();
    });

    it('carry nothing out for each other, also when one of them has no worker', async () => {
      const answer = await post(mine.url, '/Definitions/deploy', { BpmnXml: sequence('order', task('pack')) });
      const known = await get(theirs.url, '/Definitions');
      expect([answer.status, known.json.items]).to.deep.equal([503, []]);
    });

    it('count the requests of their clients apart', async () => {
      for (let n = 0; n < 6; n++) await get(mine.url, '/UserTasks');
      expect((await get(mine.url, '/UserTasks')).status).to.equal(429);
      expect((await get(theirs.url, '/UserTasks')).status).to.equal(200);
    });

    it('refuse what the other has signed, loudly, when it lands in their queue all the same', async () => {
      const foreign = await openView(mine.databaseUrl, redis.url);
      await foreign.add(commandBatchOf([startOf('order')]));
      await foreign.close();
      const [from, to] = [await installationOf(mine.databaseUrl), await installationOf(theirs.databaseUrl)];
      await renameQueues(redis.url, [
        [to, 'gone'],
        [from, to],
      ]);
      const refusals = await eventually('the refusals', () => log.of(7047).length > 0 && log.of(7047));
      expect(refusals[0]?.properties['Installation']).to.equal(await installationOf(mine.databaseUrl));
    });

    it('are no longer ready when their database becomes that of another one', async () => {
      const ui = await theirs.start(startUi);
      expect((await get(ui.url ?? '', '/ready')).status).to.equal(200);
      const pool = openPool(theirs.databaseUrl, { max: 1, applicationName: 'sluice test' });
      const { from, to } = await renewInstallation(pool);
      await pool.end();
      expect(to)
        .to.match(/^[\da-f-]{36}$/)
        .and.not.equal(from);
      expect((await get(ui.url ?? '', '/ready')).text).to.equal('Not ready: postgres');
    });
  });
}

describe('an installation whose queue lives in its database', () => {
  it('refuses what was signed under another id when a copy of the database got a new one', async () => {
    const place = await createQueue('postgres');
    try {
      await (await place.open()).add(commandBatchOf([startOf('order')]));
      const pool = openPool(place.databaseUrl, { max: 1, applicationName: 'sluice test' });
      await renewInstallation(pool);
      await pool.end();
      const log = recordingLog();
      const taken: CommandBatch[] = [];
      const worker = await place.open(log);
      const consumer = await worker.consume(async ({ commandBatch }) => void taken.push(commandBatch), { concurrency: 1 });
      const own = commandBatchOf([startOf('order')]);
      await worker.add(own);
      await eventually('its own', () => taken.length > 0);
      expect([taken.map(({ id }) => id), log.of(7047).length]).to.deep.equal([[own.id], 1]);
      await consumer.close();
    } finally {
      await place.close();
    }
  });
});
