/**
 * Most concurrent DNS lookups in total and per process key. Each occupies one of the four libuv threads, also after its call has ended.
 * Files, other connections and compression need these threads too.
 */
const MOST = 3;
const MOST_OF_ONE_KEY = 2;

interface Turn {
  readonly begin: () => void;
}

/** Queues DNS lookups: unresponsive names of one process must not block other processes or the rest of the service. */
export class LookupQueue {
  readonly #running = new Map<string, number>();
  /** By key; the most recently served key is last. */
  readonly #waiting = new Map<string, Turn[]>();
  #total = 0;

  /** Runs `work` when it gets a slot. Rejects with the reason of `signal` if that is aborted first. */
  async take<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#hasRoomFor(key)) this.#begin(key);
    else await this.#wait(key, signal);
    try {
      return await work();
    } finally {
      this.#end(key);
    }
  }

  #hasRoomFor(key: string): boolean {
    return this.#total < MOST && (this.#running.get(key) ?? 0) < MOST_OF_ONE_KEY;
  }

  #begin(key: string): void {
    this.#total += 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  #wait(key: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.#remove(key, turn);
        reject(signal.reason);
      };
      const turn = {
        begin: () => {
          signal.removeEventListener('abort', cancel);
          resolve();
        },
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', cancel, { once: true });
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), turn]);
    });
  }

  #remove(key: string, turn: Turn): void {
    const left = (this.#waiting.get(key) ?? []).filter((other) => other !== turn);
    this.#waiting.delete(key);
    if (left.length > 0) this.#waiting.set(key, left);
  }

  #end(key: string): void {
    const left = (this.#running.get(key) ?? 0) - 1;
    this.#total -= 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
    for (const [next, [turn]] of this.#waiting) {
      if (turn === undefined || !this.#hasRoomFor(next)) continue;
      this.#remove(next, turn);
      this.#begin(next);
      turn.begin();
      return;
    }
  }
}
