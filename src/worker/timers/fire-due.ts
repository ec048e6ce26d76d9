import { CommitUnknown, isRetryable, poolConnection, type Transaction, withTransaction } from '../../db/connection.ts';
import { lockAddresses } from '../../store/address-locks.ts';
import { writeAll } from '../../store/write-set.ts';
import { settleEffects } from '../effects/carry-out-effects.ts';
import { addressed } from '../transaction/address-conflicts.ts';
import { asOverlong } from '../transaction/run-envelope.ts';
import { TimeBudget } from '../transaction/time-budget.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { DueKind } from './due-kinds.ts';
import type { DueTools } from './due-loop.ts';

/** Longest wait for an instance that others have in hand; then the timer looks again. Below what the worker's stop waits for. Unit: ms. */
const PATIENCE_MS = 2000;
const PATIENCE = { name: 'set-patience', text: `select set_config('lock_timeout', '${PATIENCE_MS}ms', true)` };
/** How long what failed waits for its next attempt (docs/spec/waiting.md#due-timer). Unit: s. */
const AGAIN_SECONDS = 60;

type Due = { readonly attempts: number };

/** Fires what is due now and nobody has tried before. A bug in one does not keep the others from firing. @returns how many were taken */
export async function fireOnTime<Row extends Due>(tools: DueTools, kind: DueKind<Row>, limit: number): Promise<number> {
  let taken: readonly Row[] = [];
  try {
    await fireIn(tools, kind, async (transaction) => {
      taken = await kind.take(transaction, limit);
      return taken;
    });
  } catch (error) {
    if (isRetryable(error)) throw error;
    for (const row of taken) await fireAlone(tools, kind, row);
  }
  return taken.length;
}

/** Fires what is long overdue, counted beforehand. @returns how many were taken */
export async function fireLate<Row extends Due>(tools: DueTools, kind: DueKind<Row>, limit: number): Promise<number> {
  const connection = poolConnection(tools.pool);
  const leased = await kind.leaseLate(connection, limit);
  if (leased.length === 0) return 0;
  try {
    await fireIn(tools, kind, (transaction) => kind.lock(transaction, leased, false));
  } catch (error) {
    if (isRetryable(error)) throw error;
  } finally {
    // Those that are in somebody's hands, or spoilt it for the others, are fired alone.
    await kind.endLease(connection, leased, 0);
  }
  return leased.length;
}

/**
 * Fires one row alone, and waits for its instance. What fails waits for a minute; what ends this process waits for the end of its lease.
 * @returns whether it was fired, or has gone
 */
export async function fireAlone<Row extends Due>(tools: DueTools, kind: DueKind<Row>, row: Row): Promise<boolean> {
  let isFired = false;
  let waitSeconds = 0;
  try {
    await fireIn(tools, kind, async (transaction) => {
      await transaction.query(PATIENCE, []);
      return kind.lock(transaction, [row], true);
    });
    isFired = true;
  } catch (error) {
    if (!isRetryable(error)) {
      waitSeconds = AGAIN_SECONDS;
      kind.tellFailed(tools.log, row, (error as Error).message);
    }
  }
  await kind.endLease(poolConnection(tools.pool), [row], waitSeconds);
  return isFired;
}

async function fireIn<Row extends Due>(
  tools: DueTools,
  kind: DueKind<Row>,
  take: (transaction: Transaction) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const { taken, unit } = await addressed(async (opened, onDecided) => {
    const budget = new TimeBudget(tools.evaluator, tools.maxScriptMs);
    let decided: UnitOfWork | undefined;
    try {
      return await withTransaction(tools.pool, async (transaction) => {
        await lockAddresses(transaction, [], opened);
        const due = await take(transaction);
        if (due.length === 0) return { taken: due, unit: undefined };
        decided = await kind.fire(tools, transaction, due, budget);
        await settleEffects(decided, transaction, tools.models);
        onDecided(decided);
        writeAll(transaction, decided.writeSet(), new Date(decided.context.now).toISOString());
        return { taken: due, unit: decided };
      });
    } catch (error) {
      if (error instanceof CommitUnknown && decided !== undefined) tools.onDoubt?.(decided);
      throw asOverlong(error, budget, tools);
    }
  });
  if (unit !== undefined) tools.afterCommit(unit);
  return taken;
}
