import type { WalPlace } from './wal.ts';

/** WAL position of the primary at a time; unit of `at`: ms on the monotonic clock. */
interface Seen {
  readonly place: WalPlace;
  readonly at: number;
}

/** Maximum remembered polls: more than ten seconds. If full, every second one is removed, so that the lag can only seem longer. */
const MOST = 64;

/** Lag of a replica by the clock of this process: clocks of servers differ, and the time of the last replayed change is useless without changes. */
export class ReplicaLag {
  /** positions of the primary that the replica has not reached, oldest first */
  #ahead: Seen[] = [];
  /** the replica contains all data that was visible on the primary at this time */
  #reachedAt = Number.NEGATIVE_INFINITY;

  /** @param at time before the query to the primary */
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

  /** Maximum age of the replica's data, in ms; infinite before the first poll. */
  ageMs(now: number): number {
    return now - this.#reachedAt;
  }

  /** Lag, 0 if the replica has reached the last known position of the primary. Unit: ms. */
  lagMs(now: number): number {
    const [oldest] = this.#ahead;
    return oldest === undefined
      ? 0
      : Math.max(0, now - (this.#reachedAt === Number.NEGATIVE_INFINITY ? oldest.at : this.#reachedAt));
  }
}
