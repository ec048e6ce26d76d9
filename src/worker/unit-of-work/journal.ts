import type { JournalEvent } from '../../engine/events/journal-events.ts';
import type { JournalRow } from '../../store/journal.ts';

/** Rows that one transaction adds to event histories, in order of the commands. */
export class Journal {
  private readonly added: JournalRow[] = [];

  append(row: JournalRow): void {
    this.added.push(row);
  }

  get length(): number {
    return this.added.length;
  }

  /** Rows from index `begin` on. */
  from(begin: number): readonly JournalRow[] {
    return this.added.slice(begin);
  }

  get rows(): readonly JournalRow[] {
    return this.added;
  }
}

/** Yields to other work after each `most` events. */
export function* journalText(events: readonly JournalEvent[], most: number): Generator<void, string> {
  if (events.length <= most) return JSON.stringify(events);
  const texts: string[] = [];
  for (let from = 0; from < events.length; from += most) {
    texts.push(JSON.stringify(events.slice(from, from + most)).slice(1, -1));
    yield;
  }
  return `[${texts.join(',')}]`;
}
