// tier nightly: measures how long follow-ups wait next to a flood of others
// runs alone: follow-ups are timed next to a flood of others

import { expect } from 'chai';
import { openPool, type Pool } from '../../../src/db/pool.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { QueueBackend } from '../../../src/queue/queue-backend.ts';
import { startOf } from '../../support/commands.ts';
import { eventually } from '../../support/eventually.ts';
import { post } from '../../support/http/http-client.ts';
import { deploy, start } from '../../support/http/steps.ts';
import { catching, message, onMessage, onSignal, processOf, signal, startedBy } from '../../support/models/event-elements.ts';
import { commandBatchOf, emptyRedis, openView } from '../../support/open-backend.ts';
import { BACKENDS, startService, type TestService } from '../../support/service.ts';

/** Instances that a signal resumes, and that throw a message each. */
const FLOOD = 4000;
const TYPICAL_DELAY_MS = 1000;
const MAX_DELAY_MS = 8000;
const ROOTS = ['ripple', 'tell'].map((name) => message(`m-${name}`, name)).join('') + signal('go');
const throwing = (name: string) =>
  `<intermediateThrowEvent id="throw-${name}">${onMessage(`m-${name}`)}</intermediateThrowEvent>`;

for (const kind of BACKENDS) {
  describe(`follow-ups next to a flood of others on ${kind} (docs/contributing/spec/reliability.md#fair-shares)`, function () {
    this.timeout(240_000);
    let service: TestService;
    let queue: QueueBackend;
    let pool: Pool;
    before(async () => {
      const redisUrl = await emptyRedis(kind);
      service = await startService({ backend: kind, ...(redisUrl !== undefined && { env: { REDIS_URL: redisUrl } }) });
      queue = await openView(service.databaseUrl, redisUrl);
      pool = openPool(service.databaseUrl, { max: 2, applicationName: 'sluice test' });
      await deploy(service.url, startedBy('rippled', ROOTS, onMessage('m-ripple')));
      await deploy(service.url, processOf('burst', ROOTS, [catching('wait', onSignal('go')), throwing('ripple')]));
      await deploy(service.url, startedBy('told', ROOTS, onMessage('m-tell')));
      await deploy(service.url, processOf('small', ROOTS, [throwing('tell')]));
      for (let n = 0; n < FLOOD / 100; n += 1) {
        await queue.add(
          commandBatchOf(
            Array.from({ length: 100 }, () => startOf('burst')),
            { replyTo: newId() },
          ),
        );
      }
      await eventually('all wait', async () => (await begun('burst')).length === FLOOD);
    });
    after(async () => {
      await pool.end();
      await service.stop();
      await queue.close();
    });

    const waiting = async () =>
      (await queue.counts()).reduce((sum, { queue: of, count }) => sum + (of.endsWith('follow-ups') ? count : 0), 0);
    const begun = async (key: string): Promise<number[]> => {
      const text = `select extract(epoch from at) * 1000 as at from journal join instance on id = subject_id
        where definition_id like $1 || ':%' and journal.seq = 1 order by at`;
      return (await pool.query(text, [key])).rows.map(({ at }) => Number(at));
    };

    it('of one process are not delayed: each source has its share', async () => {
      expect((await post(service.url, '/Execution/signal', { SignalName: 'go' })).status).to.equal(200);
      await eventually('a backlog', async () => (await waiting()) > 1000);
      let most = 0;
      for (let n = 0; n < 30; n += 1) {
        await start(service.url, 'small');
        most = Math.max(most, await waiting());
      }
      expect(most, 'the flood continues').to.be.greaterThan(100);
      await eventually('all are told', async () => (await begun('told')).length === 30, { withinMs: 120_000 });
      const [told, small] = [await begun('told'), await begun('small')];
      const delays = told.map((at, n) => at - (small[n] ?? 0)).sort((a, b) => a - b);
      // without shares all of them wait for the whole flood, which takes half a minute
      expect(delays[15]).to.be.lessThan(TYPICAL_DELAY_MS);
      expect(delays.at(-1)).to.be.lessThan(MAX_DELAY_MS);
      await eventually('nothing is lost', async () => (await begun('rippled')).length === FLOOD, { withinMs: 120_000 });
    });
  });
}
