import { expect } from 'chai';
import { openPool, type Pool } from '../../../src/db/pool.ts';
import type { QueueBackend } from '../../../src/queue/queue-backend.ts';
import { setPause } from '../../../src/worker/pause-points.ts';
import { startOf } from '../../support/commands.ts';
import { deferred } from '../../support/deferred.ts';
import { eventually } from '../../support/eventually.ts';
import { deploy, start } from '../../support/http/steps.ts';
import { message, onMessage, processOf, startedBy } from '../../support/models/event-elements.ts';
import { sequence, task } from '../../support/models/models.ts';
import { commandBatchOf, emptyRedis, openView } from '../../support/open-backend.ts';
import { startService, type TestService, TIER_BACKENDS } from '../../support/service.ts';
import { itFull } from '../../support/tier.ts';

/** More follow-ups of one source than a worker has slots for follow-ups, with and without a turn. */
const FLOOD = 40;
const ROOTS = message('m-tell', 'tell');

for (const kind of TIER_BACKENDS) {
  describe(`follow-ups next to a flood of others on ${kind} (docs/contributing/spec/reliability.md#fair-shares)`, () => {
    let service: TestService;
    let queue: QueueBackend;
    let pool: Pool;
    before(async () => {
      const redisUrl = await emptyRedis(kind);
      service = await startService({ backend: kind, ...(redisUrl !== undefined && { env: { REDIS_URL: redisUrl } }) });
      queue = await openView(service.databaseUrl, redisUrl);
      pool = openPool(service.databaseUrl, { max: 2, applicationName: 'sluice test' });
      await deploy(service.url, sequence('burst', task('work')));
      await deploy(service.url, startedBy('told', ROOTS, onMessage('m-tell')));
      const throwing = `<intermediateThrowEvent id="throw">${onMessage('m-tell')}</intermediateThrowEvent>`;
      await deploy(service.url, processOf('small', ROOTS, [throwing]));
    });
    after(async () => {
      setPause(undefined);
      await pool.end();
      await service.stop();
      await queue.close();
    });

    const begun = async (key: string): Promise<number> => {
      const { rows } = await pool.query(`select count(*)::int as n from instance where definition_id like $1 || ':%'`, [key]);
      return rows[0]?.n;
    };

    itFull('of one process are not delayed: each source has its share', async () => {
      const release = deferred();
      const flood = Array.from({ length: FLOOD }, () => startOf('burst'));
      const ids = new Set(flood.map(({ id }) => id));
      const held = new Set<string>();
      setPause(async (point, of) => {
        const [id] = of.filter((one) => ids.has(one));
        if (point !== 'after-route' || id === undefined) return;
        held.add(id);
        await release.promise;
      });
      const source = { root: 'burst', key: 'burst' };
      await Promise.all(flood.map((command) => queue.add({ ...commandBatchOf([command]), source })));
      const waits = async (priorityClass: string) =>
        (await queue.counts()).some(({ queue: of, state, count }) => of === priorityClass && state !== 'active' && count > 0);
      // the source has all the slots it may have, and the slots for the bulk are taken
      await eventually('the flood waits', async () => !(await waits('follow-ups')) && (await waits('bulk-follow-ups')));
      for (let n = 0; n < 3; n += 1) await start(service.url, 'small');
      await eventually('all are told', async () => (await begun('told')) === 3);
      expect(await begun('burst'), 'the flood still waits').to.equal(0);
      expect(held.size).to.be.within(1, FLOOD - 1);
      release.resolve();
      await eventually('nothing is lost', async () => (await begun('burst')) === FLOOD);
    });
  });
}
