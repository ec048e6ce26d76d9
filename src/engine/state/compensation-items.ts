import type { CompensationItemRecord } from '../events/records.ts';
import type { CompensationItemOrdinal } from '../ordinals.ts';

/** Remaining items, in order. All operations are O(1). */
export class CompensationItems {
  private readonly order: readonly CompensationItemOrdinal[];
  private readonly left: Set<CompensationItemOrdinal>;
  /** items before it are done */
  private head = 0;

  constructor(items: readonly CompensationItemOrdinal[]) {
    this.order = items;
    this.left = new Set(items);
  }

  get size(): number {
    return this.left.size;
  }

  /** Next item; undefined without one. */
  get first(): CompensationItemOrdinal | undefined {
    // not the first member of the set: after deletions from the front, each read would skip the deleted ones
    while (this.head < this.order.length && !this.left.has(this.order[this.head] as CompensationItemOrdinal)) this.head += 1;
    return this.order[this.head];
  }

  /** @returns false if missing */
  delete(item: CompensationItemOrdinal): boolean {
    return this.left.delete(item);
  }

  [Symbol.iterator](): IterableIterator<CompensationItemOrdinal> {
    return this.left.values();
  }

  toJSON(): CompensationItemOrdinal[] {
    return [...this.left];
  }
}

/** `inner` is part of the state and shrinks during compensation. */
export interface LoggedItem extends Omit<CompensationItemRecord, 'inner'> {
  readonly inner: CompensationLog;
}

/** Oldest first. Copies the immutable records of events, so that removing is O(1). */
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

  /** @returns false if not directly in this log */
  delete(item: CompensationItemOrdinal): boolean {
    return this.items.delete(item);
  }

  values(): IterableIterator<LoggedItem> {
    return this.items.values();
  }

  /** Renames activities and handlers recursively. */
  rename(newIdOf: (id: string) => string): void {
    for (const [ordinal, item] of this.items) {
      item.inner.rename(newIdOf);
      const handler = item.handler === null ? null : newIdOf(item.handler);
      this.items.set(ordinal, { ...item, element: newIdOf(item.element), handler });
    }
  }

  /** Deep copy, in the format of events and snapshots. */
  toJSON(): CompensationItemRecord[] {
    return [...this.items.values()].map((item) => ({ ...item, inner: item.inner.toJSON() }));
  }
}
