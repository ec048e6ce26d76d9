import type { CompensationItemOrdinal } from './ordinals.ts';

/** What a compensation walk has left to do, in its order. Every question and every change costs O(1), also in a walk of many thousand items. */
export class WalkItems {
  private readonly order: readonly CompensationItemOrdinal[];
  private readonly left: Set<CompensationItemOrdinal>;
  /** everything before it is done */
  private head = 0;

  constructor(items: readonly CompensationItemOrdinal[]) {
    this.order = items;
    this.left = new Set(items);
  }

  get size(): number {
    return this.left.size;
  }

  /** The next one; undefined when nothing is left. */
  get first(): CompensationItemOrdinal | undefined {
    // Not the first of the set: a set that is emptied from its front steps over what is gone each time.
    while (this.head < this.order.length && !this.left.has(this.order[this.head] as CompensationItemOrdinal)) this.head += 1;
    return this.order[this.head];
  }

  /** @returns false when it was not left */
  delete(item: CompensationItemOrdinal): boolean {
    return this.left.delete(item);
  }

  [Symbol.iterator](): IterableIterator<CompensationItemOrdinal> {
    return this.left.values();
  }

  /** As snapshots hold it. */
  toJSON(): CompensationItemOrdinal[] {
    return [...this.left];
  }
}
