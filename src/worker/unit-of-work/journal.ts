import type { JournalEvent } from '../../engine/journal-events.ts';
import type { JournalRow } from '../../store/journal.ts';

/** What one transaction adds to journals, in order of the commands. */
export class Journal {
  private readonly added: JournalRow[] = [];

  append(row: JournalRow): void {
    this.added.push(row);
  }

  get length(): number {
    return this.added.length;
  }

  /** The rows from this number on, counted from 0. */
  from(begin: number): readonly JournalRow[] {
    return this.added.slice(begin);
  }

  get rows(): readonly JournalRow[] {
    return this.added;
  }
}

/** The events of a row as they are stored; with others of the process in between when there are more than `most`. */
export function* journalText(events: readonly JournalEvent[], most: number): Generator<void, string> {
  if (events.length <= most) return JSON.stringify(events);
  const texts: string[] = [];
  for (let from = 0; from < events.length; from += most) {
    texts.push(JSON.stringify(events.slice(from, from + most)).slice(1, -1));
    yield;
  }
  return `[${texts.join(',')}]`;
}
