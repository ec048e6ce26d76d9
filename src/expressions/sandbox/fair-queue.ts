/** Queue, round-robin over keys; FIFO per key. */
export class FairQueue<Item> {
  /** Keys in order of their turn; a served one moves to the end. */
  private readonly byKey = new Map<string, Item[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(key: string, item: Item): void {
    const items = this.byKey.get(key);
    if (items === undefined) this.byKey.set(key, [item]);
    else items.push(item);
    this.count += 1;
  }

  /** Takes from the first eligible key. */
  take(mayTakeFrom: (key: string) => boolean): { readonly key: string; readonly item: Item } | undefined {
    for (const [key, items] of this.byKey) {
      if (!mayTakeFrom(key)) continue;
      const item = items.shift() as Item;
      this.count -= 1;
      this.byKey.delete(key);
      if (items.length > 0) this.byKey.set(key, items);
      return { key, item };
    }
    return undefined;
  }

  takeAll(): Item[] {
    const items = [...this.byKey.values()].flat();
    this.byKey.clear();
    this.count = 0;
    return items;
  }
}
