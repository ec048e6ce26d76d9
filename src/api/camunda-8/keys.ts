import { LRUCache } from 'lru-cache';
import { isGuid } from '../../platform/ids.ts';

/** An id with a numeric key. `instanceId`: the instance that contains it; absent for definitions and other ids outside of instances. */
export interface KeyedId {
  readonly id: string;
  readonly instanceId?: string;
}

/** Stores the numeric keys of ids. */
export interface NumericKeyStore {
  /** Gives a key to each id that has none. @returns keys by id */
  give(wanted: readonly KeyedId[]): Promise<ReadonlyMap<string, string>>;
  /** Reserves a key for an answer about data without an id, such as a published message. */
  next(): Promise<string>;
  /** Returns the ids by key; unknown keys are left out. */
  find(keys: readonly string[]): Promise<ReadonlyMap<string, KeyedId>>;
}

/** Recently used keys in memory, about 20 MB. */
const REMEMBERED = 100_000;
const DIGITS = /^\d{1,19}$/;
const LARGEST = 2n ** 63n - 1n;

/** Keys of Camunda 8: numbers of at most 63 bits, as texts. An id gets its key when an answer contains it for the first time. */
export class NumericKeys {
  readonly #store: NumericKeyStore;
  readonly #keys = new LRUCache<string, string>({ max: REMEMBERED });
  readonly #ids = new LRUCache<string, KeyedId>({ max: REMEMBERED });

  constructor(store: NumericKeyStore) {
    this.#store = store;
  }

  /** Finds the keys of these ids, and gives one to each id that has none. @returns a function from id to key; '' for any other id */
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

  /** Reserves a key for an answer about data without an id, such as a published message. */
  next(): Promise<string> {
    return this.#store.next();
  }

  /** Returns the id of a key; undefined: malformed or unknown key. */
  async idOf(key: string): Promise<string | undefined> {
    return (await this.ownerOf(key))?.id;
  }

  /** Returns the id of a key if it is a GUID. Ids of definitions are not; for them, and for unknown keys, returns undefined. */
  async guidOf(key: string): Promise<string | undefined> {
    const id = await this.idOf(key);
    return id !== undefined && isGuid(id) ? id : undefined;
  }

  /** Returns the id of a key and its instance. Returns undefined for a malformed or unknown key. Does not check whether the caller may see it. */
  async ownerOf(key: string): Promise<KeyedId | undefined> {
    return (await this.ownersOf([key])).get(key);
  }

  /** As `ownerOf`, for many keys with one query: a filter may contain thousands. The result has no entry for malformed or unknown keys. */
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
