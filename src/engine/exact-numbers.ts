/** Texts of JSON and numbers; a text is passed over whole. */
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const MANY_DIGITS = /\d{16}/;
/** Longest number that a message repeats. */
const MAX_SHOWN = 40;

/** Whether a whole number, written without fraction and exponent, has digits that a variable cannot keep. */
export function isInexact(literal: string): boolean {
  return /^[+-]?\d+$/.test(literal) && !Number.isSafeInteger(Number(literal));
}

/** The first whole number of a JSON text that a variable cannot keep; undefined if there is none. */
export function inexactNumberIn(json: string): string | undefined {
  if (!MANY_DIGITS.test(json)) return undefined;
  for (const [literal] of json.matchAll(TEXT_OR_NUMBER)) if (isInexact(literal)) return literal;
  return undefined;
}

/** Why a whole number is refused instead of being rounded (docs/contributing/spec/expressions.md#whole-numbers). */
export function inexactReason(literal: string): string {
  const shown = literal.length > MAX_SHOWN ? `${literal.slice(0, MAX_SHOWN)}…` : literal;
  return `whole number ${shown} cannot be stored exactly (at most ±9007199254740991); keep it as a string`;
}
