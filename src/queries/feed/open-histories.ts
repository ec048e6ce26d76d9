import { LoopTurn } from '../../platform/loops.ts';
import type { HistoryFact } from '../history/facts-of-event.ts';
import { HistoryReader } from '../history/history-reader.ts';
import type { ReadDatabase } from '../read-database.ts';
import { type JournalPartRow, readEvents, readJournalInTurns } from '../stored-events.ts';

/** An item of an instance's history, with the time and sender of its row. */
export interface NumberedFact extends HistoryFact {
  readonly sequence: number;
  readonly occurredAt: Date;
  readonly actor: string | null;
}

/** Characters of the rows that were read, which is more than the histories use. */
const MOST_KEPT = 32 * 1024 * 1024;

/** A history that was read up to a row. */
interface OpenHistory {
  readonly reader: HistoryReader;
  /** last row that was read */
  seq: number;
  lastId: string;
  sequence: number;
  lastFacts: readonly NumberedFact[];
  /** unit: characters */
  size: number;
}

/**
 * A history item may depend on all earlier events, so a history must be read from its first row. With a cached one, a read of the same instance reads only
 * new rows, and removes it from the cache while it uses it.
 */
export class OpenHistories {
  readonly #kept = new Map<string, OpenHistory>();
  #size = 0;

  /** Row after which a read must start; 0 without a cached history. The last cached row is read again, to check that it still exists. */
  knownBefore(instanceId: string, fromSeq: number): number {
    const kept = this.#kept.get(instanceId);
    return kept !== undefined && kept.seq < fromSeq ? kept.seq - 1 : 0;
  }

  /** Removes a cached history that a read of these rows after the item `after` can continue. */
  take(instanceId: string, { fromSeq, toSeq }: Stretch, after: number | undefined): OpenHistory | undefined {
    const kept = this.#kept.get(instanceId);
    const canContinue =
      kept !== undefined &&
      (kept.seq < fromSeq ||
        (kept.seq <= toSeq && after !== undefined && after >= (kept.lastFacts[0]?.sequence ?? kept.sequence + 1) - 1));
    if (!canContinue) return undefined;
    this.#kept.delete(instanceId);
    this.#size -= kept.size;
    return kept;
  }

  /** Unless the cached history has more rows. Removes the least recently used ones above the maximum size. */
  keep(instanceId: string, history: OpenHistory): void {
    const other = this.#kept.get(instanceId);
    if (other !== undefined && other.seq > history.seq) return;
    if (other !== undefined) this.#remove(instanceId, other);
    this.#kept.set(instanceId, history);
    this.#size += history.size;
    for (const [oldest, kept] of this.#kept) {
      if (this.#size <= MOST_KEPT) return;
      this.#remove(oldest, kept);
    }
  }

  forget(instanceId: string): void {
    const kept = this.#kept.get(instanceId);
    if (kept !== undefined) this.#remove(instanceId, kept);
  }

  #remove(instanceId: string, history: OpenHistory): void {
    this.#kept.delete(instanceId);
    this.#size -= history.size;
  }
}

export interface Stretch {
  readonly fromSeq: number;
  readonly toSeq: number;
}

export interface StretchReading {
  readonly db: ReadDatabase;
  readonly histories: OpenHistories;
  readonly instanceId: string;
  readonly stretch: Stretch;
  /** skips items up to this number */
  readonly after: number | undefined;
  /** read ahead, in order; the others are read from the database */
  readonly ahead: readonly JournalPartRow[];
}

/** Yields items in order. @returns false if rows of the event history are deleted */
export async function* readStretch(reading: StretchReading): AsyncGenerator<NumberedFact, boolean> {
  const { histories, instanceId, stretch, after = 0 } = reading;
  const { history, rows } = await openHistory(reading);
  let isSound = true;
  try {
    if (history.seq >= stretch.fromSeq) for (const fact of history.lastFacts) if (fact.sequence > after) yield fact;
    for await (const row of rows) {
      isSound = false;
      if (row.seq !== history.seq + 1) return false;
      readRow(instanceId, history, row);
      isSound = true;
      if (row.seq < stretch.fromSeq) continue;
      for (const fact of history.lastFacts) if (fact.sequence > after) yield fact;
    }
    isSound = history.seq >= stretch.toSeq;
    return isSound;
  } finally {
    // also if the reader stops early: the next read continues after the last item of the last row
    if (isSound && history.seq > 0) histories.keep(instanceId, history);
  }
}

/** A cached history and the rows after it, or a new one if the last cached row is missing or different (deleted instance). */
async function openHistory(reading: StretchReading): Promise<{ history: OpenHistory; rows: AsyncGenerator<JournalPartRow> }> {
  const { histories, instanceId, stretch } = reading;
  const history = histories.take(instanceId, stretch, reading.after);
  if (history === undefined) return { history: newHistory(instanceId), rows: rowsBehind(reading, 0) };
  const rows = rowsBehind(reading, history.seq - 1);
  const last = await rows.next();
  if (!last.done && last.value.seq === history.seq && last.value.command_id === history.lastId) return { history, rows };
  await rows.return(undefined);
  return { history: newHistory(instanceId), rows: rowsBehind(reading, 0) };
}

function newHistory(instanceId: string): OpenHistory {
  return { reader: new HistoryReader(instanceId), seq: 0, lastId: '', sequence: 0, lastFacts: [], size: 0 };
}

function readRow(instanceId: string, history: OpenHistory, row: JournalPartRow): void {
  const { at: occurredAt, actor } = row;
  const facts: NumberedFact[] = [];
  for (const event of readEvents(instanceId, row)) {
    for (const fact of history.reader.read(event)) facts.push({ sequence: ++history.sequence, occurredAt, actor, ...fact });
  }
  history.lastFacts = facts;
  history.seq = row.seq;
  history.lastId = row.command_id;
  history.size += row.events.length;
}

async function* rowsBehind({ db, instanceId, stretch, ahead }: StretchReading, seq: number): AsyncGenerator<JournalPartRow> {
  const turn = new LoopTurn();
  let last = seq;
  for (const row of ahead) {
    if (row.seq <= last || row.seq > stretch.toSeq) continue;
    if (row.seq !== last + 1) break;
    if (turn.isOver) await turn.begin();
    last = row.seq;
    yield row;
  }
  turn.end();
  if (last < stretch.toSeq) yield* readJournalInTurns(db, instanceId, { after: last, upTo: stretch.toSeq });
}
