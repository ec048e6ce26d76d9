import type { WalPlace } from './wal.ts';

/** Where the primary stood at a time; unit of `at`: ms on the monotonic clock. */
interface Seen {
  readonly place: WalPlace;
  readonly at: number;
}

/** More than ten seconds of looks; beyond, every second one is forgotten, which makes the lag seem longer and never shorter. */
const MOST = 64;

/**
 * How late a replica is, by the clock of this process alone: clocks of servers differ, and the time of the last change that a replica has carried out says nothing while
 * nobody changes anything.
 */
export class ReplicaLag {
  /** where the primary stood and the replica has not come yet, the oldest first */
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

  /** 0 while it has come as far as the primary was seen. Unit: ms. */
  lagMs(now: number): number {
    const [oldest] = this.#ahead;
    return oldest === undefined
      ? 0
      : Math.max(0, now - (this.#reachedAt === Number.NEGATIVE_INFINITY ? oldest.at : this.#reachedAt));
  }
}
