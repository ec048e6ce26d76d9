import { LRUCache } from 'lru-cache';
import { isGuid } from '../../platform/ids.ts';

/** Id with a numeric key. `instanceId`: absent outside of instances, for example for definitions. */
export interface KeyedId {
  readonly id: string;
  readonly instanceId?: string;
}

export interface NumericKeyStore {
  /** Adds missing keys. @returns keys by id */
  give(wanted: readonly KeyedId[]): Promise<ReadonlyMap<string, string>>;
  /** Reserves a key for data without an id, such as a published message. */
  next(): Promise<string>;
  /** Returns ids by key, without unknown keys. */
  find(keys: readonly string[]): Promise<ReadonlyMap<string, KeyedId>>;
}

/** Recently used keys, about 20 MB. */
const REMEMBERED = 100_000;
const DIGITS = /^\d{1,19}$/;
const LARGEST = 2n ** 63n - 1n;

/** Numbers of at most 63 bits, as texts. An id gets its key with the first answer that contains it. */
export class NumericKeys {
  readonly #store: NumericKeyStore;
  readonly #keys = new LRUCache<string, string>({ max: REMEMBERED });
  readonly #ids = new LRUCache<string, KeyedId>({ max: REMEMBERED });

  constructor(store: NumericKeyStore) {
    this.#store = store;
  }

  /** Adds missing keys. @returns key of an id; '' for any other id */
  async of(wanted: readonly KeyedId[]): Promise<(id: string) => string> {
    const unknown = wanted.filter(({ id }) => !this.#keys.has(id));
    const found = new Map<string, string>();
    for (const { id } of wanted) {
      const key = this.#keys.get(id);
      if (key !== undefined) found.set(id, key);
    }
    if (unknown.length > 0) {
      const byId = new Map(unknown.map((each) => [each.id, each]));
      for (const [id, key] of await this.#store.give(unknown)) {
        found.set(id, key);
        this.#keys.set(id, key);
        this.#ids.set(key, byId.get(id) ?? { id });
      }
    }
    return (id) => found.get(id) ?? '';
  }

  next(): Promise<string> {
    return this.#store.next();
  }

  /** Returns undefined if malformed or unknown. */
  async idOf(key: string): Promise<string | undefined> {
    return (await this.ownerOf(key))?.id;
  }

  /** Returns undefined if unknown, or not a GUID, such as ids of definitions. */
  async guidOf(key: string): Promise<string | undefined> {
    const id = await this.idOf(key);
    return id !== undefined && isGuid(id) ? id : undefined;
  }

  /** Returns undefined if malformed or unknown. Does not check whether the caller may see it. */
  async ownerOf(key: string): Promise<KeyedId | undefined> {
    return (await this.ownersOf([key])).get(key);
  }

  /** Uses one query: a filter may contain thousands. Omits malformed and unknown keys. */
  async ownersOf(keys: readonly string[]): Promise<ReadonlyMap<string, KeyedId>> {
    const found = new Map<string, KeyedId>();
    const unknown = new Set<string>();
    for (const key of keys) {
      if (!DIGITS.test(key) || BigInt(key) > LARGEST) continue;
      const known = this.#ids.get(key);
      if (known === undefined) unknown.add(key);
      else found.set(key, known);
    }
    if (unknown.size === 0) return found;
    for (const [key, owner] of await this.#store.find([...unknown])) {
      found.set(key, owner);
      this.#ids.set(key, owner);
    }
    return found;
  }
}
