import type { JournalRowView } from '../../../wire/instances.ts';
import type { JournalEntry } from './entries.ts';
import { type ElementExecution, type Frame, framesOf, Replay } from './replay.ts';

/** Number of events between two pauses: some milliseconds of work. */
const EVENTS_PER_TURN = 1000;

/** Lets the browser draw and handle input. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Event history with one frame per event, and its replay at the last frame. */
export class PreparedJournal {
  readonly lastSeq: number;
  readonly rows: readonly JournalRowView[];
  readonly frames: Frame[] = [];
  readonly replay = new Replay(this.frames);
  /** ids of activity instances by ordinal */
  readonly entryIds = new Map<number, string>();
  /** activity instances by id */
  readonly entries = new Map<string, JournalEntry>();

  private constructor(lastSeq: number, rows: readonly JournalRowView[]) {
    this.lastSeq = lastSeq;
    this.rows = rows;
  }

  /** Pauses, because thousands of events would block the page. */
  static async of(lastSeq: number, rows: readonly JournalRowView[], pause = nextTurn): Promise<PreparedJournal> {
    const journal = new PreparedJournal(lastSeq, rows);
    const { frames, replay } = journal;
    for (const row of rows) {
      journal.#addIds(row);
      for (const frame of framesOf([row], frames.length)) {
        journal.#add(frame);
        if (frames.length % EVENTS_PER_TURN !== 0) continue;
        replay.at(frames.length);
        await pause();
      }
    }
    journal.#addItems(replay.at(frames.length).executions);
    return journal;
  }

  /** Number of the last row: {@link readNews} compares data as JSON, and rows never change. */
  toJSON(): number {
    return this.lastSeq;
  }

  #addIds({ entryIds = {} }: JournalRowView): void {
    for (const [ordinal, id] of Object.entries(entryIds)) {
      this.entryIds.set(Number(ordinal), id);
      this.entries.set(id, { ordinal: Number(ordinal) as JournalEntry['ordinal'], index: null });
    }
  }

  #addItems(executions: readonly ElementExecution[]): void {
    const waiting = [...executions];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const { ordinal, index, itemText, inside } = one;
      const id = this.entryIds.get(ordinal);
      if (id !== undefined && itemText !== undefined) this.entries.set(id, { ordinal, index, itemText });
      for (const inner of inside) waiting.push(inner);
    }
  }

  #add(frame: Frame): void {
    this.frames.push(frame);
    const { event } = frame;
    if (event.type !== 'ElementActivated' || event.index === undefined) return;
    const id = this.entryIds.get(event.entry);
    if (id !== undefined) this.entries.set(id, { ordinal: event.entry, index: event.index });
  }
}
