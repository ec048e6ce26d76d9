import type { WantedType } from '../queries/free-custom-tasks.ts';

/** Waits until there is a custom task for a remote worker. */
export interface CustomTaskWatch {
  /**
   * True when a task of the type (in lower case) seems to be free for this caller; false when there was none until the deadline (ms since
   * epoch; the past means: look once), or `isOver` says that nobody waits any more. Rejects when the tables cannot be read.
   */
  free(typeKey: string, deadline: number, isOver: () => boolean): Promise<boolean>;
}

/** Looks how many tasks of each type may be locked now. */
export type CountFree = (wanted: readonly WantedType[]) => Promise<ReadonlyMap<string, number>>;

/** How often the tables are looked at while somebody waits. Unit: ms. */
const LOOK_MS = 150;

interface Waiter {
  readonly typeKey: string;
  readonly deadline: number;
  readonly isOver: () => boolean;
  readonly resolve: (isFree: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Opens the watch of one process. All waiting requests share one query, and none holds a connection while it waits. Of those who wait for a
 * type as many are woken as it has free tasks, those that wait longest first: a single task does not wake a crowd.
 */
export function openCustomTaskWatch(countFree: CountFree): CustomTaskWatch {
  let waiting: Waiter[] = [];
  let isLooking = false;

  async function look(): Promise<void> {
    const asked = waiting.filter((waiter) => !waiter.isOver());
    settle(
      waiting.filter((waiter) => !asked.includes(waiter)),
      false,
    );
    if (asked.length === 0) return;
    try {
      const free = new Map(await countFree(wantedBy(asked)));
      const now = Date.now();
      for (const waiter of asked) {
        const left = free.get(waiter.typeKey) ?? 0;
        free.set(waiter.typeKey, left - 1);
        if (left > 0) settle([waiter], true);
        else if (waiter.deadline <= now) settle([waiter], false);
      }
    } catch (error) {
      waiting = waiting.filter((waiter) => !asked.includes(waiter));
      for (const waiter of asked) waiter.reject(error);
    }
  }

  function settle(waiters: readonly Waiter[], isFree: boolean): void {
    if (waiters.length === 0) return;
    const gone = new Set(waiters);
    waiting = waiting.filter((waiter) => !gone.has(waiter));
    for (const { resolve } of waiters) resolve(isFree);
  }

  /** The first look of a quiet process is at once; requests of one turn of the event loop share it. */
  function goOn(delayMs: number): void {
    if (isLooking || waiting.length === 0) return;
    isLooking = true;
    setTimeout(async () => {
      await look();
      isLooking = false;
      goOn(LOOK_MS);
    }, delayMs);
  }

  return {
    free: (typeKey, deadline, isOver) =>
      new Promise((resolve, reject) => {
        waiting.push({ typeKey, deadline, isOver, resolve, reject });
        goOn(0);
      }),
  };
}

function wantedBy(waiters: readonly Waiter[]): readonly WantedType[] {
  const most = new Map<string, number>();
  for (const { typeKey } of waiters) most.set(typeKey, (most.get(typeKey) ?? 0) + 1);
  return [...most].map(([typeKey, count]) => ({ typeKey, most: count }));
}
