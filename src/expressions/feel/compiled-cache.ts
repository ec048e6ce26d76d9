import { LRUCache } from 'lru-cache';

/** LRU cache, limited by count and by the total length of the keys. */
export class CompiledCache<T extends object | number> {
  private readonly entries: LRUCache<string, T>;

  constructor(maxEntries: number, maxLength: number) {
    this.entries = new LRUCache({ max: maxEntries, maxSize: maxLength });
  }

  /** Returns the cached value, or caches the result of `make`. Caches nothing if `make` throws. */
  get(key: string, make: () => T): T {
    const found = this.entries.get(key);
    if (found !== undefined) return found;
    const made = make();
    this.entries.set(key, made, { size: key.length + 1 });
    return made;
  }

  get size(): number {
    return this.entries.size;
  }
}
