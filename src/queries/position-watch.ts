import type { PositionMark } from '../requests/position.ts';

/** `behind`: not all rows are projected in time. `never-issued`: a row was never written. */
export type ProjectionProgress = 'reached' | 'behind' | 'never-issued';

/** A row that is not projected. `isWritten`: it exists in an event history. */
export interface MissingMark extends PositionMark {
  readonly isWritten: boolean;
}

export type FindMissing = (marks: readonly PositionMark[]) => Promise<readonly MissingMark[]>;

interface Waiter {
  /** start of the wait on the monotonic clock; unit: ms */
  readonly since: number;
  readonly resolve: (progress: ProjectionProgress) => void;
  readonly reject: (error: unknown) => void;
  /** rows that were not projected at the last poll */
  marks: readonly PositionMark[];
  /** an earlier poll has found that all its rows are written */
  isWritten: boolean;
}

const MAX_WAIT_MS = 2000;
const SHORTEST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 100;
/** Divisor: polls pause for this part of the usual wait, or of the time since the last request, so that they make a wait only a little longer. */
const PART_OF_WAIT = 4;
/** Weight of one wait in the average. */
const SAMPLE_WEIGHT = 0.1;
/** Time after which another poll starts, because a poll on a dead connection takes much longer. */
const SLOW_POLL_MS = 500;
/** Marks per poll, unless a single request has more. */
const MAX_MARKS = 1000;

/**
 * Waits until rows are projected. All waiting requests of a process share one poll, with pauses between polls, so the database load does not grow with the
 * requests. For a request that waits alone, the first poll starts immediately.
 */
export class PositionWatch {
  readonly #findMissing: FindMissing;
  /** longest without a poll first */
  #waiting: Waiter[] = [];
  #isPolling = false;
  #timer: NodeJS.Timeout | undefined;
  /** when the timer ends, when the last request arrived, when the last poll ended; on the monotonic clock */
  #dueAt = 0;
  #arrivedAt = 0;
  #polledAt = Number.NEGATIVE_INFINITY;
  /** average wait of requests that the first poll did not resolve */
  #usualWaitMs = 0;

  constructor(findMissing: FindMissing) {
    this.#findMissing = findMissing;
  }

  /** Waits at most 2 seconds. Rejects if the query fails. */
  until(marks: readonly PositionMark[]): Promise<ProjectionProgress> {
    if (marks.length === 0) return Promise.resolve('reached');
    return new Promise((resolve, reject) => {
      const since = performance.now();
      this.#arrivedAt = since;
      this.#waiting.push({ since, resolve, reject, marks, isWritten: false });
      this.#schedulePoll();
    });
  }

  #schedulePoll(): void {
    if (this.#isPolling || this.#waiting.length === 0) return;
    const dueAt = this.#polledAt + this.#pauseMs();
    if (this.#timer !== undefined && this.#dueAt <= dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => void this.#lookNow(), Math.max(0, dueAt - performance.now()));
  }

  #pauseMs(): number {
    const sinceLastMs = performance.now() - this.#arrivedAt;
    const wished = Math.max(this.#usualWaitMs, sinceLastMs) / PART_OF_WAIT;
    return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, wished));
  }

  async #lookNow(): Promise<void> {
    this.#timer = undefined;
    this.#isPolling = true;
    const slow = setTimeout(() => this.#pollEnded(), SLOW_POLL_MS);
    const asked = this.#takeNext();
    try {
      const missing = await this.#findMissing(asked.flatMap(({ marks }) => marks));
      const isWritten = new Map(missing.map((mark) => [textOf(mark), mark.isWritten]));
      const left = asked.filter((waiter) => this.#isLeft(waiter, isWritten));
      this.#waiting.push(...left);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
    clearTimeout(slow);
    this.#pollEnded();
  }

  #pollEnded(): void {
    this.#polledAt = performance.now();
    this.#isPolling = false;
    this.#schedulePoll();
  }

  #takeNext(): readonly Waiter[] {
    let count = 0;
    let size = 0;
    for (const { marks } of this.#waiting) {
      if (count > 0 && size + marks.length > MAX_MARKS) break;
      count += 1;
      size += marks.length;
    }
    return this.#waiting.splice(0, count);
  }

  /** Resolves the request if its wait is over. @returns true if it continues to wait */
  #isLeft(waiter: Waiter, isWritten: ReadonlyMap<string, boolean>): boolean {
    const marks = waiter.marks.filter((mark) => isWritten.has(textOf(mark)));
    const waitedMs = performance.now() - waiter.since;
    if (marks.length === 0) {
      if (waiter.isWritten) this.#usualWaitMs += (waitedMs - this.#usualWaitMs) * SAMPLE_WEIGHT;
      waiter.resolve('reached');
      return false;
    }
    if (!waiter.isWritten && marks.some((mark) => isWritten.get(textOf(mark)) === false)) {
      waiter.resolve('never-issued');
      return false;
    }
    if (waitedMs + LONGEST_PAUSE_MS > MAX_WAIT_MS) {
      waiter.resolve('behind');
      return false;
    }
    waiter.marks = marks;
    waiter.isWritten = true;
    return true;
  }
}

function textOf({ kind, subjectId, seq }: PositionMark): string {
  return `${kind}${subjectId}${seq}`;
}
