import { withTransaction } from '../../src/db/connection.ts';
import { silentLog } from '../../src/platform/log.ts';
import { openMetrics } from '../../src/platform/metrics/metrics.ts';
import { projectBatch } from '../../src/projector/batch.ts';
import { deleteExpired } from '../../src/worker/retention/retention-loop.ts';
import { startOf } from '../../test/support/commands.ts';
import { script, sequence } from '../../test/support/models/models.ts';
import { openWriteSide, type WriteSide } from '../../test/support/write-side.ts';

const KEEP_MS = 3_600_000;
const TODO = 500;

/** One finished instance of three script tasks, as often as it is wanted, with its journal and query rows. */
const COPIES = (instances: number) => `
  with ids as materialized (select gen_random_uuid() as id from generate_series(1, ${instances})), one as (select * from instance limit 1),
    journals as (insert into journal select ids.id, j.seq, gen_random_uuid(), j.at, j.v, j.events, j.actor from journal j
      join one on j.subject_id = one.id cross join ids),
    shown as (insert into q_instance select ids.id, q.definition_id, q.key, q.version, q.business_id, q.is_completed, q.is_cancelled, q.is_failed,
      q.created_at, q.started_at, q.completed_at, q.last_seq, q.live, q.live_seq, q.live_size, q.journal_size from q_instance q cross join ids),
    steps as (insert into q_instance_step select ids.id, s.seq, s.completed, s.conditions from q_instance_step s cross join ids)
  insert into instance (id, definition_id, seq, is_terminal, state, state_seq, state_size, ended_at)
    select ids.id, definition_id, seq, true, state, state_seq, state_size, now() - interval '1 day' from one cross join ids`;

/** Scenario `deletion`: how many expired instances one worker deletes in a second, and one projector takes out of the query tables, with nothing else to do. */
export async function deletion({ instances }: { readonly instances: number }): Promise<void> {
  const side = await openWriteSide();
  try {
    await side.deploy(sequence('quick', ...['a', 'b', 'c'].map((id) => script(id, `variables.${id} = 1`))));
    await side.run(startOf('quick'));
    await project(side);
    await side.sql(COPIES(instances));
    await side.sql('vacuum analyze');
    const retention = { instances: [{ pattern: '*', keepMs: KEEP_MS }], definitions: [] };
    const tools = { pool: side.pool, log: silentLog, metrics: openMetrics(), retention, signalProjectors: () => {} };
    await timed('worker, write side', instances, () => deleteExpired(tools));
    await timed('projector, query tables', instances, () => project(side));
  } finally {
    await side.close();
  }
}

async function project(side: WriteSide): Promise<void> {
  while ((await withTransaction(side.pool, (transaction) => projectBatch(transaction, TODO, []))).takenCount > 0);
}

async function timed(what: string, instances: number, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(`${what.padEnd(24)} ${(instances / seconds).toFixed(0).padStart(6)} instances/s\n`);
}
