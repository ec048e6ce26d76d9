/**
 * Look-ups of names at the same time, in all and for one process key. The resolver of the system keeps a thread for each, also when its call has long been over; there
 * are four, and files, other connections and compression need them too.
 */
const MOST = 3;
const MOST_OF_ONE_KEY = 2;

interface Turn {
  readonly begin: () => void;
}

/** Lets look-ups wait for their turn: names of one process that nobody answers for keep neither other processes nor the rest of the service waiting. */
export class LookupTurns {
  readonly #running = new Map<string, number>();
  /** by key; the key whose turn was last comes last */
  readonly #waiting = new Map<string, Turn[]>();
  #total = 0;

  /** Runs `work` when it is its turn. Rejects with the reason of `signal` when that is aborted before. */
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
      const giveUp = () => {
        this.#remove(key, turn);
        reject(signal.reason);
      };
      const turn = {
        begin: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', giveUp, { once: true });
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
