import { sizeOf } from './value-size.ts';
import { isSameJson, type Json } from './values.ts';

/** A shorter list is written as a whole: that is easier to read in a journal, and costs little. Unit: characters of JSON. */
const LONG_LIST = 1024;

/** Items that were added at the end of a long list; undefined when that is not all that has changed. */
export function addedItems(before: Json | undefined, after: Json): readonly Json[] | undefined {
  if (!Array.isArray(before) || !Array.isArray(after) || after.length <= before.length) return undefined;
  if (sizeOf(before) < LONG_LIST) return undefined;
  for (let at = before.length - 1; at >= 0; at -= 1) if (!isSameJson(before[at], after[at])) return undefined;
  return after.slice(before.length);
}
