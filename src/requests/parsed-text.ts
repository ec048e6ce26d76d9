/** Result of reading client input: the value, or the text of the client error (`detail` of a 400 problem). */
export type ParsedText<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly detail: string };

/** A value that could be read. */
export function accepted<T>(value: T): ParsedText<T> {
  return { ok: true, value };
}

/** A refusal with its text. */
export function refused(detail: string): { readonly ok: false; readonly detail: string } {
  return { ok: false, detail };
}

const MAX_REPEATED_LENGTH = 256;

/** A request value as an error text repeats it: cut after 256 characters, then ending in `…` (docs/contributing/spec/http/errors.md#repeated-values). */
export function repeated(value: string): string {
  if (value.length <= MAX_REPEATED_LENGTH) return value;
  const lastUnit = value.charCodeAt(MAX_REPEATED_LENGTH - 1);
  const splitsPair = lastUnit >= 0xd800 && lastUnit <= 0xdbff;
  return `${value.slice(0, splitsPair ? MAX_REPEATED_LENGTH - 1 : MAX_REPEATED_LENGTH)}…`;
}
