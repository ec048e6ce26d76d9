import { withTimeout } from '../../platform/retry.ts';
import type { WalPlace } from './wal.ts';

interface Waiter {
  readonly place: WalPlace;
  readonly answer: (isReached: boolean) => void;
}

/** Longest wait of a read after a write; after it, the primary is faster. Unit: ms. */
const MOST_WAIT_MS = 50;
const PAUSE_MS = 4;
/** Timeout of a poll: one on a dead connection must not block later ones. Unit: ms. */
const SLOW_READ_MS = 500;

/** Waits until a replica has reached a WAL position of the primary. All waiting reads share one poll. */
export class ReplayWait {
  /** returns the WAL position of the replica; undefined: not a standby */
  readonly #readPlace: () => Promise<WalPlace | undefined>;
  readonly #waiting = new Set<Waiter>();
  #isPolling = false;

  constructor(readPlace: () => Promise<WalPlace | undefined>) {
    this.#readPlace = readPlace;
  }

  /** Returns whether the replica reaches the position soon. Never rejects. */
  until(place: WalPlace): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => waiter.answer(false), MOST_WAIT_MS);
      const waiter: Waiter = {
        place,
        answer: (isReached) => {
          clearTimeout(timer);
          this.#waiting.delete(waiter);
          resolve(isReached);
        },
      };
      this.#waiting.add(waiter);
      if (!this.#isPolling) void this.#pollOn();
    });
  }

  /** A replica only advances, so the result of a poll also holds for requests that arrived during it. */
  async #pollOn(): Promise<void> {
    this.#isPolling = true;
    while (this.#waiting.size > 0) {
      const reached = await withTimeout(this.#readPlace(), SLOW_READ_MS, 'the replica').catch(() => undefined);
      for (const waiter of [...this.#waiting])
        if (reached === undefined || reached >= waiter.place) waiter.answer(reached !== undefined);
      if (this.#waiting.size > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    this.#isPolling = false;
  }
}
