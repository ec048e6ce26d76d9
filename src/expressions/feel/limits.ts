/** Longest source in bytes of UTF-8 (docs/contributing/spec/expressions.md#expression-limits). */
export const MAX_SOURCE_BYTES = 64 * 1024;
/** Deepest nesting of brackets, unary operators, conditionals and blocks in a source. */
export const MAX_NESTING = 200;
/** Most elements of a list or map. */
export const MAX_ELEMENTS = 100_000;

/** Most nested values in a value, counted at each occurrence. */
export const MAX_VALUES = 1_000_000;
/** Longest string created by operators, in UTF-16 units; results have a separate limit. */
export const MAX_TEXT_LENGTH = 4 * 1024 * 1024;

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** True for names that no text can read or write, as variable, member or key: they exist on every JavaScript object. */
export function isForbiddenName(name: string): boolean {
  return FORBIDDEN.has(name);
}

export function isTooLong(source: string): boolean {
  return source.length * 3 > MAX_SOURCE_BYTES && Buffer.byteLength(source) > MAX_SOURCE_BYTES;
}
