import { SyntaxProblem } from '../syntax-problem.ts';
import { numberOf } from '../values/numbers.ts';
import type { Comparison } from '../values/range.ts';
import type { FeelNode } from './nodes.ts';
import { unquoted } from './tokens.ts';
import { TypeParser } from './type-parser.ts';

/** They never start an operand: a bracket before them closes a range. */
const AFTER_RANGE = new Set(['and', 'or', 'then', 'else', 'return', 'satisfies', 'in', 'between', 'instance']);

/** Literals, names, brackets, and the paths, filters and calls after them. */
export abstract class OperandParser extends TypeParser {
  protected abstract expression(): FeelNode;
  protected abstract sum(): FeelNode;
  /** `if`, `for`, `some`, `every` or `function`. */
  protected abstract form(): FeelNode | undefined;

  protected operand(): FeelNode {
    let node = this.#primary();
    for (;;) {
      const { from } = node;
      if (this.isSign('.')) node = this.#path(node);
      else if (this.isSign('(')) node = this.#call(node);
      else if (this.isSign('[') && !(this.isRangeEnd && this.#closesRange())) {
        const list = node;
        this.take();
        const test = this.nested(() => this.inFilter(() => this.expression()));
        this.expectSign(']');
        node = { kind: 'filter', list, test, from, to: this.end };
      } else return node;
    }
  }

  /** True if the next bracket ends a range: no filter test follows. */
  #closesRange(): boolean {
    const { kind, text } = this.peek(1);
    if (kind === 'word') return AFTER_RANGE.has(text);
    return kind === 'end' || (kind === 'sign' && !['(', '[', '{', '-', '@'].includes(text));
  }

  #primary(): FeelNode {
    const token = this.peek();
    const { from, kind, text } = token;
    if (kind === 'number') {
      this.take();
      return { kind: 'literal', value: numberOf(text), from, to: this.end };
    }
    if (kind === 'string') {
      this.take();
      return { kind: 'literal', value: unquoted(text), from, to: this.end };
    }
    if (kind === 'sign') return this.#inSigns(text, from);
    const name = this.takeLongName() ?? this.form() ?? this.#constant() ?? this.#name();
    if (name === undefined) throw this.problem();
    return name;
  }

  #inSigns(text: string, from: number): FeelNode {
    if (text === '(') return this.#inBrackets(from);
    if (text === '[') return this.#inSquareBrackets(from);
    if (text === '{') return this.#context(from);
    if (text === ']') {
      this.take();
      const start = this.nested(() => this.expression());
      if (!this.isSign('..')) throw this.problem();
      return this.#range(false, start, from);
    }
    if (text !== '@' || this.peek(1).kind !== 'string') throw this.problem();
    this.take();
    return { kind: 'at', text: unquoted(this.take().text), from, to: this.end };
  }

  #inBrackets(from: number): FeelNode {
    this.take();
    if (this.isSign('<', '<=', '>', '>=', '=', '!=')) return this.#halfRange(from);
    const node = this.nested(() => this.expression());
    if (this.isSign('..')) return this.#range(false, node, from);
    this.expectSign(')');
    return { ...node, from, to: this.end };
  }

  /** `(< 5)`: a comparison. */
  #halfRange(from: number): FeelNode {
    const operator = this.take().text as Comparison;
    const end = this.nested(() => this.sum());
    this.expectSign(')');
    const isIncluded = operator.endsWith('=') && operator !== '!=';
    const isStart = operator !== '<' && operator !== '<=';
    const isEnd = operator !== '>' && operator !== '>=';
    return {
      kind: 'range',
      isStartIncluded: isStart && isIncluded,
      start: isStart ? end : null,
      end: isEnd ? end : null,
      isEndIncluded: isEnd && isIncluded,
      operator,
      from,
      to: this.end,
    };
  }

  #inSquareBrackets(from: number): FeelNode {
    this.take();
    if (this.takeSign(']')) return { kind: 'list', items: [], from, to: this.end };
    const first = this.nested(() => this.expression());
    if (this.isSign('..')) return this.#range(true, first, from);
    const items = [first];
    while (this.takeSign(',')) items.push(this.nested(() => this.expression()));
    this.expectSign(']');
    return { kind: 'list', items, from, to: this.end };
  }

  #range(isStartIncluded: boolean, start: FeelNode, from: number): FeelNode {
    return { ...this.rangeAfter(isStartIncluded, start, from) };
  }

  /** Parses from the dots. */
  protected rangeAfter(isStartIncluded: boolean, start: FeelNode, from: number): FeelNode {
    this.expectSign('..');
    const end = this.nested(() => this.expression(), true);
    const { text } = this.expectSign(']', ')', '[');
    return { kind: 'range', isStartIncluded, start, end, isEndIncluded: text === ']', from, to: this.end };
  }

  #context(from: number): FeelNode {
    this.take();
    const entries: (readonly [string, FeelNode])[] = [];
    this.withNames([], (known) => {
      while (!this.isSign('}')) {
        entries.push(this.#entry(known));
        if (!this.takeSign(',')) break;
      }
    });
    this.expectSign('}');
    return { kind: 'context', entries, from, to: this.end };
  }

  #entry(known: (name: string) => void): readonly [string, FeelNode] {
    const name = this.peek().kind === 'string' ? unquoted(this.take().text) : this.takeNewName([':']);
    this.expectSign(':');
    // a function may call itself recursively
    if (this.isWord('function')) known(name);
    const value = this.nested(() => this.expression());
    known(name);
    return [name, value];
  }

  #path(base: FeelNode): FeelNode {
    const names: { readonly name: string; readonly from: number; readonly to: number }[] = [];
    while (this.takeSign('.')) {
      const { from } = this.peek();
      const name = this.takeMember();
      names.push({ name, from, to: this.end });
    }
    return { kind: 'path', base, names, from: base.from, to: this.end };
  }

  #call(callee: FeelNode): FeelNode {
    this.take();
    const args: FeelNode[] = [];
    const names: string[] = [];
    const isNamed = this.#isNamed();
    while (!this.isSign(')')) {
      if (isNamed) {
        const name = this.peek().kind === 'string' ? unquoted(this.take().text) : this.takeNewName([':']);
        this.expectSign(':');
        if (names.includes(name)) throw new SyntaxProblem(`argument '${name}' is given twice`, this.peek().from);
        names.push(name);
      }
      args.push(this.nested(() => this.expression()));
      if (!this.takeSign(',')) break;
    }
    this.expectSign(')');
    return { kind: 'call', callee, args, ...(isNamed && { names }), from: callee.from, to: this.end };
  }

  /** Words and a colon follow. */
  #isNamed(): boolean {
    let ahead = 0;
    while (this.peek(ahead).kind === 'word' || this.peek(ahead).kind === 'number' || this.peek(ahead).text === '-') ahead += 1;
    return (
      (ahead > 0 || this.peek().kind === 'string' || this.peek().kind === 'tick') && this.peek(Math.max(1, ahead)).text === ':'
    );
  }

  #constant(): FeelNode | undefined {
    const { from, kind, text } = this.peek();
    const isConstant = kind === 'word' && (text === 'true' || text === 'false' || text === 'null');
    if (!isConstant) return undefined;
    this.take();
    return { kind: 'literal', value: text === 'null' ? null : text === 'true', from, to: this.end };
  }

  #name(): FeelNode | undefined {
    const token = this.peek();
    const taken = this.takeName();
    if (taken === undefined) return undefined;
    if (taken.name === '?') this.subjects.push(token);
    return { kind: 'name', ...taken, from: token.from, to: this.end };
  }

  /** A known name that starts with a keyword. */
  protected takeLongName(): FeelNode | undefined {
    const { from, kind, text } = this.peek();
    if (kind !== 'word' || !this.isLanguage(text)) return undefined;
    const taken = this.takeName();
    return taken === undefined ? undefined : { kind: 'name', ...taken, from, to: this.end };
  }

  protected abstract isLanguage(word: string): boolean;
}
