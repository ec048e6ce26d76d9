/** Returns the value of a key. Creates and stores it first if it is missing. */
export function getOrAdd<K, V>(map: KeyedStore<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Common interface of Map and WeakMap. */
interface KeyedStore<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}
