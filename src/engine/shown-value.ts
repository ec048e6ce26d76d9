import type { Json } from './values.ts';

/** Longest part of a text that a message repeats, in characters. */
const SHOWN_LENGTH = 80;

/** A value as a message for people shows it: short texts, numbers, booleans and null as they are, of the rest only the kind. */
export function shownValue(value: Json): string {
  if (typeof value === 'string') return `'${value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH - 1)}…` : value}'`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'a map' : String(value);
}
