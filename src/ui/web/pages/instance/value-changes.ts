import type { Json } from '../../../../engine/values.ts';
import { cutText } from '../../../../platform/cut-text.ts';

/** A changed part of a value. `path`: names and indexes from the variable on. undefined: no such part. */
export interface ValueChange {
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** Maximum number of shown changes of one value. */
const MOST_CHANGES = 20;
/** The beginning of a value is enough. Unit: characters. */
const MOST_LENGTH = 200;

/** Compares two values of a variable: members of objects and items of lists one by one, other values as a whole. */
export function valueChanges(path: string, before: Json | undefined, after: Json | undefined): readonly ValueChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const [was, is] = [partsOf(before), partsOf(after)];
  if (was === undefined || is === undefined || Array.isArray(before) !== Array.isArray(after)) return [{ path, before, after }];
  const changes: ValueChange[] = [];
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const inner = Array.isArray(after) ? `${path}[${name}]` : `${path}.${name}`;
    changes.push(...valueChanges(inner, was.get(name), is.get(name)));
  }
  // objects with other orders of names
  return changes.length === 0 ? [{ path, before, after }] : changes;
}

function partsOf(value: Json | undefined): ReadonlyMap<string, Json> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
}

/** Returns one line for each change, such as `customer.country: null → "CH"`, and the number of those that are left out. `—`: no value. */
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
