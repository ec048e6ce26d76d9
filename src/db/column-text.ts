/**
 * The text as a text column takes it: U+FFFD stands for what JSON can carry and Postgres cannot store, NUL and halves of surrogate pairs, so that one
 * such name does not stop a transaction.
 */
export function columnText<T extends string | null>(text: T): T {
  return (text === null ? null : text.replaceAll('\0', '\uFFFD').toWellFormed()) as T;
}
