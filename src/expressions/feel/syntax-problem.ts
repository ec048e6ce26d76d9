/** `offset`: UTF-16 units in the parsed text. */
export class SyntaxProblem extends Error {
  readonly reason: string;
  readonly offset: number;

  constructor(reason: string, offset: number) {
    super(reason);
    this.name = 'SyntaxProblem';
    this.reason = reason;
    this.offset = offset;
  }
}
