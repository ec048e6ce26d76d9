import { expect } from 'chai';
import { commandIdentity } from '../../../src/api/idempotency.ts';
import { createSigner } from '../../../src/api/signatures.ts';
import { openPool, type Pool } from '../../../src/db/pool.ts';
import type { Command } from '../../../src/messages/commands.ts';
import { newId } from '../../../src/platform/ids.ts';
import { startWorker } from '../../../src/worker/main.ts';
import { setPause } from '../../../src/worker/pause-points.ts';
import { startOf } from '../../support/commands.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/http/expect-answer.ts';
import { post } from '../../support/http/http-client.ts';
import { deploy, start, stateOf } from '../../support/http/steps.ts';
import { sequence, task } from '../../support/models/models.ts';
import { commandBatchOf, emptyRedis, openView } from '../../support/open-backend.ts';
import { BACKENDS, startService, type TestService } from '../../support/service.ts';
import { itFull } from '../../support/tier.ts';

for (const backend of BACKENDS) {
  describe(`the write path of the whole service on ${backend}`, () => {
    let service: TestService;
    let redisUrl: string | undefined;
    let pool: Pool;

    before(async () => {
      redisUrl = await emptyRedis(backend);
      service = await startService({ backend, ...(redisUrl === undefined ? {} : { env: { REDIS_URL: redisUrl } }) });
      pool = openPool(service.databaseUrl, { max: 2, applicationName: 'sluice test' });
      await deploy(service.url, sequence('order', task('work')));
    });
    after(async () => {
      await pool?.end();
      await service?.stop();
    });
    afterEach(() => setPause(undefined));

    const count = async (table: string) => Number((await pool.query(`select count(*) as n from ${table}`)).rows[0]?.n);
    const oneInstance = async (instanceId: string) =>
      Number((await pool.query('select count(*) as n from journal where subject_id = $1', [instanceId])).rows[0]?.n);
    /** A follow-up whose transaction has committed and whose wake-up signal got lost. */
    async function leaveInOutbox(...commands: readonly Command[]): Promise<void> {
      for (const command of commands) {
        await pool.query(`insert into outbox values ($1, $2, clock_timestamp() - interval '1 minute')`, [
          command.id,
          JSON.stringify(command),
        ]);
      }
    }
    const untilSwept = () => eventually('an empty outbox', async () => (await count('outbox')) === 0);

    it('carries a follow-up out when its wake-up signal got lost: the sweep finds it (docs/contributing/spec/reliability.md#worker-dies-after-commit)', async () => {
      const followUp = startOf('order', { variables: { n: 1 } });
      await leaveInOutbox(followUp);
      await untilSwept();
      expect(await oneInstance(followUp.instanceId)).to.equal(1);
      const { activeActivityIds } = await stateOf(service.url, followUp.instanceId);
      expect(activeActivityIds).to.deep.equal(['work']);
    });

    it('carries a follow-up out once when it gets a wake-up signal repeatedly', async () => {
      const followUp = startOf('order');
      await leaveInOutbox(followUp);
      const view = await openView(service.databaseUrl, redisUrl);
      await Promise.all(Array.from({ length: 8 }, () => view.add(commandBatchOf([followUp]))));
      await untilSwept();
      await eventually('an empty queue', async () => (await view.counts()).every(({ count: jobs }) => jobs === 0));
      expect(await oneInstance(followUp.instanceId)).to.equal(1);
      await view.close();
    });

    it('parks a follow-up no one can run, and continues with those behind it', async () => {
      const bad = { kind: 'PolishInstance', id: newId() } as unknown as Command;
      const good = startOf('order');
      await leaveInOutbox(bad, good);
      await untilSwept();
      expect(await oneInstance(good.instanceId)).to.equal(1);
      const { rows } = await pool.query('select command_id from dead_letter');
      expect(rows.map(({ command_id }) => command_id)).to.include(bad.id);
    });

    it('answers 500 to the one whose command a bug stopped, and 200 to its neighbours', async () => {
      const key = newId();
      const { id } = commandOfKey(key);
      setPause(async (point, ids) => {
        if (point === 'before-write' && ids.includes(id)) throw new Error('a bug');
      });
      const fine = Promise.all(Array.from({ length: 5 }, () => start(service.url, 'order')));
      const answer = await post(service.url, '/Execution/start', { WorkflowId: 'order' }, { 'Idempotency-Key': key });
      expectProblem(answer, 500, 'An unexpected error occurred. See server logs for details.', '/Execution/start');
      expect(new Set(await fine).size).to.equal(5);
    });

    itFull(
      'answers 503 when no worker runs, and the repeat with the key it gave learns the outcome (docs/contributing/spec/http.md#command-timeout)',
      async () => {
        const own = await emptyRedis(backend);
        const env = { Engine__CommandTimeoutSeconds: '3', ...(own === undefined ? {} : { REDIS_URL: own }) };
        const lonely = await startService({ backend, env });
        await deploy(lonely.url, sequence('order', task('work')));
        await lonely.stopRole('worker');
        const lost = await post(lonely.url, '/Execution/start', { WorkflowId: 'order' });
        expect([lost.status, lost.headers['retry-after']]).to.deep.equal([503, '5']);
        await lonely.start(startWorker);
        const headers = { 'Idempotency-Key': String(lost.headers['idempotency-key']) };
        const found = await post(lonely.url, '/Execution/start', { WorkflowId: 'order' }, headers);
        expect(found.status).to.equal(200);
        const again = await post(lonely.url, '/Execution/start', { WorkflowId: 'order' }, headers);
        expect([again.text, again.headers['idempotency-replayed']]).to.deep.equal([found.text, 'true']);
        const other = openPool(lonely.databaseUrl, { max: 1, applicationName: 'sluice test' });
        expect((await other.query('select count(*)::int as n from instance')).rows).to.deep.equal([{ n: 1 }]);
        await other.end();
        await lonely.stop();
      },
    );
  });
}

/** The command of a request with this key. */
function commandOfKey(idempotencyKey: string): { readonly id: string } {
  const body = { members: {} } as unknown as Parameters<typeof commandIdentity>[0]['body'];
  const identity = commandIdentity({ canonicalPath: '/Execution/start', body, idempotencyKey }, createSigner(''));
  if (identity.kind !== 'command') throw new Error('the key was issued for another request');
  return identity;
}
