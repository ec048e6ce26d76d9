/** Limit in bytes of UTF-8 (docs/contributing/spec/expressions.md#expression-limits). */
export const MAX_SOURCE_BYTES = 64 * 1024;
/** Brackets, unary operators, conditionals and blocks in a source. */
export const MAX_NESTING = 200;
/** Limit for a list or map. */
export const MAX_ELEMENTS = 100_000;

/** Limit of nested values, counted at each occurrence. */
export const MAX_VALUES = 1_000_000;
/** Created by operators, in UTF-16 units; results have a separate limit. */
export const MAX_TEXT_LENGTH = 4 * 1024 * 1024;

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** No text can read or write it, as variable, member or key: every JavaScript object has it. */
export function isForbiddenName(name: string): boolean {
  return FORBIDDEN.has(name);
}

export function isTooLong(source: string): boolean {
  return source.length * 3 > MAX_SOURCE_BYTES && Buffer.byteLength(source) > MAX_SOURCE_BYTES;
}
