import type { WantedTasks } from '../queries/custom-tasks.ts';

/** Waits for tasks that external workers can lock. */
export interface CustomTaskWatch {
  /**
   * True: a task can probably be locked by this caller. False: deadline (ms since epoch; in the past: after one poll), or `isOver`. `wanted`: a
   * {@link wantedText}. Rejects if the database cannot be read.
   */
  free(wanted: string, deadline: number, isOver: () => boolean): Promise<boolean>;
}

/** Tasks that can be locked now, by {@link wantedText}. */
export type CountFree = (wanted: readonly WantedTasks[]) => Promise<ReadonlyMap<string, number>>;

/** Pause while requests wait. */
const POLL_MS = 150;
/** Pause as a multiple of the poll: polls take at most a fifth of the time, even slow ones for thousands of types. */
const PAUSE_PER_POLL = 4;

interface Waiter {
  /** order of arrival */
  readonly at: number;
  /** a {@link wantedText} */
  readonly wanted: string;
  readonly deadline: number;
  readonly isOver: () => boolean;
  readonly resolve: (isFree: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * All requests share one query; none keeps a connection. If n tasks of a type can be locked, resolves the n requests that have waited longest, so
 * that one task does not start many requests.
 */
export function openCustomTaskWatch(countFree: CountFree): CustomTaskWatch {
  return new Watch(countFree);
}

class Watch implements CustomTaskWatch {
  private readonly countFree: CountFree;
  private arrivals = 0;
  /** waiters that were not polled yet */
  private fresh: Waiter[] = [];
  private waiting: Waiter[] = [];
  private isScheduled = false;
  /** monotonic clock; ms */
  private nextPollAt = 0;

  constructor(countFree: CountFree) {
    this.countFree = countFree;
  }

  free(wanted: string, deadline: number, isOver: () => boolean): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.arrivals += 1;
      this.fresh.push({ at: this.arrivals, wanted, deadline, isOver, resolve, reject });
      // requests of the same turn of the event loop share a poll
      if (this.fresh.length === 1) setImmediate(() => this.lookForFresh());
    });
  }

  /** Polls for new waiters, after the earlier ones of the same type. */
  private lookForFresh(): void {
    const types = new Set(this.fresh.map(({ wanted }) => wanted));
    const asked = [...this.waiting.filter(({ wanted }) => types.has(wanted)), ...this.fresh];
    this.waiting = this.waiting.filter(({ wanted }) => !types.has(wanted));
    this.fresh = [];
    void this.look(asked);
  }

  private pollAgain(): void {
    if (this.isScheduled || this.waiting.length === 0) return;
    this.isScheduled = true;
    setTimeout(
      () => {
        this.isScheduled = false;
        const asked = this.stillHere(this.waiting);
        const isDue = performance.now() >= this.nextPollAt;
        this.waiting = isDue ? [] : asked;
        if (isDue) void this.look(asked);
        else this.pollAgain();
      },
      Math.min(POLL_MS, Math.max(1, this.nextPollAt - performance.now())),
    );
  }

  /** Resolves waiters with `isOver` with false, returns the others. Also runs in the pause after a slow poll, for example for a stop. */
  private stillHere(waiters: readonly Waiter[]): Waiter[] {
    const here: Waiter[] = [];
    for (const waiter of waiters) {
      if (waiter.isOver()) waiter.resolve(false);
      else here.push(waiter);
    }
    return here;
  }

  /** Polls once, and resolves the waiters whose wait is over. */
  private async look(asked: readonly Waiter[]): Promise<void> {
    const here = this.stillHere(asked);
    if (here.length === 0) return;
    const begin = performance.now();
    try {
      const free = new Map(await this.countFree(wantedBy(here)));
      const tookMs = performance.now() - begin;
      this.nextPollAt = performance.now() + Math.max(POLL_MS, tookMs * PAUSE_PER_POLL);
      const now = Date.now();
      for (const waiter of here) {
        const count = free.get(waiter.wanted) ?? 0;
        free.set(waiter.wanted, count - 1);
        if (count > 0) waiter.resolve(true);
        else if (waiter.deadline <= now) waiter.resolve(false);
        else this.waiting.push(waiter);
      }
      this.waiting.sort((a, b) => a.at - b.at);
    } catch (error) {
      for (const waiter of here) waiter.reject(error);
    }
    this.pollAgain();
  }
}

function wantedBy(waiters: readonly Waiter[]): readonly WantedTasks[] {
  const most = new Map<string, number>();
  for (const { wanted } of waiters) most.set(wanted, (most.get(wanted) ?? 0) + 1);
  return [...most].map(([wanted, count]) => ({ wanted, most: count }));
}
