import { poolConnection } from '../../db/connection.ts';
import type { Logger } from '../../platform/log.ts';
import type { TransactionTools } from '../transaction/tools.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type DueKind, dueStarts, dueTimers } from './due-kinds.ts';
import { fireAlone, fireLate, fireOnTime } from './fire-due.ts';

/** How often due timers are looked for. A small value costs more index look-ups, a large one makes timers late. Unit: ms. */
const LOOK_MS = 100;
/** Every so many looks, rows that are late or fired alone are looked for too. */
const LOOKS_UNTIL_THOROUGH = 3;
/** Timers of one transaction: more hold more locks, fewer cost more commits. */
const BATCH = 100;
/** Timers that are fired one by one at the same time, because they wait for their instances or have failed before. Each holds a connection. */
export const MAX_ALONE = 4;
/** Timers that each of these fires without waiting for the next look: one that fails leaves up to a batch of others to be fired alone. */
const IN_TURN = 25;

/** What the timer loop works with. */
export interface DueTools extends TransactionTools {
  readonly log: Logger;
  /** called with every committed unit: relay, nudge, metrics */
  readonly afterCommit: (unit: UnitOfWork) => void;
}

/** Fires due timers and timer starts until it is stopped; any number of workers may do so side by side (docs/spec/waiting.md#due-timer). */
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
  const alone = new Set<Promise<void>>();
  async function loop(): Promise<void> {
    let isMore = false;
    for (let look = 0; !isStopping; look += 1) {
      const isThorough = look % LOOKS_UNTIL_THOROUGH === 0;
      isMore = await fireDue(tools, alone, { isLateWanted: isMore || isThorough, isHardWanted: isThorough });
      if (!isMore && !isStopping) await pause();
    }
    await Promise.all(alone);
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

/** What a look includes besides the rows that are due now. */
interface Look {
  readonly isLateWanted: boolean;
  /** what is fired alone; with a long backlog this costs more than the others */
  readonly isHardWanted: boolean;
}

/** Timers of instances and timer starts; a fault of one kind does not delay the other. @returns whether there may be more to be fired at once */
async function fireDue(tools: DueTools, alone: Set<Promise<void>>, look: Look): Promise<boolean> {
  const logFault = (error: Error) => {
    tools.log.event('callback-failed', { ErrorMessage: error.message });
    return false;
  };
  const isMore = await fireKind(tools, dueTimers, alone, look).catch(logFault);
  return (await fireKind(tools, dueStarts, alone, look).catch(logFault)) || isMore;
}

async function fireKind<Row extends { readonly attempts: number }>(
  tools: DueTools,
  kind: DueKind<Row>,
  alone: Set<Promise<void>>,
  { isLateWanted, isHardWanted }: Look,
): Promise<boolean> {
  const onTime = await fireOnTime(tools, kind, BATCH);
  const late = isLateWanted ? await fireLate(tools, kind, BATCH) : 0;
  const free = isHardWanted ? MAX_ALONE - alone.size : 0;
  const hard = free === 0 ? [] : await kind.leaseHard(poolConnection(tools.pool), free);
  for (const row of hard) {
    const fired = fireInTurn(tools, kind, row)
      .catch(() => {}) // the database is away: the lease ends by itself
      .finally(() => alone.delete(fired));
    alone.add(fired);
  }
  return onTime === BATCH || late === BATCH;
}

/** Fires a leased row alone, and then others, for as long as none of them has to wait. */
async function fireInTurn<Row extends { readonly attempts: number }>(
  tools: DueTools,
  kind: DueKind<Row>,
  leased: Row,
): Promise<void> {
  let row: Row | undefined = leased;
  for (let left = IN_TURN; row !== undefined; left -= 1) {
    const isFired: boolean = await fireAlone(tools, kind, row);
    [row] = isFired && left > 1 ? await kind.leaseHard(poolConnection(tools.pool), 1) : [];
  }
}
