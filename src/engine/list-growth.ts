import { sizeOf } from './value-size.ts';
import { isSameJson, type Json } from './values.ts';

/** Shorter lists are written as a whole, which is easier to read in the event history. Unit: characters of JSON. */
const LONG_LIST = 1024;

/** Returns items appended to a long list; undefined if anything else changed. */
export function addedItems(before: Json | undefined, after: Json): readonly Json[] | undefined {
  if (!Array.isArray(before) || !Array.isArray(after) || after.length <= before.length) return undefined;
  if (sizeOf(before) < LONG_LIST) return undefined;
  for (let at = before.length - 1; at >= 0; at -= 1) if (!isSameJson(before[at], after[at])) return undefined;
  return after.slice(before.length);
}
