import type { FollowUpSource } from '../../messages/envelope.ts';

/** What one follow-up uses of its source's share, when it does not take longer. Unit: ms. */
const COST_MS = 100;
/** What a command uses of its source's share whose texts take long: one text has as much time by default. Unit: ms. */
const LONG_COST_MS = 1000;
/** How far a source may be ahead of its share, which is one slot of this worker: a burst of some ten follow-ups of a process is nothing special. Unit: ms. */
const AHEAD_MS = 1000;
/** Sources that are remembered before those that use nothing are forgotten. */
const MANY_SOURCES = 5000;
/** Beyond it first come, first served: the last follow-ups of a flood must not wait for as long as others have floods of their own. Unit: s. */
const LAST_TURN = 3600;
/** A beginning has half of the share of a process key, so that one alone does not use that up. */
const OF_ROOT = 2;

/**
 * Shares the follow-ups of this worker among their sources: beginnings, and process keys. What a source hands over while it is ahead of its share,
 * one slot's time, goes to the lane for bulk: the further ahead, the later (the generic cell rate algorithm of ITU-T I.371).
 */
export class FairShares {
  private readonly limit: number;
  private readonly usedUntil = new Map<string, number>();
  private readonly inWork = new Map<string, number>();

  /** `slots`: of the lane for follow-ups within their shares */
  constructor(slots: number) {
    this.limit = Math.max(1, Math.floor(slots / 2));
  }

  /** Counts one follow-up that is handed to the queue. @returns its turn among the bulk; undefined: its source is within its share */
  turnOf(source: FollowUpSource): number | undefined {
    const now = performance.now();
    const aheadMs = this.use(source, COST_MS, now);
    return aheadMs > AHEAD_MS ? turnAt(aheadMs) : undefined;
  }

  /** Counts what deciding a follow-up has taken beyond its cost. What it has waited for is not its own doing. */
  computed(source: FollowUpSource, ms: number): void {
    if (ms > COST_MS) this.use(source, ms - COST_MS, performance.now());
  }

  /**
   * Begins a follow-up that has come without a turn. Undefined: its source has half of the slots already, and more would leave none to the others.
   * @returns ends it
   */
  begin(source: FollowUpSource): (() => void) | undefined {
    return this.enter(namesOf(source));
  }

  /** Counts a command whose texts take long: it has a turn, however little its source has used. */
  turnOfLong(source: FollowUpSource): number {
    const now = performance.now();
    this.forget(now);
    return turnAt(this.add(longOf(source), LONG_COST_MS, now));
  }

  /** Counts what threads have computed for such a command beyond its cost. */
  computedInThreads(source: FollowUpSource, ms: number): void {
    if (ms > LONG_COST_MS) this.add(longOf(source), ms - LONG_COST_MS, performance.now());
  }

  /**
   * Begins a command that may have to wait for a thread. Undefined: half of the slots have such commands of its key already, which all wait for the
   * same threads.
   * @returns ends it
   */
  beginLong(source: FollowUpSource): (() => void) | undefined {
    return this.enter([longOf(source)]);
  }

  /** A turn for one that could not begin. */
  nextTurn(source: FollowUpSource): number {
    return turnAt(this.use(source, 0, performance.now()));
  }

  /**
   * A beginning beyond its share does not use up the share of its key: the others of the key have done nothing. Together, all such beginnings of a
   * key have one share more.
   * @returns how far the source is ahead of its share; unit: ms
   */
  private use({ root, key }: FollowUpSource, ms: number, now: number): number {
    this.forget(now);
    const ahead = this.add(`root ${root}`, ms * OF_ROOT, now);
    if (key === undefined) return ahead;
    return ahead > AHEAD_MS ? Math.max(ahead, this.add(`bulk ${key}`, ms, now)) : this.add(`key ${key}`, ms, now);
  }

  private enter(names: readonly string[]): (() => void) | undefined {
    if (names.some((name) => (this.inWork.get(name) ?? 0) >= this.limit)) return undefined;
    for (const name of names) this.inWork.set(name, (this.inWork.get(name) ?? 0) + 1);
    return () => {
      for (const name of names) {
        const left = (this.inWork.get(name) ?? 0) - 1;
        if (left > 0) this.inWork.set(name, left);
        else this.inWork.delete(name);
      }
    };
  }

  private add(name: string, ms: number, now: number): number {
    const until = Math.max(this.usedUntil.get(name) ?? 0, now) + ms;
    this.usedUntil.set(name, until);
    return until - now;
  }

  private forget(now: number): void {
    if (this.usedUntil.size < MANY_SOURCES) return;
    for (const [name, until] of this.usedUntil) if (until <= now) this.usedUntil.delete(name);
    // All of them are in use: what is forgotten now only gets its share once more.
    if (this.usedUntil.size > MANY_SOURCES / 2) this.usedUntil.clear();
  }
}

function namesOf({ root, key }: FollowUpSource): readonly string[] {
  return key === undefined ? [`root ${root}`] : [`root ${root}`, `key ${key}`];
}

function longOf({ root, key }: FollowUpSource): string {
  return `long ${key ?? root}`;
}

function turnAt(aheadMs: number): number {
  return Math.min(Math.ceil(aheadMs / 1000) + 1, LAST_TURN);
}
