/** Size of one source text in bytes of UTF-8 (docs/contributing/spec/expressions.md#expression-limits). */
export const MAX_SOURCE_BYTES = 64 * 1024;
/** Nesting of brackets, unary operators, conditionals and blocks in one source text. */
export const MAX_NESTING = 200;
/** Evaluation steps of one lenient or JUEL text. */
export const MAX_STEPS = 100_000;
/** Elements of one list or map. */
export const MAX_ELEMENTS = 100_000;

/** Values inside of one value, each as often as it stands there. */
export const MAX_VALUES = 1_000_000;
/** Length of a text that operators make, in UTF-16 units; results have their own limit. */
export const MAX_TEXT_LENGTH = 4 * 1024 * 1024;

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Names no text can read or write, as variable, member or key, whatever the data holds. */
export function isForbiddenName(name: string): boolean {
  return FORBIDDEN.has(name);
}

/** True when the text is longer than {@link MAX_SOURCE_BYTES}. */
export function isTooLong(source: string): boolean {
  return source.length * 3 > MAX_SOURCE_BYTES && Buffer.byteLength(source) > MAX_SOURCE_BYTES;
}
