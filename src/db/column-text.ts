/**
 * Makes a text storable: U+FFFD replaces NUL and unpaired surrogates, which JSON allows and Postgres rejects. Otherwise one such name would fail a
 * transaction.
 */
export function columnText<T extends string | null>(text: T): T {
  return (text === null ? null : text.replaceAll('\0', '\uFFFD').toWellFormed()) as T;
}

/** Regular expression of escapes that JSON allows and Postgres cannot read from it. */
export const UNREADABLE_JSON = '\\\\u(0000|d[89a-f])';
