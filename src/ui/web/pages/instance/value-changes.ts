import type { Json } from '../../../../engine/values.ts';
import { cutText } from '../../../../platform/cut-text.ts';

/** `path`: names and indexes, from the variable. Undefined values: no such part. */
export interface ValueChange {
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** Limit of one value. */
const MOST_CHANGES = 20;
/** Shown beginning of a value. */
const MOST_LENGTH = 200;

/** Compares members of objects and items of lists one by one. */
export function valueChanges(path: string, before: Json | undefined, after: Json | undefined): readonly ValueChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const [was, is] = [partsOf(before), partsOf(after)];
  if (was === undefined || is === undefined || Array.isArray(before) !== Array.isArray(after)) return [{ path, before, after }];
  const changes: ValueChange[] = [];
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const inner = Array.isArray(after) ? `${path}[${name}]` : `${path}.${name}`;
    changes.push(...valueChanges(inner, was.get(name), is.get(name)));
  }
  // same names in another order
  return changes.length === 0 ? [{ path, before, after }] : changes;
}

function partsOf(value: Json | undefined): ReadonlyMap<string, Json> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
}

/** Lines such as `customer.country: null → "CH"`. `more`: omitted ones. `—`: no value. */
export function changeLines(changes: readonly ValueChange[]): { readonly lines: readonly string[]; readonly more: number } {
  const lines = changes
    .slice(0, MOST_CHANGES)
    .map(({ path, before, after }) => `${path}: ${shortText(before)} → ${shortText(after)}`);
  return { lines, more: changes.length - lines.length };
}

function shortText(value: Json | undefined): string {
  const text = value === undefined ? '—' : JSON.stringify(value);
  return text.length > MOST_LENGTH ? `${cutText(text, MOST_LENGTH)}…` : text;
}
