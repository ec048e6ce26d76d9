import { setTimeout as delay } from 'node:timers/promises';

/** Returns the ids of those of the instances that have ended. */
export type FindEnded = (instanceIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** Poll interval while requests wait. */
const POLL_MS = 50;

interface Waiter {
  readonly instanceId: string;
  /** ms since epoch */
  readonly deadline: number;
  readonly isOver: () => boolean;
  readonly resolve: (hasEnded: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Waits for the end of instances. All waiting requests of a process share one query, and none keeps a connection while it waits. */
export class EndWatch {
  readonly #findEnded: FindEnded;
  #waiting: Waiter[] = [];
  #isRunning = false;

  constructor(findEnded: FindEnded) {
    this.#findEnded = findEnded;
  }

  /** Resolves with true when the instance has ended. Resolves with false at the deadline (ms since epoch) or if `isOver` returns true. Rejects if the query fails. */
  ended(instanceId: string, deadline: number, isOver: () => boolean): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ instanceId, deadline, isOver, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let waitMs = 0; this.#waiting.length > 0; waitMs = POLL_MS) {
      await delay(waitMs);
      const asked = this.#waiting;
      this.#waiting = [];
      try {
        const ended = await this.#findEnded([...new Set(asked.map(({ instanceId }) => instanceId))]);
        for (const waiter of asked) {
          if (ended.has(waiter.instanceId)) waiter.resolve(true);
          else if (waiter.deadline <= Date.now() || waiter.isOver()) waiter.resolve(false);
          else this.#waiting.push(waiter);
        }
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    this.#isRunning = false;
  }
}
