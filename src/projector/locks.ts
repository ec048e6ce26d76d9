import type { Connection, Transaction } from '../db/connection.ts';

/** First keys of advisory locks with two keys. All last until the transaction ends. */
const GATE_SPACE = 1_400_001;
const SUBJECT_SPACE = 1_400_002;

/** Time after which the database ends the session of an idle batch. Large rows take seconds to compute. */
const HOLDER_LIMIT = '60s';

/** Disables the triggers that count for projectors of older releases, because this transaction counts the totals. */
const COUNTS = `set_config('sluice.is_counted', 'true', true)`;
const ENTER = {
  name: 'projector-enter-gate-2',
  text: `select pg_try_advisory_xact_lock_shared($1, 0) as is_open, set_config('idle_in_transaction_session_timeout', $2, true), ${COUNTS}`,
};
const CLOSE = { name: 'projector-close-gate-2', text: `select pg_advisory_xact_lock($1, 0), ${COUNTS}` };
const LOCK = { name: 'projector-lock-subjects', text: 'select pg_advisory_xact_lock($1, key) from unnest($2::int[]) as key' };

/** Shared. False while a rebuild runs or waits for the lock: the caller must then project nothing. */
export async function enterGate(connection: Connection): Promise<boolean> {
  const rows = await connection.query<{ is_open: boolean }>(ENTER, [GATE_SPACE, HOLDER_LIMIT]);
  return rows[0]?.is_open === true;
}

/** Exclusive: waits for running batches, then blocks every projector until this transaction ends. */
export async function closeGate(connection: Connection): Promise<void> {
  await connection.query(CLOSE, [GATE_SPACE]);
}

/**
 * Locks the subjects, so that only this transaction projects them. The lock is on the id, because new subjects have no row of q_instance. All projectors lock
 * in the same order, which prevents deadlocks. Two ids with the same key only wait for each other. Later statements see everything that was committed before
 * the locks.
 */
export function lockSubjects(transaction: Transaction, subjectIds: readonly string[]): void {
  const keys = [...new Set(subjectIds.map(lockKey))].sort((a, b) => a - b);
  transaction.enqueue(LOCK, [SUBJECT_SPACE, keys]);
}

/** First 32 bits as a signed number, almost random in ids of instances and of process keys. */
function lockKey(subjectId: string): number {
  return Number.parseInt(subjectId.slice(0, 8), 16) | 0;
}
