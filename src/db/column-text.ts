/**
 * Makes a text storable: U+FFFD replaces NUL and unpaired surrogates, which JSON allows and Postgres rejects. Otherwise one such name would fail a
 * transaction.
 */
export function columnText<T extends string | null>(text: T): T {
  return (text === null ? null : text.replaceAll('\0', '\uFFFD').toWellFormed()) as T;
}
