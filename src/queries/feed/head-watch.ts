import type { FeedHead } from './feed-rows.ts';

/** Poll interval for the end of the feed while readers wait. Unit: ms. */
const POLL_MS = 150;

interface Waiter {
  readonly row: number;
  readonly deadline: number;
  readonly isOver: () => boolean;
  readonly resolve: (head: FeedHead | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Waits for new rows of the feed. All waiting readers of a process share one query, and none holds a connection: a thousand
 * idle streams cost as much as one.
 */
export class HeadWatch {
  readonly #readHead: () => Promise<FeedHead>;
  #waiting: Waiter[] = [];
  #isScheduled = false;

  constructor(readHead: () => Promise<FeedHead>) {
    this.#readHead = readHead;
  }

  /** Reads the current end. */
  now(): Promise<FeedHead> {
    return this.#readHead();
  }

  /** Resolves with the end of the feed once it is after a row; undefined: deadline (ms since epoch), or the reader has disconnected. */
  behind(row: number, deadline: number, isOver: () => boolean): Promise<FeedHead | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row, deadline, isOver, resolve, reject });
      this.#schedulePoll();
    });
  }

  #schedulePoll(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setTimeout(() => {
      void this.#poll().finally(() => {
        this.#isScheduled = false;
        this.#schedulePoll();
      });
    }, POLL_MS);
  }

  async #poll(): Promise<void> {
    const asked = this.#waiting;
    try {
      const head = await this.#readHead();
      const now = Date.now();
      for (const waiter of asked) {
        if (waiter.row < head.position) this.#answer(waiter, head);
        else if (now >= waiter.deadline || waiter.isOver()) this.#answer(waiter, undefined);
      }
      const answered = this.#answered;
      this.#waiting = this.#waiting.filter((waiter) => !answered.has(waiter));
      answered.clear();
    } catch (error) {
      this.#waiting = this.#waiting.filter((waiter) => !asked.includes(waiter));
      for (const { reject } of asked) reject(error);
    }
  }

  readonly #answered = new Set<Waiter>();

  #answer(waiter: Waiter, head: FeedHead | undefined): void {
    this.#answered.add(waiter);
    waiter.resolve(head);
  }
}
