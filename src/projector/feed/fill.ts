import { type Transaction, withTransaction } from '../../db/connection.ts';
import type { Pool } from '../../db/pool.ts';
import type { Logger } from '../../platform/log.ts';
import { errorMessage } from '../../platform/redact.ts';
import { backoffMs, sleep } from '../../platform/retry.ts';
import { enterGate, lockSubjects } from '../locks.ts';
import { appendProjected } from './append.ts';

const INSTANCES_PER_BATCH = 200;
const OUTAGE = { firstDelayMs: 100, maxDelayMs: 5000 };
const REBUILD_WAIT_MS = 500;
/** pause between two batches, so that other projectors continue */
const PAUSE_MS = 5;

/** Last published instance. `at`: time of its creation as text, which keeps the full precision. */
interface Place {
  readonly at: string;
  readonly instanceId: string;
}

const BEGINNING: Place = { at: '-infinity', instanceId: '00000000-0000-0000-0000-000000000000' };

const NEXT = {
  name: 'projector-next-to-feed',
  text: `
    select instance_id, created_at::text as at from q_instance
    where (created_at, instance_id) > ($1::timestamptz, $2::uuid) order by created_at, instance_id limit $3`,
};

/**
 * Publishes events from before the feed was enabled, and those of replicas with other settings. Processes all instances once, oldest first, in batches. It
 * skips published events, so several replicas can run it at the same time, and it can stop at any time. Never rejects; retries after errors, and logs the
 * first of several in a row. Resolves at the end or after `signal`.
 */
export async function fillFeed(pool: Pool, log: Logger, signal: AbortSignal): Promise<void> {
  let place: Place | undefined = BEGINNING;
  let count = 0;
  for (let failures = 0; place !== undefined && !signal.aborted; ) {
    const from: Place = place;
    try {
      const batch: PublishedBatch | 'closed' = await withTransaction(pool, (transaction) => publishBatch(transaction, from));
      failures = 0;
      if (batch !== 'closed') {
        place = batch.next;
        count += batch.count;
      }
      await pause(batch === 'closed' ? REBUILD_WAIT_MS : PAUSE_MS, signal);
    } catch (error) {
      failures += 1;
      if (failures === 1) log.event('database-unreachable', { Operation: 'feed', ErrorMessage: errorMessage(error) });
      await pause(backoffMs(OUTAGE, failures), signal);
    }
  }
  if (place === undefined && count > 0) log.event('feed-filled', { Count: count });
}

interface PublishedBatch {
  /** last published instance; undefined: none is left */
  readonly next: Place | undefined;
  readonly count: number;
}

/** @returns `closed` while a rebuild runs or waits */
async function publishBatch(transaction: Transaction, { at, instanceId }: Place): Promise<PublishedBatch | 'closed'> {
  if (!(await enterGate(transaction))) return 'closed';
  const rows = await transaction.query<{ instance_id: string; at: string }>(NEXT, [at, instanceId, INSTANCES_PER_BATCH]);
  const last = rows.at(-1);
  if (last === undefined) return { next: undefined, count: 0 };
  const instanceIds = rows.map((row) => row.instance_id);
  lockSubjects(transaction, instanceIds);
  const count = await appendProjected(transaction, instanceIds);
  return { next: { at: last.at, instanceId: last.instance_id }, count };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, signal).catch(() => {});
}
