import { isRetryable, poolConnection, type Transaction, withTransaction } from '../../db/connection.ts';
import { UnfinishedText } from '../../expressions/unfinished-text.ts';
import { lockAddresses } from '../../store/address-locks.ts';
import { readClockAndKeys } from '../../store/clock.ts';
import type { LeaseEnd } from '../../store/leases.ts';
import { LAST_ATTEMPT, parkCommand } from '../../store/letters.ts';
import { OverlongRun } from '../transaction/overlong-run.ts';
import type { TransactionFacts } from '../transaction/tools.ts';
import { type Loaded, type Script, transact } from '../transaction/transact.ts';
import { NO_ROWS } from '../unit-of-work/loaded-rows.ts';
import type { DueKind } from './due-kinds.ts';
import type { DueTools } from './due-tools.ts';

/** Lock timeout for an instance; then the timer is retried later. Shorter than the stop of a worker. */
const LOCK_TIMEOUT_MS = 2000;
const SET_LOCK_TIMEOUT = {
  name: 'set-lock-timeout',
  text: `select set_config('lock_timeout', '${LOCK_TIMEOUT_MS}ms', true)`,
};
/** Delay before the next attempt (docs/contributing/spec/waiting.md#due-timer). */
const RETRY_SECONDS = 60;

export type Due = { readonly attempts: number };
/** `begunAt`: start of this worker by the clock of the database; rows that were due before should have been fired by others. */
export type FiringTools = DueTools & { readonly begunAt: string };

/**
 * Fires due rows at their first attempt. If their shared transaction fails, fires them separately; if a script needs a thread, leaves only its row for a
 * later poll. Rejects after a database fault.
 * @returns the number of taken rows, or `limit` if more rows may be due
 */
export async function fireOnTime<Row extends Due>(tools: FiringTools, kind: DueKind<Row>, limit: number): Promise<number> {
  let taken: readonly Row[] = [];
  try {
    await fireIn(tools, kind, async (transaction) => {
      taken = await kind.take(transaction, limit, tools.begunAt);
      return taken;
    });
  } catch (error) {
    if (isRetryable(error)) throw error;
    const slow = error instanceof UnfinishedText ? rowOf(kind, taken, error) : undefined;
    if (slow !== undefined) await kind.endLease(poolConnection(tools.pool), [slow], { seconds: 0 });
    // the row that waits for a thread is fired separately from now on; the others are leased again without delay
    else for (const row of taken) await fireAlone(tools, kind, row);
    return slow === undefined ? taken.length : limit;
  }
  return taken.length;
}

/**
 * Fires rows that were due more than 5 s ago, or before this worker began. Counts their attempt first. Rejects after a database fault.
 * @returns the number of leased rows, also of those that still have to be fired separately
 */
export async function fireLate<Row extends Due>(tools: FiringTools, kind: DueKind<Row>, limit: number): Promise<number> {
  const connection = poolConnection(tools.pool);
  const leased = await kind.leaseLate(connection, limit, tools.begunAt);
  if (leased.length === 0) return 0;
  try {
    await fireIn(tools, kind, (transaction) => kind.lock(transaction, leased, false));
  } catch (error) {
    if (isRetryable(error)) throw error;
  } finally {
    // rows that others have locked, or that made the transaction fail, are fired separately
    await kind.endLease(connection, leased, { seconds: 0 });
  }
  return leased.length;
}

/**
 * Fires one row in a separate transaction; waits for the instance. Rejects only if the end of the lease or the dead letter cannot be stored.
 * - A row that fails is logged and retried after a minute. If its run was too long, the attempt counts.
 * - After a database fault, a lock timeout or an unfinished script, it may be leased again immediately.
 * - A row that kills this worker is retried after the end of its lease.
 * - At its last attempt, it becomes a dead letter.
 * @returns false if the row must be retried
 */
export async function fireAlone<Row extends Due>(tools: FiringTools, kind: DueKind<Row>, row: Row): Promise<boolean> {
  if (row.attempts >= LAST_ATTEMPT) {
    await park(tools, kind, row);
    return true;
  }
  let isFired = false;
  let end: LeaseEnd = { seconds: 0 };
  try {
    const lock = async (transaction: Transaction) => {
      await transaction.query(SET_LOCK_TIMEOUT, []);
      return kind.lock(transaction, [row], true);
    };
    await fireIn(tools, kind, lock, { waitsForTexts: true });
    isFired = true;
  } catch (error) {
    if (!isRetryable(error) && !(error instanceof UnfinishedText)) {
      end = { seconds: RETRY_SECONDS, isCounted: error instanceof OverlongRun };
      kind.logFailed(tools.log, row, (error as Error).message);
    }
  }
  await kind.endLease(poolConnection(tools.pool), [row], end);
  return isFired;
}

function rowOf<Row extends Due>(kind: DueKind<Row>, rows: readonly Row[], { caller }: UnfinishedText): Row | undefined {
  return rows.find((row) => kind.letterOf(row).id === caller.commandId);
}

/** Makes it a dead letter: each counted attempt has ended its worker or was too long. */
async function park<Row extends Due>(tools: FiringTools, kind: DueKind<Row>, row: Row): Promise<void> {
  const letter = kind.letterOf(row);
  const error = 'the timer ended every worker that fired it';
  await withTransaction(tools.pool, async (transaction) => {
    kind.park(transaction, row);
    parkCommand(transaction, letter, error);
  });
  tools.metrics.commandParked();
  const { kind: CommandKind, id: CommandId } = letter;
  tools.log.event('command-given-up', { CommandKind, CommandId, Attempt: row.attempts, ErrorMessage: error });
}

interface DueWork<Row> extends Loaded {
  readonly due: readonly Row[];
}

async function fireIn<Row extends Due>(
  tools: FiringTools,
  kind: DueKind<Row>,
  take: (transaction: Transaction) => Promise<readonly Row[]>,
  facts: TransactionFacts = {},
): Promise<void> {
  const script: Script<DueWork<Row> | undefined, void> = {
    async load(loading, opened) {
      const { connection: transaction } = loading;
      await lockAddresses(transaction, [], opened);
      const due = await take(transaction);
      if (due.length === 0) return undefined;
      const found = await kind.load(loading, due);
      const { now, suspendedKeys } = await readClockAndKeys(transaction);
      return {
        rows: { ...NO_ROWS, ...found, suspendedKeys },
        now,
        surroundings: { log: tools.log },
        commandIds: due.map((row) => kind.letterOf(row).id),
        due,
      };
    },
    async decide(deciding, { due }) {
      kind.fire(deciding, due);
      await deciding.executeEffects();
    },
  };
  const committed = await transact(tools, script, facts);
  if (committed !== undefined) tools.afterCommit(committed.unit);
}
