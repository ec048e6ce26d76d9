/** A whole or decimal number, also with an exponent. Matched in linear time. */
export const NUMBER_TEXT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** JSON tokens. A match of a whole string skips the digits in it. */
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const MANY_DIGITS = /\d{16}/;
const MAX_SHOWN = 40;

/** Integer without fraction and exponent that cannot be stored exactly. */
export function isInexact(literal: string): boolean {
  return /^[+-]?\d+$/.test(literal) && !Number.isSafeInteger(Number(literal));
}

/** First integer in a JSON text that cannot be stored exactly. */
export function inexactNumberIn(json: string): string | undefined {
  if (!MANY_DIGITS.test(json)) return undefined;
  for (const [literal] of json.matchAll(TEXT_OR_NUMBER)) if (isInexact(literal)) return literal;
  return undefined;
}

/** Why an integer is rejected instead of rounded (docs/contributing/spec/expressions.md#whole-numbers). */
export function inexactReason(literal: string): string {
  const shown = literal.length > MAX_SHOWN ? `${literal.slice(0, MAX_SHOWN)}…` : literal;
  return `whole number ${shown} cannot be stored exactly (at most ±9007199254740991); keep it as a string`;
}
