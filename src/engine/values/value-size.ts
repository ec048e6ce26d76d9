import type { Json } from '../values.ts';
import { cutText } from './cut-text.ts';

/** Approximate characters of JSON, without escapes. Iterative, creates no text. */
export function sizeOf(value: Json): number {
  let size = 0;
  const pending: Json[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') size += next.length + 2;
    else if (typeof next === 'number') size += 8;
    else if (typeof next !== 'object' || next === null) size += 5;
    else if (Array.isArray(next)) {
      size += 2 + next.length;
      for (const item of next as readonly Json[]) pending.push(item);
    } else {
      size += 2;
      for (const [name, member] of Object.entries(next)) {
        size += name.length + 4;
        pending.push(member);
      }
    }
  }
  return size;
}

export function sizeOfVariable(name: string, value: Json): number {
  return name.length + 4 + sizeOf(value);
}

/** Length of a text in messages. Unit: characters. */
const SHOWN_LENGTH = 80;

/** Text for messages: short texts, numbers, booleans and null as they are, else only the type. */
export function shownValue(value: Json): string {
  if (typeof value === 'string') return `'${shownText(value)}'`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'a map' : String(value);
}

/** Control characters would change the display; U+0000 and lone surrogates cannot be stored. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const UNSHOWABLE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

function shownText(text: string): string {
  const isLong = text.length > SHOWN_LENGTH;
  // a lone surrogate would be shown as an escape sequence
  const cut = isLong ? cutText(text, SHOWN_LENGTH - 1) : text;
  const shown = cut.replace(UNSHOWABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return isLong ? `${shown}…` : shown;
}
