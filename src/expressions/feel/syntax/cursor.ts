import { MAX_NESTING } from '../limits.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import { isLongName, KEYWORDS, LongNames, plainName } from './names.ts';
import { type FeelToken, tokensOf } from './tokens.ts';

/** Names with spaces or special characters, known before parsing. `members`: of contexts, for filters and paths. */
export interface KnownNames {
  readonly variables: Iterable<string>;
  readonly members?: Iterable<string>;
}

/** Built-in names that contain keywords or are properties of values. */
const OWN_NAMES = [
  ...['date and time', 'years and months duration', 'days and time duration', 'get or else'],
  ...['time offset', 'start included', 'end included'],
];
const OWN = new LongNames(OWN_NAMES);

/** Tokens with position and the names in scope. */
export class FeelCursor {
  protected readonly source: string;
  /** Positions of `?`. */
  readonly subjects: FeelToken[] = [];
  /** Set in the upper end of a range: a closing bracket may end the range. */
  protected isRangeEnd = false;
  readonly #tokens: readonly FeelToken[];
  readonly #scopes: LongNames[];
  readonly #members: LongNames;
  #at = 0;
  #depth = 0;
  #filters = 0;

  constructor(source: string, names: KnownNames) {
    this.source = source;
    this.#tokens = tokensOf(source);
    this.#scopes = [OWN, new LongNames(names.variables)];
    this.#members = new LongNames(names.members ?? []);
  }

  protected get place(): number {
    return this.#at;
  }

  protected returnTo(place: number): void {
    this.#at = place;
  }

  protected peek(ahead = 0): FeelToken {
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)] as FeelToken;
  }

  /** Offset after the last taken token. */
  protected get end(): number {
    return this.#tokens[this.#at - 1]?.to ?? 0;
  }

  protected take(): FeelToken {
    const token = this.peek();
    this.#at += 1;
    return token;
  }

  protected isSign(...texts: readonly string[]): boolean {
    const { kind, text } = this.peek();
    return kind === 'sign' && texts.includes(text);
  }

  protected isWord(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'word' && token.text === text;
  }

  protected takeSign(text: string): boolean {
    if (!this.isSign(text)) return false;
    this.#at += 1;
    return true;
  }

  protected expectSign(...texts: readonly string[]): FeelToken {
    if (!this.isSign(...texts)) throw this.problem();
    return this.take();
  }

  protected expectWord(text: string): void {
    if (!this.isWord(text)) throw this.problem();
    this.#at += 1;
  }

  protected problem(token: FeelToken = this.peek()): SyntaxProblem {
    if (token.kind === 'end') return new SyntaxProblem('unexpected end of text', token.from);
    return new SyntaxProblem(`unexpected '${token.text.slice(0, 40)}'`, token.from);
  }

  /** Parses one level deeper. */
  protected nested<T>(read: () => T, isRangeEnd = false): T {
    this.#depth += 1;
    if (this.#depth > MAX_NESTING + 1) throw new SyntaxProblem(`nesting is deeper than ${MAX_NESTING}`, this.peek().from);
    const outer = this.isRangeEnd;
    this.isRangeEnd = isRangeEnd;
    const result = read();
    this.isRangeEnd = outer;
    this.#depth -= 1;
    return result;
  }

  /** Parses with additional names; the callback can add more. */
  protected withNames<T>(names: readonly string[], read: (known: (name: string) => void) => T): T {
    const scope = new LongNames(names);
    for (const name of names) this.#members.add(name);
    this.#scopes.push(scope);
    const result = read((name) => {
      if (!isLongName(name)) return;
      scope.add(name);
      this.#members.add(name);
    });
    this.#scopes.pop();
    return result;
  }

  /** Reads the test of a filter, where members of items are names. */
  protected inFilter<T>(read: () => T): T {
    this.#filters += 1;
    const result = read();
    this.#filters -= 1;
    return result;
  }

  protected takeName(): { readonly name: string; readonly isQuoted: boolean } | undefined {
    const first = this.peek();
    if (first.kind === 'tick') {
      this.#at += 1;
      return { name: first.text.slice(1, -1), isQuoted: true };
    }
    const known = this.#longest(this.#filters > 0);
    const words = this.#plainWords(0);
    if (words === 0 && known === undefined) return undefined;
    if (first.text === 'not' && words > 1 && known === undefined) throw this.problem(this.peek(1));
    return { name: this.#taken(known, words), isQuoted: false };
  }

  /** Takes the name after a dot. */
  protected takeMember(): string {
    const first = this.take();
    if (first.kind === 'tick') return first.text.slice(1, -1);
    if (first.kind !== 'word') throw this.problem(first);
    this.#at -= 1;
    return this.#taken(this.#longest(true), Math.max(1, this.#plainWords(0)));
  }

  /** Takes a name that is being defined, up to one of these tokens. */
  protected takeNewName(ends: readonly string[]): string {
    const first = this.peek();
    if (first.kind === 'tick') return this.take().text.slice(1, -1);
    if (first.kind !== 'word') throw this.problem();
    while (!ends.includes(this.peek().text)) {
      const token = this.take();
      const isPart =
        token.kind === 'word' || token.kind === 'number' || ['-', '+', '*', '/', '.', "'", '**'].includes(token.text);
      if (!isPart) throw this.problem(token);
    }
    return plainName(this.source.slice(first.from, this.end));
  }

  #taken(known: { readonly name: string; readonly length: number } | undefined, words: number): string {
    const from = this.peek().from;
    this.#at += Math.max(words, known?.length ?? 0);
    return known === undefined || words > known.length ? plainName(this.source.slice(from, this.end)) : known.name;
  }

  #longest(withMembers: boolean): { readonly name: string; readonly length: number } | undefined {
    let longest = withMembers ? this.#members.at(this.#tokens, this.#at) : undefined;
    for (const scope of this.#scopes) {
      const found = scope.at(this.#tokens, this.#at);
      if (found !== undefined && found.length >= (longest?.length ?? 0)) longest = found;
    }
    return longest;
  }

  /** Words that can form one name. */
  #plainWords(from: number): number {
    let count = from;
    for (;;) {
      const { kind, text } = this.peek(count);
      const isPart = kind === 'word' && !KEYWORDS.has(text) && !(text === 'instance' && this.isWord('of', count + 1));
      if (!isPart || (text === '?' && count > 0)) return count;
      count += 1;
      if (text === '?') return count;
    }
  }
}
