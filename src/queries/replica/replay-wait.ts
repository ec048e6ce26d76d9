import { withTimeout } from '../../platform/retry.ts';
import type { WalPlace } from './wal.ts';

interface Waiter {
  readonly place: WalPlace;
  readonly answer: (isReached: boolean) => void;
}

/** How long somebody waits: whoever has just written had better ask the primary than wait longer. Unit: ms. */
const MOST_WAIT_MS = 50;
const PAUSE_MS = 4;
/** A look whose connection is dead must not keep everybody after it from one of their own. */
const SLOW_LOOK_MS = 500;

/** Waits until a replica has come to places of the primary. All who wait share one look. */
export class ReplayWait {
  /** up to where the replica has come; undefined: it follows nobody */
  readonly #look: () => Promise<WalPlace | undefined>;
  readonly #waiting = new Set<Waiter>();
  #isLooking = false;

  constructor(look: () => Promise<WalPlace | undefined>) {
    this.#look = look;
  }

  /** Whether it has come there within a moment. Never rejects. */
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
      if (!this.#isLooking) void this.#lookOn();
    });
  }

  /** A replica only goes on, so what one look has found holds for whoever came during it. */
  async #lookOn(): Promise<void> {
    this.#isLooking = true;
    while (this.#waiting.size > 0) {
      const reached = await withTimeout(this.#look(), SLOW_LOOK_MS, 'the replica').catch(() => undefined);
      for (const waiter of [...this.#waiting])
        if (reached === undefined || reached >= waiter.place) waiter.answer(reached !== undefined);
      if (this.#waiting.size > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    this.#isLooking = false;
  }
}
