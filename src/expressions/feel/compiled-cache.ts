import { LRUCache } from 'lru-cache';

/** LRU, limited by count and total length of the keys. */
export class CompiledCache<T extends object | number> {
  private readonly entries: LRUCache<string, T>;

  constructor(maxEntries: number, maxLength: number) {
    this.entries = new LRUCache({ max: maxEntries, maxSize: maxLength });
  }

  /** Caches nothing if `make` throws. */
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
