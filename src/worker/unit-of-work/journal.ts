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
