import { backoffMs } from './retry.ts';

/**
 * Runs work regularly, the first time after one interval, and never twice concurrently. Work that fails is tried again at its next turn.
 * @param longestPauseMs pauses grow up to this while the work fails; absent: they do not grow
 * @returns the timer, to be stopped with clearInterval
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
          // the first turn after a failure comes as usual
          const pauseMs = failures === 1 ? 0 : backoffMs({ firstDelayMs: intervalMs, maxDelayMs: longestPauseMs }, failures);
          againAt = longestPauseMs > intervalMs ? performance.now() + pauseMs : 0;
        },
      )
      .finally(() => {
        isRunning = false;
      });
  }, intervalMs);
}

/** Maximum time that a long task may block the event loop before it yields. */
const TURN_MS = 8;

/** Waiters for a turn, in order. One list per process, because a process has one event loop. */
const waiting: (() => void)[] = [];

/**
 * The turns of one long task, for example of a streamed answer. All such tasks of this process share them: one continues per
 * round of the event loop, so that many together delay it no longer than one.
 */
export class LoopTurn {
  private endsAt = 0;

  /** Whether the task must yield first: no turn has started, or it has ended. */
  get isOver(): boolean {
    return performance.now() >= this.endsAt;
  }

  /** Waits for the next turn. */
  async begin(): Promise<void> {
    await nextRound();
    this.endsAt = performance.now() + TURN_MS;
  }

  /** Ends the turn early, because the work waits for something else now. */
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

/** The continued task runs before the next `setImmediate`. */
function runNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(runNext);
}

/** A single or short fault does not make the replica unready. Units: faults; ms. */
const FEWEST = 3;
const SHORTEST_MS = 3000;
/** Faults are forgotten after this time without another one: clients that use other replicas cause none. */
const REMEMBERED_MS = 15_000;

/** Counts attempts that have failed since the last success: a health check, which rejects while nothing succeeds. */
export class FaultsInARow {
  readonly #what: string;
  readonly #now: () => number;
  #count = 0;
  #firstAt = 0;
  #lastAt = 0;

  /** @param what fails, for the reason */
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
