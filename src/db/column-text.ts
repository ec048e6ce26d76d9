/** Replaces NUL and unpaired surrogates by U+FFFD: JSON allows them, but Postgres rejects them, which would fail the transaction. */
export function columnText<T extends string | null>(text: T): T {
  return (text === null ? null : text.replaceAll('\0', '\uFFFD').toWellFormed()) as T;
}

/** Regular expression of escapes that JSON allows and Postgres cannot read from it. */
export const UNREADABLE_JSON = '\\\\u(0000|d[89a-f])';
