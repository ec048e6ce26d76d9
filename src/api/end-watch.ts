import { setTimeout as delay } from 'node:timers/promises';

/** Returns those that have ended. */
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

/** All requests of a process share one query; none keeps a connection. */
export class EndWatch {
  readonly #findEnded: FindEnded;
  #waiting: Waiter[] = [];
  #isRunning = false;

  constructor(findEnded: FindEnded) {
    this.#findEnded = findEnded;
  }

  /** True: ended. False: deadline (ms since epoch) or `isOver`. Rejects if the query fails. */
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
