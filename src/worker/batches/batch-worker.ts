import { setTimeout as pause } from 'node:timers/promises';
import { isConflict, isRetryable, isSessionLost, poolConnection, withTransaction } from '../../db/connection.ts';
import { ping } from '../../db/pool.ts';
import { UnknownVersion } from '../../engine/events/upcast.ts';
import type { CommandRejection } from '../../messages/commands.ts';
import type { Logger } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import {
  type ItemOutcome,
  keepItems,
  lockItems,
  releaseItems,
  saveOutcomes,
  skipItems,
  type TakenItem,
  type TakenItems,
  takeItems,
  takeLateItem,
} from '../../store/batch-items.ts';
import { finishBatch } from '../../store/batches.ts';
import { LAST_ATTEMPT } from '../../store/letters.ts';
import type { TransactionFacts, TransactionTools } from '../transaction/tools.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { itemOperation } from './item-operations.ts';
import { executeItems } from './item-transaction.ts';

/** Limit of items: more hold more locks, fewer cost more commits. */
const ITEMS_PER_TRANSACTION = 50;
/** Items of a stopping batch that one statement skips. */
const SKIPPED_AT_ONCE = 1000;
const AFTER_FAULT_MS = 500;
/** Renewal interval of an item's lease while its scripts compute: several times per lease. */
const KEEP_MS = 4000;

export interface BatchTools extends TransactionTools {
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'batchItemsDone'>;
  /** called for each committed unit */
  readonly afterCommit: (unit: UnitOfWork) => void;
}

/**
 * Leases untried items of the next due batch. If it has none, skips items of a stopping batch, or leases one item whose worker has died. Otherwise ends the
 * batch if no item is open.
 * @returns `again`: call again without delay; undefined: no batch is due
 */
export async function nextItems(tools: BatchTools): Promise<TakenItems | 'again' | undefined> {
  const connection = poolConnection(tools.pool);
  const fresh = await takeItems(connection, ITEMS_PER_TRANSACTION);
  if (fresh === undefined || fresh.items.length > 0) return fresh;
  if (fresh.isStopping) tools.metrics.batchItemsDone('Skipped', await skipItems(connection, fresh.batchId, SKIPPED_AT_ONCE));
  else {
    const late = await takeLateItem(connection);
    if (late !== undefined && late.items.length > 0) return late;
  }
  const ended = await finishBatch(connection, fresh.batchId);
  if (ended !== undefined) {
    const { operation: Operation, state: Status, total: Total, succeeded: Succeeded, failed: Failed, skipped: Skipped } = ended;
    tools.log.event('batch-ended', { BatchId: fresh.batchId, Operation, Status, Total, Succeeded, Failed, Skipped });
  }
  return 'again';
}

/**
 * Together if items may share a transaction; if that fails, one by one. Releases unfinished items. Never rejects: if the database is not reachable, waits a
 * moment, and the leases expire.
 */
export async function executeTaken(tools: BatchTools, taken: TakenItems): Promise<void> {
  try {
    const [first] = taken.items;
    const isSuspect = taken.items.length === 1 && first !== undefined && first.attempt > 1;
    const runsAlone = isSuspect || itemOperation(taken.operation).isAlone === true;
    const left = runsAlone ? taken.items : await tryTogether(tools, taken);
    for (const item of left) if (!(await tryAlone(tools, taken, item))) return;
  } catch {
    // the database is not reachable: the leases expire
    await pauseAfterFault(tools);
  }
}

/** @returns the items to retry one by one: all after an internal error or a conflict, none after a database fault */
async function tryTogether(tools: BatchTools, taken: TakenItems): Promise<readonly TakenItem[]> {
  const { batchId, items } = taken;
  try {
    const done = await commit(tools, taken, items);
    const positions = new Set(done.map(({ position }) => position));
    await releaseItems(
      poolConnection(tools.pool),
      batchId,
      items.filter(({ position }) => !positions.has(position)),
    );
    return [];
  } catch (error) {
    if (!isRetryable(error) || isConflict(error)) return items;
    await pauseAfterFault(tools);
    await releaseItems(poolConnection(tools.pool), batchId, items);
    return [];
  }
}

/**
 * Fails the item if it has ended too many workers, or after an internal error. Otherwise an error releases it.
 * @returns whether to continue with the next item: false after a database fault, if the worker stops, or if only a newer release can read the event history
 */
async function tryAlone(tools: BatchTools, taken: TakenItems, item: TakenItem): Promise<boolean> {
  const { batchId } = taken;
  if (item.attempt >= LAST_ATTEMPT) {
    await fail(tools, taken, item, new Error('the item ended every worker that carried it out'));
    return true;
  }
  const keeping = setInterval(() => keep(tools, batchId, item), KEEP_MS);
  try {
    const done = await commit(tools, taken, [item], { waitsForTexts: true });
    if (done.length === 0) await releaseItems(poolConnection(tools.pool), batchId, [item]);
    return true;
  } catch (error) {
    if (tools.stopping?.aborted === true) {
      await releaseItems(poolConnection(tools.pool), batchId, [item]);
      return false;
    }
    if (!isRetryable(error) && !(error instanceof UnknownVersion)) {
      await fail(tools, taken, item, error as Error);
      return true;
    }
    await pauseAfterFault(tools);
    // if the database answers other sessions, the item may have broken its session: then the attempt counts
    if (!isSessionLost(error) || !(await canConnect(tools))) await releaseItems(poolConnection(tools.pool), batchId, [item]);
    return isConflict(error);
  } finally {
    clearInterval(keeping);
  }
}

/** Ignores a failure. If all renewals fail, the lease expires and another worker takes the item. */
function keep({ pool }: BatchTools, batchId: string, item: TakenItem): void {
  keepItems(poolConnection(pool), batchId, [item]).catch(() => {});
}

async function commit(
  tools: BatchTools,
  taken: TakenItems,
  items: readonly TakenItem[],
  facts?: TransactionFacts,
): Promise<readonly ItemOutcome[]> {
  const executed = await executeItems(tools, taken, items, facts);
  if (executed === undefined) return [];
  tools.afterCommit(executed.unit);
  for (const state of ['Succeeded', 'Failed', 'Skipped'] as const) {
    const count = executed.outcomes.filter((outcome) => outcome.state === state).length;
    if (count > 0) tools.metrics.batchItemsDone(state, count);
  }
  return executed.outcomes;
}

const BUG: CommandRejection = { code: 'INTERNAL_ERROR' };

/** The other items and the batch continue. */
async function fail(
  tools: BatchTools,
  { batchId, operation }: TakenItems,
  item: TakenItem,
  { message, stack = '-' }: Error,
): Promise<void> {
  const isFailed = await withTransaction(tools.pool, async (transaction) => {
    const locked = await lockItems(transaction, batchId, [item]);
    saveOutcomes(
      transaction,
      batchId,
      locked.map(({ position }) => ({ position, state: 'Failed', rejection: BUG, resultId: undefined })),
    );
    return locked.length > 0;
  });
  if (!isFailed) return;
  tools.metrics.batchItemsDone('Failed', 1);
  const { subjectId: SubjectId, attempt: Attempt } = item;
  tools.log.event('batch-item-given-up', {
    BatchId: batchId,
    Operation: operation,
    SubjectId,
    Attempt,
    ErrorMessage: message,
    Stack: stack,
  });
}

function pauseAfterFault({ stopping }: BatchTools): Promise<void> {
  return pause(AFTER_FAULT_MS, undefined, stopping && { signal: stopping }).catch(() => {});
}

function canConnect({ pool }: BatchTools): Promise<boolean> {
  return ping(pool).then(
    () => true,
    () => false,
  );
}
