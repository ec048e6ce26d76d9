import type { FollowUpSource } from '../../messages/envelope.ts';

/** Base cost of one follow-up, charged to its source. Unit: ms. */
const COST_MS = 100;
/** Base cost of a command with slow texts: the default time limit of one text. Unit: ms. */
const LONG_COST_MS = 1000;
/** Allowed lead of a source over its share, which is one slot of this worker: enough for a burst of about ten follow-ups. Unit: ms. */
const AHEAD_MS = 1000;
/** Maximum number of remembered sources before idle ones are removed. */
const MANY_SOURCES = 5000;
/** Latest turn. Beyond it, first come, first served: the last follow-ups of a flood must not wait behind the floods of other sources. Unit: s. */
const LAST_TURN = 3600;
/** Cost factor of a root: half of the share of a process key, so that one root does not use up the share of its key. */
const OF_ROOT = 2;

/**
 * Shares the follow-ups of this worker among their sources: roots and process keys. A source that is ahead of its share (the time of one slot) uses
 * the bulk lane: the further ahead, the later (generic cell rate algorithm of ITU-T I.371).
 */
export class FairShares {
  private readonly limit: number;
  private readonly usedUntil = new Map<string, number>();
  private readonly inWork = new Map<string, number>();

  /** `slots`: number of slots of the regular follow-up lane */
  constructor(slots: number) {
    this.limit = Math.max(1, Math.floor(slots / 2));
  }

  /** Counts one follow-up that is queued. @returns its turn in the bulk lane; undefined: its source is within its share */
  turnOf(source: FollowUpSource): number | undefined {
    const now = performance.now();
    const aheadMs = this.use(source, COST_MS, now);
    return aheadMs > AHEAD_MS ? turnAt(aheadMs) : undefined;
  }

  /** Charges computing time beyond the base cost. Waiting time is not charged. */
  computed(source: FollowUpSource, ms: number): void {
    if (ms > COST_MS) this.use(source, ms - COST_MS, performance.now());
  }

  /**
   * Begins a follow-up without a turn. Returns undefined if its source has half of the slots already: the rest is for others.
   * @returns ends it
   */
  begin(source: FollowUpSource): (() => void) | undefined {
    return this.enter(namesOf(source));
  }

  /** Counts a command with slow texts and returns its turn: it has one even if its source has used little. */
  turnOfLong(source: FollowUpSource): number {
    const now = performance.now();
    this.forget(now);
    return turnAt(this.add(longOf(source), LONG_COST_MS, now));
  }

  /** Charges the computing time of threads beyond the base cost. */
  computedInThreads(source: FollowUpSource, ms: number): void {
    if (ms > LONG_COST_MS) this.add(longOf(source), ms - LONG_COST_MS, performance.now());
  }

  /**
   * Begins a command that may wait for a thread. Returns undefined if half of the slots have such commands of its key, which wait for the same
   * threads.
   * @returns ends it
   */
  beginLong(source: FollowUpSource): (() => void) | undefined {
    return this.enter([longOf(source)]);
  }

  /** Returns a turn for a follow-up that could not begin. */
  nextTurn(source: FollowUpSource): number {
    return turnAt(this.use(source, 0, performance.now()));
  }

  /**
   * Charges a source. A root beyond its share does not use up the share of its key, because other roots of the key must not wait for it. All such
   * roots of a key together have one extra share.
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
    // all are in use: a forgotten source only gets its share once more
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
