import type { CompensationItemRecord } from './events.ts';
import type { CompensationItemOrdinal } from './ordinals.ts';

/** An item as it lies in a log of the state: what is inside belongs to the state as well, and shrinks as it is compensated. */
export interface LoggedItem extends Omit<CompensationItemRecord, 'inner'> {
  readonly inner: CompensationLog;
}

/** What can be compensated, oldest first. Events hold records, which never change; a log copies them, so that taking out an item costs O(1). */
export class CompensationLog {
  private readonly items = new Map<CompensationItemOrdinal, LoggedItem>();

  constructor(records: readonly CompensationItemRecord[] = []) {
    for (const record of records) this.add({ ...record, inner: new CompensationLog(record.inner) });
  }

  get size(): number {
    return this.items.size;
  }

  add(item: LoggedItem): void {
    this.items.set(item.ordinal, item);
  }

  get(item: CompensationItemOrdinal): LoggedItem | undefined {
    return this.items.get(item);
  }

  /** @returns false when it does not lie directly in this log */
  delete(item: CompensationItemOrdinal): boolean {
    return this.items.delete(item);
  }

  /** Oldest first. */
  values(): IterableIterator<LoggedItem> {
    return this.items.values();
  }

  /** Activities and handlers get other ids, down to the innermost item. */
  rename(newIdOf: (id: string) => string): void {
    for (const [ordinal, item] of this.items) {
      item.inner.rename(newIdOf);
      const handler = item.handler === null ? null : newIdOf(item.handler);
      this.items.set(ordinal, { ...item, element: newIdOf(item.element), handler });
    }
  }

  /** The log as events and snapshots hold it: a copy, down to the innermost item. */
  toJSON(): CompensationItemRecord[] {
    return [...this.items.values()].map((item) => ({ ...item, inner: item.inner.toJSON() }));
  }
}
