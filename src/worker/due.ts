import { CommitUnknown, isRetryable, withTransaction } from '../db/connection.ts';
import type { Logger } from '../platform/log.ts';
import { writeAll } from '../store/write-set.ts';
import { type DueKind, dueStarts, dueTimers } from './due-kinds.ts';
import type { EnvelopeTools } from './run-envelope.ts';
import { settleEffects } from './settle-effects.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** How often due timers are looked for. Small costs an index look-up each time, large makes timers late. Unit: ms. */
const LOOK_MS = 100;
/** Timers of one transaction: more hold more locks, fewer cost more commits. */
const BATCH = 100;

/** What the timer loop works with. */
export interface DueTools extends EnvelopeTools {
  readonly log: Logger;
  /** called with every committed unit: relay, nudge, metrics */
  readonly afterCommit: (unit: UnitOfWork) => void;
}

/** Fires due timers and timer starts until it is stopped; any number of workers may do so side by side (bpmn.md TM3, TM4). */
export function startDueLoop(tools: DueTools): { stop(): Promise<void> } {
  let isStopping = false;
  let wake: () => void = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  async function loop(): Promise<void> {
    while (!isStopping) {
      const fired = await fireDue(tools).catch((error: Error) => {
        tools.log.event(10003, 'due timers could not be fired; they are tried again', { ErrorMessage: error.message });
        return 0;
      });
      if (fired < BATCH && !isStopping) await pause();
    }
  }
  const running = loop();
  return {
    async stop() {
      isStopping = true;
      wake();
      await running;
    },
  };
}

/** One batch of timers and one of timer starts. @returns how many were taken */
async function fireDue(tools: DueTools): Promise<number> {
  return (await fireBatch(tools, dueTimers)) + (await fireBatch(tools, dueStarts));
}

/** A bug in one must not keep the others from firing: when the batch fails they are fired one by one. */
async function fireBatch<Row>(tools: DueTools, kind: DueKind<Row>): Promise<number> {
  try {
    return (await fireTogether(tools, kind, BATCH)).length;
  } catch (error) {
    if (isRetryable(error)) throw error;
  }
  let fired = 0;
  while (fired < BATCH && (await fireOne(tools, kind))) fired += 1;
  return fired;
}

/** Fires the soonest; one that cannot be fired is tried again in a minute (TM3). @returns false when nothing is due */
async function fireOne<Row>(tools: DueTools, kind: DueKind<Row>): Promise<boolean> {
  let row: Row | undefined;
  try {
    return (await fireTogether(tools, kind, 1, ([taken]) => (row = taken))).length > 0;
  } catch (error) {
    if (isRetryable(error) || row === undefined) throw error;
    const failed = row;
    kind.tellFailed(tools.log, failed, (error as Error).message);
    await withTransaction(tools.pool, async (transaction) => kind.postpone(transaction, failed));
    return true;
  }
}

async function fireTogether<Row>(
  tools: DueTools,
  kind: DueKind<Row>,
  limit: number,
  onTaken: (due: readonly Row[]) => void = () => {},
): Promise<readonly Row[]> {
  let decided: UnitOfWork | undefined;
  const fired = await withTransaction(tools.pool, async (transaction) => {
    const due = await kind.take(transaction, limit);
    if (due.length === 0) return undefined;
    onTaken(due);
    const unit = await kind.fire(tools, transaction, due);
    await settleEffects(unit, transaction, tools.models);
    writeAll(transaction, unit.writeSet(), new Date(unit.context.now).toISOString());
    decided = unit;
    return { due, unit };
  }).catch((error: unknown) => {
    if (error instanceof CommitUnknown && decided !== undefined) tools.onDoubt?.(decided);
    throw error;
  });
  if (fired === undefined) return [];
  tools.afterCommit(fired.unit);
  return fired.due;
}
