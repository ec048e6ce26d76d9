import type { FollowUpSource } from '../../messages/command-batch.ts';

/** Base cost of one outgoing command, charged to its source. */
const COST_MS = 100;
/** Base cost of a command with slow scripts: the default time limit of one script. */
const LONG_COST_MS = 1000;
/** Time by which a source may be ahead of its share, which is one slot of this worker: a burst of about ten commands. */
const AHEAD_MS = 1000;
/** Number of remembered sources from which on idle ones are removed. */
const MANY_SOURCES = 5000;
/** Latest turn, in s. Later commands run in order of arrival: the last ones of a flood must not wait behind floods of other sources. */
const LAST_TURN = 3600;
/** Cost factor of a root: it has half the share of a process key, so that it does not use up the share of its key. */
const OF_ROOT = 2;

/**
 * Shares this worker's time for outgoing commands among roots and process keys. A source ahead of its share uses the bulk queue, with a turn that grows with
 * its lead (generic cell rate algorithm of ITU-T I.371).
 */
export class FairShares {
  private readonly limit: number;
  private readonly usedUntil = new Map<string, number>();
  private readonly inWork = new Map<string, number>();

  /** @param slots of the regular queue for outgoing commands */
  constructor(slots: number) {
    this.limit = Math.max(1, Math.floor(slots / 2));
  }

  /** Charges one command. Returns its turn in the bulk queue; undefined: within the share. */
  turnOf(source: FollowUpSource): number | undefined {
    const now = performance.now();
    const aheadMs = this.use(source, COST_MS, now);
    return aheadMs > AHEAD_MS ? turnAt(aheadMs) : undefined;
  }

  /** Charges computing time beyond the base cost, but no waiting time. */
  computed(source: FollowUpSource, ms: number): void {
    if (ms > COST_MS) this.use(source, ms - COST_MS, performance.now());
  }

  /** @returns a function to call at the end; undefined: the root or the key already uses half of the slots */
  begin(source: FollowUpSource): (() => void) | undefined {
    return this.enter(namesOf(source));
  }

  /** Charges a command with slow scripts, which always has a turn. */
  turnOfLong(source: FollowUpSource): number {
    const now = performance.now();
    this.forget(now);
    return turnAt(this.add(longOf(source), LONG_COST_MS, now));
  }

  /** Charges computing time beyond the base cost. */
  computedInThreads(source: FollowUpSource, ms: number): void {
    if (ms > LONG_COST_MS) this.add(longOf(source), ms - LONG_COST_MS, performance.now());
  }

  /** @returns a function to call at the end; undefined: such commands of the key already use half of the slots */
  beginLong(source: FollowUpSource): (() => void) | undefined {
    return this.enter([longOf(source)]);
  }

  /** Turn of a command for which `begin` returned undefined. Charges nothing. */
  nextTurn(source: FollowUpSource): number {
    return turnAt(this.use(source, 0, performance.now()));
  }

  /**
   * A root beyond its share does not use up the share of its key, because other roots must not wait for it. All such roots of a key have one extra share.
   * @returns the lead over the share, in ms
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
    // most are in use: a removed source only gets a new share
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
