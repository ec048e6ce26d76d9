import { backoffMs } from './retry.ts';

/**
 * Runs first after one interval, never twice concurrently. Ignores errors.
 * @param longestPauseMs the pause grows up to it while the work fails repeatedly. Default: it does not grow
 * @returns the timer, which the caller stops with clearInterval
 */
export function everyMs(intervalMs: number, work: () => Promise<void>, longestPauseMs = intervalMs): NodeJS.Timeout {
  let isRunning = false;
  let failures = 0;
  let againAt = 0;
  return setInterval(() => {
    if (isRunning || performance.now() < againAt) return;
    isRunning = true;
    work()
      .then(
        () => {
          failures = 0;
        },
        () => {
          failures += 1;
          // the first retry is after the usual interval
          const pauseMs = failures === 1 ? 0 : backoffMs({ firstDelayMs: intervalMs, maxDelayMs: longestPauseMs }, failures);
          againAt = longestPauseMs > intervalMs ? performance.now() + pauseMs : 0;
        },
      )
      .finally(() => {
        isRunning = false;
      });
  }, intervalMs);
}

/** Time that a long task may block the event loop before it yields. */
const TURN_MS = 8;

/** Waiters in order. One list per process, because a process has one event loop. */
const waiting: (() => void)[] = [];

/**
 * Divides one long task, for example a streamed answer, into turns of at most 8 ms. Per round of the event loop, only one long task of this process gets a
 * turn, so that many together delay other work no longer than one.
 */
export class LoopTurn {
  private endsAt = 0;

  /** The task must call `begin` before it continues: no turn has started, or its time is over. */
  get isOver(): boolean {
    return performance.now() >= this.endsAt;
  }

  /** Waits for the next turn and starts it. */
  async begin(): Promise<void> {
    await nextRound();
    this.endsAt = performance.now() + TURN_MS;
  }

  /** Ends the turn early, before the task waits for something else. */
  end(): void {
    this.endsAt = 0;
  }
}

function nextRound(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(runNext);
  });
}

/** Schedules the next task for the next round of the event loop. */
function runNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(runNext);
}

/** Faults, and time between the first and the last one, that make the replica unready. */
const FEWEST = 3;
const SHORTEST_MS = 3000;
/** Time after which earlier faults do not count: if clients use other replicas, no attempt succeeds or fails here. */
const REMEMBERED_MS = 15_000;

/**
 * Counts the failed attempts since the last success. `check` rejects if at least FEWEST have failed in at least SHORTEST_MS, the last one within
 * REMEMBERED_MS.
 */
export class FaultsInARow {
  readonly #what: string;
  readonly #now: () => number;
  #count = 0;
  #firstAt = 0;
  #lastAt = 0;

  /** @param what subject of the error text */
  constructor(what: string, now: () => number = () => performance.now()) {
    this.#what = what;
    this.#now = now;
  }

  failed(): void {
    const now = this.#now();
    if (this.#count === 0 || now - this.#lastAt > REMEMBERED_MS) {
      this.#count = 0;
      this.#firstAt = now;
    }
    this.#count += 1;
    this.#lastAt = now;
  }

  succeeded(): void {
    this.#count = 0;
  }

  get isLasting(): boolean {
    const isRecent = this.#now() - this.#lastAt <= REMEMBERED_MS;
    return this.#count >= FEWEST && this.#lastAt - this.#firstAt >= SHORTEST_MS && isRecent;
  }

  async check(): Promise<void> {
    if (this.isLasting) throw new Error(`${this.#what} failed ${this.#count} times in a row`);
  }
}
