const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/** The first whole number of a JSON text that a variable cannot keep exactly; undefined if there is none (docs/spec/expressions.md#whole-numbers). */
export function inexactNumberIn(json: string): string | undefined {
  if (!/\d{16}/.test(json)) return undefined;
  for (const [literal] of json.matchAll(TEXT_OR_NUMBER))
    if (/^-?\d+$/.test(literal) && !Number.isSafeInteger(Number(literal))) return literal;
  return undefined;
}
