import type { WalPlace } from './wal.ts';

/** Place of the primary at a time; unit of `at`: ms on the monotonic clock. */
interface Seen {
  readonly place: WalPlace;
  readonly at: number;
}

/** More than ten seconds of polls. When it is full, every second one is dropped, so that the lag can only seem longer. */
const MOST = 64;

/**
 * Lag of a replica by the clock of this process: clocks of servers differ, and the time of the last replayed change is useless
 * while there are no changes.
 */
export class ReplicaLag {
  /** places of the primary that the replica has not reached, the oldest first */
  #ahead: Seen[] = [];
  /** the replica shows everything that could be seen on the primary at this time */
  #reachedAt = Number.NEGATIVE_INFINITY;

  /** @param at before the primary was asked */
  primaryAt(place: WalPlace, at: number): void {
    this.#ahead.push({ place, at });
    if (this.#ahead.length > MOST) this.#ahead = this.#ahead.filter((_, index) => index % 2 === 0);
  }

  replicaAt(place: WalPlace): void {
    const first = this.#ahead.findIndex((seen) => seen.place > place);
    const reached = first < 0 ? this.#ahead : this.#ahead.slice(0, first);
    this.#ahead = first < 0 ? [] : this.#ahead.slice(first);
    this.#reachedAt = reached.at(-1)?.at ?? this.#reachedAt;
  }

  /** How old an answer of the replica may be at most, in ms; infinite before anything is known. */
  ageMs(now: number): number {
    return now - this.#reachedAt;
  }

  /** 0 while the replica has reached the last known place of the primary. Unit: ms. */
  lagMs(now: number): number {
    const [oldest] = this.#ahead;
    return oldest === undefined
      ? 0
      : Math.max(0, now - (this.#reachedAt === Number.NEGATIVE_INFINITY ? oldest.at : this.#reachedAt));
  }
}
