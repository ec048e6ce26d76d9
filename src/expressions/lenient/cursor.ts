import { isTooLong, MAX_NESTING, MAX_SOURCE_BYTES } from '../limits.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import { type Token, tokenize } from './tokens.ts';

/** Reads tokens in order and keeps what the grammar needs to know about the way here: nesting and whether a newline ends a statement. */
export class Cursor {
  /** what is read, and does less than its author may think; texts of warnings */
  readonly notes: string[];
  readonly isScript: boolean;
  /** `?:` is an operator */
  readonly isGroovy: boolean;
  private readonly tokens: readonly Token[];
  private index = 0;
  private nesting = 0;
  private newlineEnds: boolean;
  /** what `break` and `continue` may leave here */
  private loops = 0;

  /**
   * `isScript`: a newline may end a statement, and strings may hold groups; in a single expression it is a blank, and strings are as they are.
   * `nesting`: how deep the text stands in another one. `notes`: where its notes go.
   */
  constructor(source: string, isScript: boolean, isGroovy = false, nesting = 0, notes: string[] = []) {
    if (isTooLong(source)) throw new SyntaxProblem(`text is longer than ${MAX_SOURCE_BYTES} bytes`, 0);
    this.tokens = tokenize(source, isScript);
    this.isScript = isScript;
    this.isGroovy = isGroovy;
    this.newlineEnds = isScript;
    this.nesting = nesting;
    this.notes = notes;
  }

  /** A cursor on the inside of a group of a string that stands here. */
  inGroup(source: string): Cursor {
    return new Cursor(source, true, this.isGroovy, this.nesting, this.notes);
  }

  get isInLoop(): boolean {
    return this.loops > 0;
  }

  /** Parses the body of a loop. */
  inLoop<T>(parse: () => T): T {
    this.loops++;
    const body = parse();
    this.loops--;
    return body;
  }

  /** the token `ahead` places after the current one; the end token for ever after the last */
  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)] as Token;
  }

  next(): Token {
    const token = this.peek();
    if (this.index < this.tokens.length - 1) this.index++;
    return token;
  }

  skip(count: number): void {
    this.index = Math.min(this.index + count, this.tokens.length - 1);
  }

  /** true when the current token is this operator, or `ahead` places after it */
  isOperator(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'operator' && token.text === text;
  }

  isName(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'name' && token.text === text;
  }

  /** takes the operator if it stands here */
  accept(text: string): boolean {
    if (!this.isOperator(text)) return false;
    this.next();
    return true;
  }

  expect(text: string): Token {
    if (this.isOperator(text)) return this.next();
    throw this.problem(`'${text}' expected but found ${this.describe()}`);
  }

  expectName(): Token {
    if (this.peek().kind === 'name') return this.next();
    throw this.problem(`name expected but found ${this.describe()}`);
  }

  /** true when the current token begins a new statement because a line ended before it */
  isAfterStatementEnd(): boolean {
    return this.newlineEnds && this.peek().newline;
  }

  /** Parses one level deeper; a newline means nothing inside. */
  inBrackets<T>(parse: () => T): T {
    return this.deeper(false, parse);
  }

  /** Parses one level deeper; a newline ends statements inside. */
  inBlock<T>(parse: () => T): T {
    return this.deeper(true, parse);
  }

  /** Parses one level deeper with the newline rule as it is. */
  nested<T>(parse: () => T): T {
    return this.deeper(this.newlineEnds, parse);
  }

  problem(reason: string): SyntaxProblem {
    return new SyntaxProblem(reason, this.peek().start);
  }

  describe(): string {
    const token = this.peek();
    if (token.kind === 'end') return 'end of text';
    return token.kind === 'string' ? 'a string' : `'${token.text}'`;
  }

  private deeper<T>(newlineEnds: boolean, parse: () => T): T {
    if (++this.nesting > MAX_NESTING) throw this.problem(`nesting is deeper than ${MAX_NESTING}`);
    const outer = this.newlineEnds;
    this.newlineEnds = newlineEnds;
    const result = parse();
    this.newlineEnds = outer;
    this.nesting--;
    return result;
  }
}
