/** What JSON can carry and Postgres cannot store as text: NUL and halves of surrogate pairs. */
const NOT_TEXT = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text as a text column takes it: U+FFFD stands for what does not fit, so that one such name does not stop a projection. */
export function columnText<T extends string | null>(text: T): T {
  return (text === null ? null : text.replace(NOT_TEXT, '\uFFFD')) as T;
}
