/** A test that shows a rule: its file below test/ (contract/ is left out, as is .test.ts), and how its title begins in the source. */
export type Proof = readonly [file: string, title: string];

/**
 * One sentence of the contract that a client can notice. id: section / number, counted through the section in the order of its text; a row of
 * a table counts as a sentence. text: what it asks for, in our words.
 */
export interface Rule {
  readonly id: string;
  readonly text: string;
  readonly proofs: readonly Proof[];
}

/** The rules of one section, numbered in order. */
export function section(
  id: string,
  ...rules: readonly (readonly [text: string, ...proofs: readonly Proof[]])[]
): readonly Rule[] {
  return rules.map(([text, ...proofs], n) => ({ id: `${id}/${n + 1}`, text, proofs }));
}
