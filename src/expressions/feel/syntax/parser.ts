import { SyntaxProblem } from '../syntax-problem.ts';
import type { Comparison } from '../values/range.ts';
import type { KnownNames } from './cursor.ts';
import { KEYWORDS } from './names.ts';
import type { ArithmeticSign, FeelNode, IteratorNode, ParameterNode, TestNode, TestsNode } from './nodes.ts';
import { OperandParser } from './operand-parser.ts';

/** Prefix signs of an operand. */
const MAX_SIGNS = 200;

const COMPARISONS = ['=', '!=', '<', '<=', '>', '>='];

/** Recursive descent parser (DMN 1.3, 10.3.1.2). Throws {@link SyntaxProblem}. */
export class FeelParser extends OperandParser {
  static expression(source: string, names: KnownNames): FeelNode {
    const parser = new FeelParser(source, names);
    const node = parser.expression();
    parser.#expectEnd();
    return node;
  }

  static tests(source: string, names: KnownNames): TestsNode {
    const parser = new FeelParser(source, names);
    const { subjects } = parser;
    if (parser.isSign('-') && parser.peek(1).kind === 'end') return { isAny: true, isNegated: false, tests: [], subjects };
    const negated = parser.#negatedTests();
    if (negated !== undefined) return { isAny: false, isNegated: true, tests: negated, subjects };
    const tests = parser.#tests();
    parser.#expectEnd();
    return { isAny: false, isNegated: false, tests, subjects };
  }

  protected isLanguage(word: string): boolean {
    return KEYWORDS.has(word);
  }

  #expectEnd(): void {
    if (this.peek().kind !== 'end') throw this.problem();
  }

  /** `not(…)` over all tests; undefined if more follows. */
  #negatedTests(): readonly TestNode[] | undefined {
    if (!this.isWord('not') || this.peek(1).text !== '(') return undefined;
    const place = this.place;
    this.returnTo(place + 2);
    const tests = this.nested(() => this.#tests());
    if (this.takeSign(')') && this.peek().kind === 'end') return tests;
    this.returnTo(place);
    this.subjects.length = 0;
    return undefined;
  }

  #tests(): readonly TestNode[] {
    const tests = [this.#test()];
    while (this.takeSign(',')) tests.push(this.#test());
    return tests;
  }

  #test(): TestNode {
    const { from } = this.peek();
    const operator = this.#comparison();
    const operand = operator === undefined ? this.nested(() => this.expression()) : this.sum();
    return { ...(operator !== undefined && { operator }), operand, from, to: this.end };
  }

  #comparison(): Comparison | undefined {
    return this.isSign(...COMPARISONS) ? (this.take().text as Comparison) : undefined;
  }

  protected expression(): FeelNode {
    return this.#either('or', () => this.#either('and', () => this.#relation()));
  }

  #either(word: 'and' | 'or', read: () => FeelNode): FeelNode {
    const first = read();
    if (!this.isWord(word)) return first;
    const operands = [first];
    while (this.isWord(word)) {
      this.take();
      operands.push(read());
    }
    return { kind: word, operands, from: first.from, to: this.end };
  }

  #relation(): FeelNode {
    let node = this.sum();
    for (let count = 0; ; count += 1) {
      const next = this.#relationAfter(node);
      if (next === undefined) return node;
      if (count > MAX_SIGNS) throw new SyntaxProblem('too many comparisons side by side', node.from);
      node = next;
    }
  }

  #relationAfter(left: FeelNode): FeelNode | undefined {
    const { from } = left;
    const operator = this.#comparison();
    if (operator !== undefined) {
      const right = this.sum();
      return { kind: 'comparison', operator, left, right, from, to: this.end };
    }
    if (this.isWord('between')) {
      this.take();
      const low = this.sum();
      this.expectWord('and');
      const high = this.sum();
      return { kind: 'between', value: left, low, high, from, to: this.end };
    }
    if (this.isWord('in')) {
      this.take();
      const tests = this.#testsAfterIn();
      return { kind: 'in', value: left, tests, from, to: this.end };
    }
    if (!this.isWord('instance') || !this.isWord('of', 1)) return undefined;
    this.returnTo(this.place + 2);
    const type = this.type();
    return { kind: 'instance of', value: left, type, from, to: this.end };
  }

  #testsAfterIn(): readonly TestNode[] {
    const { from } = this.peek();
    const operator = this.#comparison();
    if (operator !== undefined) return [{ operator, operand: this.sum(), from, to: this.end }];
    if (!this.isSign('(')) return [{ operand: this.sum(), from, to: this.end }];
    this.take();
    return this.nested(() => {
      const first = this.#test();
      if (this.isSign('..') && first.operator === undefined) {
        const operand = this.rangeAfter(false, first.operand, from);
        return [{ operand, from, to: this.end }];
      }
      const tests = [first];
      while (this.takeSign(',')) tests.push(this.#test());
      this.expectSign(')');
      return tests;
    });
  }

  protected sum(): FeelNode {
    return this.#chain(['+', '-'], () => this.#chain(['*', '/'], () => this.#chain(['**'], () => this.#signed())));
  }

  #chain(signs: readonly ArithmeticSign[], read: () => FeelNode): FeelNode {
    const first = read();
    if (!this.isSign(...signs)) return first;
    const rest: (readonly [ArithmeticSign, FeelNode])[] = [];
    while (this.isSign(...signs)) rest.push([this.take().text as ArithmeticSign, read()]);
    return { kind: 'arithmetic', first, rest, from: first.from, to: this.end };
  }

  #signed(): FeelNode {
    const { from } = this.peek();
    let count = 0;
    while (this.takeSign('-')) {
      count += 1;
      if (count > MAX_SIGNS) throw new SyntaxProblem(`nesting is deeper than ${MAX_SIGNS}`, from);
    }
    let node = this.operand();
    for (; count > 0; count -= 1) node = { kind: 'negation', operand: node, from, to: this.end };
    return node;
  }

  protected form(): FeelNode | undefined {
    if (this.isWord('if')) return this.#if();
    if (this.isWord('for')) return this.#for();
    if (this.isWord('some') || this.isWord('every')) return this.#quantified();
    return this.isWord('function') ? this.#function() : undefined;
  }

  #if(): FeelNode {
    const { from } = this.peek();
    const branches: (readonly [FeelNode, FeelNode])[] = [];
    while (this.isWord('if')) {
      this.take();
      const test = this.nested(() => this.expression());
      this.expectWord('then');
      const result = this.nested(() => this.expression());
      this.expectWord('else');
      branches.push([test, result]);
    }
    const otherwise = this.nested(() => this.expression());
    return { kind: 'if', branches, otherwise, from, to: this.end };
  }

  #for(): FeelNode {
    const { from } = this.take();
    return this.withNames([], (known) => {
      const iterators = this.#iterators(known);
      this.expectWord('return');
      const result = this.nested(() => this.expression());
      return { kind: 'for', iterators, result, from, to: this.end };
    });
  }

  #quantified(): FeelNode {
    const { from, text } = this.take();
    return this.withNames([], (known) => {
      const iterators = this.#iterators(known);
      this.expectWord('satisfies');
      const result = this.nested(() => this.expression());
      return { kind: text as 'some' | 'every', iterators, result, from, to: this.end };
    });
  }

  #iterators(known: (name: string) => void): readonly IteratorNode[] {
    const iterators: IteratorNode[] = [];
    do {
      const name = this.takeNewName(['in']);
      this.expectWord('in');
      const list = this.nested(() => this.expression());
      const end = this.takeSign('..') ? this.nested(() => this.expression()) : undefined;
      iterators.push({ name, list, ...(end !== undefined && { end }) });
      known(name);
    } while (this.takeSign(','));
    return iterators;
  }

  #function(): FeelNode {
    const { from } = this.take();
    this.expectSign('(');
    const parameters: ParameterNode[] = [];
    while (!this.isSign(')')) {
      const name = this.takeNewName([':', ',', ')']);
      const type = this.takeSign(':') ? this.type() : undefined;
      parameters.push({ name, ...(type !== undefined && { type }) });
      if (!this.takeSign(',')) break;
    }
    this.expectSign(')');
    const isExternal = this.isWord('external');
    if (isExternal) this.take();
    const names = parameters.map(({ name }) => name);
    const body = this.withNames(names, () => this.nested(() => this.expression()));
    return { kind: 'function', parameters, body: isExternal ? null : body, from, to: this.end };
  }
}
