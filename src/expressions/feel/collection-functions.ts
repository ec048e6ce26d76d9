import { isForbiddenName } from '../limits.ts';
import { toJson } from './values.ts';

/** A FEEL context: a plain object. */
export type Context = Readonly<Record<string, unknown>>;

/** Whether a value of the library is a context. */
export function isContext(value: unknown): value is Context {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The values a list holds more than once, each once, in order of their first place. */
export function duplicateValues(list: readonly unknown[]): unknown[] {
  const counts = new Map<string, { readonly value: unknown; count: number }>();
  for (const value of list) {
    const text = JSON.stringify(toJson(value));
    const known = counts.get(text);
    if (known === undefined) counts.set(text, { value, count: 1 });
    else known.count += 1;
  }
  return [...counts.values()].filter(({ count }) => count > 1).map(({ value }) => value);
}

/** Consecutive parts of a list, each of that size, the last perhaps smaller; null for sizes below 1. */
export function partition(list: readonly unknown[], size: number): unknown[][] | null {
  if (!Number.isInteger(size) || size < 1) return null;
  const parts: unknown[][] = [];
  for (let at = 0; at < list.length; at += size) parts.push(list.slice(at, at + size));
  return parts;
}

/** The texts of a list in one, nulls left out; null when the list holds anything else. `around`: delimiter, prefix, suffix, null = empty. */
export function stringJoin(list: readonly unknown[], around: readonly unknown[]): string | null {
  const [delimiter, prefix, suffix] = around.map((text) => text ?? '');
  const texts = list.filter((item) => item !== null && item !== undefined);
  if ([...texts, delimiter, prefix, suffix].some((text) => typeof text !== 'string')) return null;
  return `${prefix}${texts.join(delimiter as string)}${suffix}`;
}

/** The entry of that key, or at the end of a path of keys; null when there is none. */
export function getValue(context: Context, key: unknown): unknown {
  const path = pathOf(key);
  if (path === undefined) return null;
  let value: unknown = context;
  for (const name of path) value = isContext(value) && Object.hasOwn(value, name) ? value[name] : null;
  return value;
}

/** A copy of the context with another value under that key, or at the end of a path of keys; contexts on the way are made where none are. */
export function contextPut(context: Context, key: unknown, value: unknown): Context | null {
  const [name, ...rest] = pathOf(key) ?? [];
  if (name === undefined) return null;
  const inner = Object.hasOwn(context, name) ? context[name] : undefined;
  const put = rest.length === 0 ? value : contextPut(isContext(inner) ? inner : {}, rest, value);
  return { ...context, [name]: put };
}

/** All entries in one context, later ones win; null when one is no context. */
export function merged(contexts: readonly unknown[]): Context | null {
  return contexts.every(isContext) ? Object.assign({}, ...contexts) : null;
}

/** The names of a key or a list of keys; nothing when it is neither, or empty, or names what nobody may reach. */
function pathOf(key: unknown): readonly string[] | undefined {
  const path: unknown[] = Array.isArray(key) ? key : [key];
  const isPath = path.length > 0 && path.every((name) => typeof name === 'string' && !isForbiddenName(name));
  return isPath ? (path as string[]) : undefined;
}
