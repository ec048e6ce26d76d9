import type { Json } from './values.ts';

/** Longest part of a text that a message repeats, in characters. */
const SHOWN_LENGTH = 80;

/** A value as a message for people shows it: short texts, numbers, booleans and null as they are, of the rest only the kind. */
export function shownValue(value: Json): string {
  if (typeof value === 'string') return `'${shownText(value)}'`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'a map' : String(value);
}

/** Controls would change what people see of the rest; U+0000 and halves of surrogate pairs cannot be stored. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const UNSHOWABLE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

function shownText(text: string): string {
  const isLong = text.length > SHOWN_LENGTH;
  // whole characters: half of a pair would be shown as an escape that the value does not have
  const cut = isLong ? text.slice(0, SHOWN_LENGTH - 1).replace(/[\ud800-\udbff]$/, '') : text;
  const shown = cut.replace(UNSHOWABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return isLong ? `${shown}…` : shown;
}
