/** A test that shows a rule: its file below test/ (contract/ is left out, as is .test.ts), and how its title begins in the source. */
export type Proof = readonly [file: string, title: string];

/**
 * One sentence of the contract that a client can notice. id: heading or anchor in docs/contributing/spec, slash, number in the order of the text below it; a
 * row of a table counts as a sentence. text: what it asks for, in short.
 */
export interface Rule {
  readonly id: string;
  readonly text: string;
  readonly proofs: readonly Proof[];
}

/** The rules below one heading or anchor, numbered in order. */
export function section(
  place: string,
  ...rules: readonly (readonly [text: string, ...proofs: readonly Proof[]])[]
): readonly Rule[] {
  return rules.map(([text, ...proofs], n) => ({ id: `${place}/${n + 1}`, text, proofs }));
}
