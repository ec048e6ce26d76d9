import {
  type LiveGate,
  type LiveMark,
  readLiveGate,
  readLiveMarks,
  readLivingSessions,
} from '../../../queries/operator/live-marks.ts';
import type { ReadDatabase } from '../../../queries/read-database.ts';
import type { ListReads } from '../../../queries/replica/list-reads.ts';
import type { LiveKind } from '../../wire/live.ts';

/** `key`: process key; null: none. `id`: instance id, only for the kind `instance`. */
export interface Changed {
  readonly kind: LiveKind;
  readonly key: string | null;
  readonly id?: string;
}

/** Marks by JSON text of kind, key and id. */
type MarksByName = ReadonlyMap<string, LiveMark>;

function marksByName(marks: readonly LiveMark[]): MarksByName {
  return new Map(marks.map((mark) => [JSON.stringify([mark.kind, mark.key, mark.id]), mark]));
}

/** Returns changed, new and missing marks. Omits instances whose watch began or ended between the polls. */
function changesBetween(before: MarksByName, after: MarksByName): readonly Changed[] {
  const other = [...after].filter(([name, { kind, mark }]) => {
    const last = before.get(name);
    return last === undefined ? kind !== 'instance' : last.mark !== mark;
  });
  const gone = [...before].filter(([name, { kind }]) => kind !== 'instance' && !after.has(name));
  return [...other, ...gone].map(([, { kind, key, id }]) => ({ kind, key, ...(id !== null && { id }) }));
}

/** Connection of a browser tab. */
export interface LiveReader {
  /** instance to watch */
  readonly instanceId: string | undefined;
  /** undefined: sign-in is off */
  readonly sessionId: string | undefined;
  /** Called once, after the first successful poll. Later changes are reported. */
  begin(): void;
  /** Called with all changes of a poll, also of instances that only others watch, possibly before `begin`. */
  notify(changes: readonly Changed[]): void;
  /** Must close the connection and call the function that `add` returned. `isOver`: its session has ended. */
  end(isOver: boolean): void;
}

/**
 * `gate`: cheap; its result changes with every write, or reports pending writes. `marks`: one for each kind, key and watched instance.
 * `livingSessions`: those of `ids` that exist.
 */
interface LiveQueries {
  gate(): Promise<LiveGate>;
  marks(instanceIds: readonly string[]): Promise<readonly LiveMark[]>;
  livingSessions(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** `pollMs`, `sessionsMs`: minimum intervals of polls and session checks. `mostReaders`, `mostPerSession`: maximum numbers of readers. */
interface LivePace {
  readonly pollMs: number;
  readonly sessionsMs: number;
  readonly mostReaders: number;
  readonly mostPerSession: number;
}

const PACE: LivePace = { pollMs: 1000, sessionsMs: 3000, mostReaders: 400, mostPerSession: 20 };

/** Minimum pause after a poll, as a multiple of its duration: protects a slow database. `forNew`: with new readers. */
const REST_TIMES = { usual: 20, forNew: 5 };

const LEAST_REST_MS = 200;

/** Pause after a failed poll without new readers. */
const AWAY_MS = 5000;

/**
 * Polls the database once for all tabs of this process, only while there are readers (ADR 0099). Reads the marks only if the gate has changed or
 * reports pending writes, or for new readers. Ends readers whose session has ended.
 */
export class LiveWatch {
  readonly #queries: LiveQueries;
  readonly #pace: LivePace;
  readonly #readers = new Set<LiveReader>();
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;
  #isClosed = false;
  #gate: LiveGate | undefined;
  #marks: MarksByName | undefined;
  /** readers added since the last poll */
  readonly #new = new Set<LiveReader>();
  /** earliest poll for new readers; ms, monotonic */
  #soonestAt = 0;
  /** last session check; ms, monotonic */
  #sessionsAt = 0;

  constructor(queries: LiveQueries, pace: Partial<LivePace> = {}) {
    this.#queries = queries;
    this.#pace = { ...PACE, ...pace };
  }

  get size(): number {
    return this.#readers.size;
  }

  /** False if the limit of the process or the session is reached, and after `close`. */
  hasRoomFor(sessionId: string | undefined): boolean {
    if (this.#isClosed || this.#readers.size >= this.#pace.mostReaders) return false;
    if (sessionId === undefined) return true;
    return [...this.#readers].filter((reader) => reader.sessionId === sessionId).length < this.#pace.mostPerSession;
  }

  /** Does not check `hasRoomFor`. Polls soon. Returns a function that removes the reader. */
  add(reader: LiveReader): () => void {
    this.#readers.add(reader);
    this.#new.add(reader);
    // no polls without readers, so the last results are outdated
    if (this.#readers.size === 1 && !this.#isPolling) this.#forget();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pollIn(Math.max(0, this.#soonestAt - performance.now()));
    return () => {
      this.#readers.delete(reader);
      this.#new.delete(reader);
      if (this.#readers.size > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Disconnects all readers. `hasRoomFor` returns false afterwards. */
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

  #pollIn(ms: number): void {
    if (this.#isPolling || this.#isClosed || this.#readers.size === 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#poll();
    }, ms);
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    const begun = performance.now();
    let restMs = AWAY_MS;
    try {
      await this.#endOverSessions(begun);
      await this.#reportChanges();
      restMs = Math.max(this.#pace.pollMs, (performance.now() - begun) * REST_TIMES.usual);
    } catch {
      // unreachable database: the next read of a page shows the error
    }
    const ended = performance.now();
    const forNewMs = Math.min(restMs, Math.max(LEAST_REST_MS, (ended - begun) * REST_TIMES.forNew));
    this.#soonestAt = ended + forNewMs;
    this.#isPolling = false;
    this.#pollIn(this.#new.size > 0 ? forNewMs : restMs);
  }

  async #reportChanges(): Promise<void> {
    const before = this.#gate;
    const gate = await this.#queries.gate();
    const hasMoved = before?.position !== gate.position || before.isPending || gate.isPending;
    const changes: Changed[] = [];
    const newcomers = [...this.#new];
    if (hasMoved || newcomers.length > 0 || this.#marks === undefined) {
      const ids = [...this.#readers].flatMap(({ instanceId }) => instanceId ?? []);
      const marks = marksByName(await this.#queries.marks([...new Set(ids)]));
      if (this.#marks !== undefined) changes.push(...changesBetween(this.#marks, marks));
      this.#marks = marks;
    }
    if (before !== undefined && before.letters !== gate.letters) changes.push({ kind: 'dead-letters', key: null });
    this.#gate = gate;
    if (changes.length > 0) for (const reader of [...this.#readers]) reader.notify(changes);
    for (const reader of newcomers) if (this.#new.delete(reader)) reader.begin();
  }

  async #endOverSessions(now: number): Promise<void> {
    const ids = [...new Set([...this.#readers].flatMap(({ sessionId }) => sessionId ?? []))];
    if (ids.length === 0 || now - this.#sessionsAt < this.#pace.sessionsMs) return;
    this.#sessionsAt = now;
    const living = await this.#queries.livingSessions(ids);
    for (const reader of [...this.#readers]) {
      if (reader.sessionId !== undefined && !living.has(reader.sessionId) && ids.includes(reader.sessionId)) reader.end(true);
    }
  }
}

/** Reads of one shard. */
interface LiveSource {
  readonly db: ReadDatabase;
  readonly lists: ListReads;
}

/** The first shard has the sessions. Reports a change only when the lists, possibly from a replica, show it. */
export function openLiveWatch([first, ...others]: readonly [LiveSource, ...LiveSource[]]): LiveWatch {
  const livingSessions = (ids: readonly string[]) => readLivingSessions(first.db, ids);
  const marksOf = async ({ db, lists }: LiveSource, ids: readonly string[]) => {
    const marks = await readLiveMarks(db, ids);
    await lists.untilShown();
    return marks;
  };
  if (others.length === 0) {
    return new LiveWatch({ gate: () => readLiveGate(first.db), marks: (ids) => marksOf(first, ids), livingSessions });
  }
  const all = [first, ...others];
  return new LiveWatch({
    gate: async () => joinedGates(await reachable(all.map(({ db }) => readLiveGate(db)))),
    marks: async (ids) => joinedMarks(await reachable(all.map((source) => marksOf(source, ids)))),
    livingSessions,
  });
}

/** Returns the answers of reachable shards. Rejects if no shard is reachable. */
async function reachable<T>(reads: readonly Promise<T>[]): Promise<readonly T[]> {
  const results = await Promise.allSettled(reads);
  const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (answers.length === 0) throw (results[0] as PromiseRejectedResult).reason;
  return answers;
}

function joinedGates(gates: readonly LiveGate[]): LiveGate {
  return {
    position: gates.map(({ position }) => position).join(' '),
    isPending: gates.some(({ isPending }) => isPending),
    letters: gates.map(({ letters }) => letters).join(' '),
  };
}

/** Marks of several shards with the same name become one that changes with each of them. */
function joinedMarks(ofShards: readonly (readonly LiveMark[])[]): readonly LiveMark[] {
  const joined = new Map<string, LiveMark>();
  for (const mark of ofShards.flat()) {
    const name = JSON.stringify([mark.kind, mark.key, mark.id]);
    const known = joined.get(name);
    joined.set(name, known === undefined ? mark : { ...known, mark: `${known.mark} ${mark.mark}` });
  }
  return [...joined.values()];
}
