import type { Connection, Transaction } from '../db/connection.ts';

/** Key spaces of the projector's advisory locks (two-number form). All locks last until the transaction ends. */
const GATE_SPACE = 1_400_001;
const SUBJECT_SPACE = 1_400_002;

/** Longest computation of a batch between two statements before the database ends its session: large rows take seconds. */
const HOLDER_LIMIT = '60s';

/** This transaction counts totals itself, so the triggers for projectors of older releases must not. */
const COUNTS = `set_config('sluice.is_counted', 'true', true)`;
const ENTER = {
  name: 'projector-enter-gate-2',
  text: `select pg_try_advisory_xact_lock_shared($1, 0) as is_open, set_config('idle_in_transaction_session_timeout', $2, true), ${COUNTS}`,
};
const CLOSE = { name: 'projector-close-gate-2', text: `select pg_advisory_xact_lock($1, 0), ${COUNTS}` };
const LOCK = { name: 'projector-lock-subjects', text: 'select pg_advisory_xact_lock($1, key) from unnest($2::int[]) as key' };

/** Enters the lock that a rebuild closes. Returns false while a rebuild runs or waits: then nothing may be projected. */
export async function enterGate(connection: Connection): Promise<boolean> {
  const rows = await connection.query<{ is_open: boolean }>(ENTER, [GATE_SPACE, HOLDER_LIMIT]);
  return rows[0]?.is_open === true;
}

/** Waits for running batches, then blocks every projector until this transaction ends. */
export async function closeGate(connection: Connection): Promise<void> {
  await connection.query(CLOSE, [GATE_SPACE]);
}

/**
 * Locks the subjects, so that only this transaction projects them. New subjects have no row of q_instance to lock, so the lock is on the id. All
 * projectors lock in the same order, which prevents deadlocks. A hash collision only costs waiting. The result is not awaited: statements run in
 * order, so later ones see everything that was committed before the locks.
 */
export function lockSubjects(transaction: Transaction, subjectIds: readonly string[]): void {
  const keys = [...new Set(subjectIds.map(lockKey))].sort((a, b) => a - b);
  transaction.enqueue(LOCK, [SUBJECT_SPACE, keys]);
}

/** First 32 bits of the id as a signed number: almost random in both kinds of ids. */
function lockKey(subjectId: string): number {
  return Number.parseInt(subjectId.slice(0, 8), 16) | 0;
}
