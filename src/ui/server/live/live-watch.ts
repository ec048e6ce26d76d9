import type { LiveGate, LiveMark } from '../../../queries/operator/live-marks.ts';
import { type Changed, changesBetween, type MarksByName, marksByName } from './changes.ts';

/** Somebody who is told of changes. */
export interface LiveReader {
  /** the instance it looks at */
  readonly instanceId: string | undefined;
  /** undefined: nobody signs in here */
  readonly sessionId: string | undefined;
  /** from now on it is told of everything */
  begin(): void;
  tell(changes: readonly Changed[]): void;
  /** Ends it. `isOver`: its session is. */
  end(isOver: boolean): void;
}

/** The looks into the database. */
export interface LiveLooks {
  gate(): Promise<LiveGate>;
  marks(instanceIds: readonly string[]): Promise<readonly LiveMark[]>;
  livingSessions(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** How often it looks, and how many it serves. Unit: ms. */
export interface LivePace {
  readonly lookMs: number;
  readonly sessionsMs: number;
  readonly mostReaders: number;
  readonly mostPerSession: number;
}

const PACE: LivePace = { lookMs: 1000, sessionsMs: 3000, mostReaders: 400, mostPerSession: 20 };
/** A look is followed by a rest so many times as long: however slow the database, it has little to do with these. Whoever comes new shortens it. */
const REST_TIMES = { usual: 20, forNew: 5 };
/** Between two looks at least, whoever comes. Unit: ms. */
const LEAST_REST_MS = 200;
/** While the database cannot be asked. Unit: ms. */
const AWAY_MS = 5000;

/**
 * Looks for all readers of a process at once what has changed, and not at all while there is none (ADR 0099). A cheap look says whether there may be something; only
 * then there is one that says what.
 */
export class LiveWatch {
  readonly #looks: LiveLooks;
  readonly #pace: LivePace;
  readonly #readers = new Set<LiveReader>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isClosed = false;
  #gate: LiveGate | undefined;
  #marks: MarksByName | undefined;
  /** those who came since the last look: what they look at may be one more */
  readonly #new = new Set<LiveReader>();
  /** when somebody new may have a look; on the monotonic clock. Unit: ms */
  #soonestAt = 0;
  /** on the monotonic clock; unit: ms */
  #sessionsAt = 0;

  constructor(looks: LiveLooks, pace: Partial<LivePace> = {}) {
    this.#looks = looks;
    this.#pace = { ...PACE, ...pace };
  }

  /** How many are told. */
  get size(): number {
    return this.#readers.size;
  }

  /** Whether one more may come. */
  hasRoomFor(sessionId: string | undefined): boolean {
    if (this.#isClosed || this.#readers.size >= this.#pace.mostReaders) return false;
    if (sessionId === undefined) return true;
    return [...this.#readers].filter((reader) => reader.sessionId === sessionId).length < this.#pace.mostPerSession;
  }

  /** Tells somebody of changes from now on. Returns how to stop. */
  add(reader: LiveReader): () => void {
    this.#readers.add(reader);
    this.#new.add(reader);
    // what the looks of before saw is old by now
    if (this.#readers.size === 1 && !this.#isLooking) this.#forget();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lookIn(Math.max(0, this.#soonestAt - performance.now()));
    return () => {
      this.#readers.delete(reader);
      this.#new.delete(reader);
      if (this.#readers.size > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Ends all of them and lets nobody in any more. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const reader of [...this.#readers]) reader.end(false);
    this.#readers.clear();
    this.#new.clear();
  }

  #forget(): void {
    this.#gate = undefined;
    this.#marks = undefined;
  }

  #lookIn(ms: number): void {
    if (this.#isLooking || this.#isClosed || this.#readers.size === 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#look();
    }, ms);
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    const begun = performance.now();
    let restMs = AWAY_MS;
    try {
      await this.#endOverSessions(begun);
      await this.#tellChanges();
      restMs = Math.max(this.#pace.lookMs, (performance.now() - begun) * REST_TIMES.usual);
    } catch {
      // the database is away: pages say so when they read, and here there is nothing to tell
    }
    const ended = performance.now();
    const forNewMs = Math.min(restMs, Math.max(LEAST_REST_MS, (ended - begun) * REST_TIMES.forNew));
    this.#soonestAt = ended + forNewMs;
    this.#isLooking = false;
    this.#lookIn(this.#new.size > 0 ? forNewMs : restMs);
  }

  async #tellChanges(): Promise<void> {
    const before = this.#gate;
    const gate = await this.#looks.gate();
    const hasMoved = before?.position !== gate.position || before.isPending || gate.isPending;
    const changes: Changed[] = [];
    const newcomers = [...this.#new];
    if (hasMoved || newcomers.length > 0 || this.#marks === undefined) {
      const ids = [...this.#readers].flatMap(({ instanceId }) => instanceId ?? []);
      const marks = marksByName(await this.#looks.marks([...new Set(ids)]));
      if (this.#marks !== undefined) changes.push(...changesBetween(this.#marks, marks));
      this.#marks = marks;
    }
    if (before !== undefined && before.letters !== gate.letters) changes.push({ kind: 'dead-letters', key: null });
    this.#gate = gate;
    if (changes.length > 0) for (const reader of [...this.#readers]) reader.tell(changes);
    for (const reader of newcomers) if (this.#new.delete(reader)) reader.begin();
  }

  async #endOverSessions(now: number): Promise<void> {
    const ids = [...new Set([...this.#readers].flatMap(({ sessionId }) => sessionId ?? []))];
    if (ids.length === 0 || now - this.#sessionsAt < this.#pace.sessionsMs) return;
    this.#sessionsAt = now;
    const living = await this.#looks.livingSessions(ids);
    for (const reader of [...this.#readers]) {
      if (reader.sessionId !== undefined && !living.has(reader.sessionId) && ids.includes(reader.sessionId)) reader.end(true);
    }
  }
}
