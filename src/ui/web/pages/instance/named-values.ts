import type { Json } from '../../../../engine/values.ts';
import { cutText } from '../../../../platform/cut-text.ts';

/** A variable of a failure, or the part of it that the error names. `whole`: JSON of the variable if `text` is less. */
export interface NamedValue {
  readonly name: string;
  readonly text: string;
  readonly whole: string | undefined;
}

const MOST_CHARACTERS = 60;
const MOST_PARTS = 3;
/** Parts of an object that are searched. */
const MOST_SEARCHED = 500;

/** Values that the message names are first. Of long objects, only members that it names, and null if it speaks of null. */
export function namedValues(values: readonly (readonly [string, Json])[], message: string): readonly NamedValue[] {
  const words = new Set(message.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
  const named: NamedValue[] = [];
  const others: NamedValue[] = [];
  for (const [name, value] of values) {
    const json = JSON.stringify(value);
    const parts = partsNamed(name, value, words);
    const to = parts.length > 0 || words.has(name) ? named : others;
    if (json.length <= MOST_CHARACTERS) to.push({ name, text: json, whole: undefined });
    else if (parts.length > 0) to.push(...parts.map(([path, part]) => ({ name: path, text: shortened(part), whole: json })));
    else to.push({ name, text: shortened(value), whole: json });
  }
  return [...named, ...others];
}

function shortened(value: Json): string {
  const json = JSON.stringify(value);
  return json.length > MOST_CHARACTERS ? `${cutText(json, MOST_CHARACTERS)}…` : json;
}

/** Members with their path: `customer.country`. */
function partsNamed(name: string, value: Json, words: ReadonlySet<string>): readonly (readonly [string, Json])[] {
  const parts: (readonly [string, Json])[] = [];
  const waiting: (readonly [path: string, value: Json])[] = [[name, value]];
  for (let count = 0; waiting.length > 0 && count < MOST_SEARCHED && parts.length < MOST_PARTS; count += 1) {
    const [path, at] = waiting.shift() as readonly [string, Json];
    if (typeof at !== 'object' || at === null) continue;
    for (const [key, member] of Object.entries(at)) {
      const inner = Array.isArray(at) ? `${path}[${key}]` : `${path}.${key}`;
      const isNamed = (!Array.isArray(at) && words.has(key)) || (member === null && words.has('null'));
      if (isNamed && (typeof member !== 'object' || member === null)) parts.push([inner, member]);
      else waiting.push([inner, member]);
    }
  }
  return parts.slice(0, MOST_PARTS);
}
