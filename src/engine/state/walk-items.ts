import type { CompensationItemOrdinal } from '../ordinals.ts';

/** Remaining items of a compensation run, in order. All operations are O(1), also for many thousand items. */
export class WalkItems {
  private readonly order: readonly CompensationItemOrdinal[];
  private readonly left: Set<CompensationItemOrdinal>;
  /** all items before this index are done */
  private head = 0;

  constructor(items: readonly CompensationItemOrdinal[]) {
    this.order = items;
    this.left = new Set(items);
  }

  get size(): number {
    return this.left.size;
  }

  /** Next item; undefined if none is left. */
  get first(): CompensationItemOrdinal | undefined {
    // Does not read the first member of the set: after deletions from the front, each read would skip the deleted ones again.
    while (this.head < this.order.length && !this.left.has(this.order[this.head] as CompensationItemOrdinal)) this.head += 1;
    return this.order[this.head];
  }

  /** @returns false if the item was not in the list */
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
