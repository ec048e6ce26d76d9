import { columnText } from './column-text.ts';

/** Other values cannot be searched (docs/contributing/spec/http/instances.md#indexed-values). */
export type IndexedValue = number | string | boolean;

/** Length of a searchable text, in UTF-16 code units. */
export const MAX_TEXT = 256;

/** Searchable value at a path. Undefined if an own property does not exist, its parent is not an object, or its value cannot be searched. */
export function indexedValueAt(from: unknown, names: readonly string[]): IndexedValue | undefined {
  const at = ownValueAt(from, names);
  if (typeof at === 'string') return at.length > MAX_TEXT ? undefined : columnText(at);
  return typeof at === 'number' || typeof at === 'boolean' ? at : undefined;
}

/** JSON value at a path. Undefined if an own property does not exist, or its parent is not an object. */
export function ownValueAt(from: unknown, names: readonly string[]): unknown {
  let at = from;
  for (const name of names) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !Object.hasOwn(at, name)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return at;
}
