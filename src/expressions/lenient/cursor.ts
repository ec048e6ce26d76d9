import type { TextLanguage } from '../../engine/model/model-texts.ts';
import { isTooLong, MAX_NESTING, MAX_SOURCE_BYTES } from '../limits.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import { type Token, tokenize } from './tokens.ts';

/** Operators of other languages. */
const UNSUPPORTED = new Set([
  ...['<=>', '**', '=~', '==~', '~=', '<<', '->', '::', '*.', '.&', '..', '..<'],
  ...['in', 'instanceof', 'as', 'is', 'contains', 'soundslike', 'strsim', 'idiv'],
]);

/** Tokens with the parser state: nesting, and whether a newline ends a statement. */
export class Cursor {
  /** Warnings about ignored parts. */
  readonly notes: string[];
  readonly isScript: boolean;
  /** undefined: lenient */
  readonly language: TextLanguage | undefined;
  private readonly tokens: readonly Token[];
  private index = 0;
  private nesting = 0;
  private newlineEnds: boolean;
  /** Enclosing loops that `break` and `continue` may leave. */
  private loops = 0;

  /**
   * `isScript`: newlines may end statements, and strings may contain groups; in a single expression only those of Groovy do. `nesting`: depth in another
   * source. `notes`: collects warnings.
   */
  constructor(source: string, isScript: boolean, language?: TextLanguage, nesting = 0, notes: string[] = []) {
    if (isTooLong(source)) throw new SyntaxProblem(`text is longer than ${MAX_SOURCE_BYTES} bytes`, 0);
    this.tokens = tokenize(source, isScript || language === 'groovy');
    this.isScript = isScript;
    this.language = language;
    this.newlineEnds = isScript;
    this.nesting = nesting;
    this.notes = notes;
  }

  /** Cursor for the content of a group in a string. */
  inGroup(source: string): Cursor {
    return new Cursor(source, true, this.language, this.nesting, this.notes);
  }

  get isInLoop(): boolean {
    return this.loops > 0;
  }

  inLoop<T>(parse: () => T): T {
    this.loops++;
    const body = parse();
    this.loops--;
    return body;
  }

  /** Token ahead; the end token after the last. */
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

  isOperator(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'operator' && token.text === text;
  }

  isName(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'name' && token.text === text;
  }

  /** Takes it if it is next. */
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

  /** True after a newline that ends a statement. */
  isAfterStatementEnd(): boolean {
    return this.newlineEnds && this.peek().newline;
  }

  /** Parses one level deeper; newlines are insignificant. */
  inBrackets<T>(parse: () => T): T {
    return this.deeper(false, parse);
  }

  /** Parses one level deeper; newlines end statements. */
  inBlock<T>(parse: () => T): T {
    return this.deeper(true, parse);
  }

  /** Parses one level deeper; same newline rule. */
  nested<T>(parse: () => T): T {
    return this.deeper(this.newlineEnds, parse);
  }

  problem(reason: string): SyntaxProblem {
    return new SyntaxProblem(reason, this.peek().start);
  }

  unexpected(): SyntaxProblem {
    const { text } = this.peek();
    return this.problem(UNSUPPORTED.has(text) ? `operator '${text}' is not supported` : `unexpected ${this.describe()}`);
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
