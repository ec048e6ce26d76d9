/** The most recently used values by key, bounded by count and by the total length of the keys. */
export class CompiledCache<T> {
  private readonly entries = new Map<string, T>();
  private readonly maxEntries: number;
  private readonly maxLength: number;
  private length = 0;

  constructor(maxEntries: number, maxLength: number) {
    this.maxEntries = maxEntries;
    this.maxLength = maxLength;
  }

  /** the value of the key, made when it is not there; nothing is kept when `make` throws */
  get(key: string, make: () => T): T {
    const found = this.entries.get(key);
    if (found !== undefined) {
      this.entries.delete(key);
      this.entries.set(key, found);
      return found;
    }
    const made = make();
    this.entries.set(key, made);
    this.length += key.length;
    this.dropOldest();
    return made;
  }

  get size(): number {
    return this.entries.size;
  }

  private dropOldest(): void {
    for (const key of this.entries.keys()) {
      if (this.entries.size <= this.maxEntries && this.length <= this.maxLength) return;
      this.entries.delete(key);
      this.length -= key.length;
    }
  }
}
