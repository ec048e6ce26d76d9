import { parseExpression } from '@bpmn-io/feelin';
import { CompiledCache } from '../compiled-cache.ts';
import { computingFunctions, type Term, valueOfTerm } from './arithmetic.ts';
import { TRUTH_FUNCTIONS } from './called-functions.ts';
import { between, type Comparison, compared, isIn, OperatorTest } from './comparison.ts';
import { extremes } from './extremes.ts';

/**
 * FEEL whose operators are not the library's: it computes with doubles and compares by coercion, here are decimals and the
 * comparisons of DMN. What is computed or compared in a source is handed to functions of ours (docs/spec/expressions.md#feel).
 */
export interface OwnSource {
  readonly source: string;
  /** functions that compute; a variable of the same name goes first */
  readonly functions: Readonly<Record<string, unknown>>;
  /** what the source calls in place of operators; no variable may stand in for these */
  readonly operators: Readonly<Record<string, unknown>>;
}

type SyntaxNode = ReturnType<typeof parseExpression>['topNode'];

const REWRITTEN = /[-+*/^<>=[]|\b(?:in|between)\b/;
const [COMPUTE, COMPARE, TEST, IN, BETWEEN] = ['__compute', '__compare', '__test', '__in', '__between'] as const;

/**
 * The source with every chain of arithmetic operators, and every comparison, as one call.
 * @param context what the source is evaluated with: names of several words are names only where they are known
 */
export function withOwnOperators(source: string, context: Readonly<Record<string, unknown>>, dialect?: string): OwnSource {
  const functions = { ...computingFunctions(source), ...extremes(source) };
  if (!REWRITTEN.test(source)) return { source, functions, operators: {} };
  const { written, terms } = rewritten(source, context, dialect);
  const compute = (at: number, ...operands: unknown[]) => {
    const term = terms[at];
    return term === undefined ? null : valueOfTerm(term, operands);
  };
  return { source: written, functions, operators: { ...COMPARING, [COMPUTE]: called(compute, 'at', '...operands') } };
}

const COMPARING: Readonly<Record<string, unknown>> = {
  [COMPARE]: called((operator: Comparison, left: unknown, right: unknown) => compared(operator, left, right), ...'olr'),
  [TEST]: called((operator: Comparison, operand: unknown) => new OperatorTest(operator, operand), ...'or'),
  [IN]: called((value: unknown, ...tests: unknown[]) => isIn(value, tests), 'value', '...tests'),
  [BETWEEN]: called((value: unknown, low: unknown, high: unknown) => between(value, low, high), ...'vlh'),
};

/** The library reads the parameter names of a function from `$args`. */
function called(call: unknown, ...parameters: readonly string[]): unknown {
  return Object.assign(call as () => unknown, { $args: parameters });
}

interface Rewritten {
  readonly written: string;
  readonly terms: readonly Term[];
}
/** Sources that were rewritten before: parsing them takes longer than anything else here. */
const known = new CompiledCache<Rewritten>(2000, 4 * 1024 * 1024);

/** What a source becomes depends on nothing else than the names of several words it may hold. */
function rewritten(source: string, context: Readonly<Record<string, unknown>>, dialect: string | undefined): Rewritten {
  const oddNames = Object.keys(context).filter((name) => /[^\p{L}\p{N}_$]/u.test(name));
  return known.get(`${source}\n${oddNames.join('\n')}`, () => {
    const writer = new Writer(source);
    const written = writer.write(parseExpression(source, context, dialect).topNode, false);
    return { written, terms: writer.terms };
  });
}

class Writer {
  readonly terms: Term[] = [];
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /**
   * The text of a node, operators inside it replaced by calls.
   * @param isTest it stands where a filter keeps the items for which it is true: the library tells that from its form, not from its value
   */
  write(node: SyntaxNode, isTest: boolean): string {
    const own = isBinary(node) ? this.#computation(node) : this.#comparison(node, isTest);
    if (own !== undefined) return own;
    const written = this.#unchanged(node, isTest);
    return isTest && this.#isTruth(node) ? `(${written} = true)` : written;
  }

  #unchanged(node: SyntaxNode, isTest: boolean): string {
    let written = '';
    let from = node.from;
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      written += this.#source.slice(from, child.from) + this.write(child, standsAsTest(node, child, isTest));
      from = child.to;
    }
    return written + this.#source.slice(from, node.to);
  }

  /** Whether it can be true or false only; else a filter takes it for a place in the list, and works it out once. */
  #isTruth(node: SyntaxNode): boolean {
    if (node.name === 'QuantifiedExpression') return true;
    const called = node.name === 'FunctionInvocation' ? node.firstChild : null;
    return called !== null && TRUTH_FUNCTIONS.has(this.#textOf(called).replace(/\s+/g, ' '));
  }

  #computation(node: SyntaxNode): string {
    const operands: string[] = [];
    const term = this.#termOf(node, operands);
    return `${COMPUTE}(${this.terms.push(term) - 1}, ${operands.join(', ')})`;
  }

  #termOf(node: SyntaxNode, operands: string[]): Term {
    const inside = insideOf(node);
    if (!isBinary(inside)) return operands.push(this.write(node, false)) - 1;
    const [left, operator, right] = childrenOf(inside) as [SyntaxNode, SyntaxNode, SyntaxNode];
    return { operator: this.#textOf(operator), left: this.#termOf(left, operands), right: this.#termOf(right, operands) };
  }

  /** Undefined for anything but a comparison. A range that is a filter tests its `item`. */
  #comparison(node: SyntaxNode, isTest: boolean): string | undefined {
    const children = childrenOf(node);
    const call = this.#callOf(node, children, isTest);
    return call === undefined || !isTest ? call : `(${call} = true)`;
  }

  #callOf(node: SyntaxNode, children: readonly SyntaxNode[], isTest: boolean): string | undefined {
    const [first, second, third, fourth, fifth] = children;
    if (node.name === 'SimplePositiveUnaryTest') {
      return isTest && first !== undefined && second === undefined ? `${IN}(item, ${this.write(first, false)})` : undefined;
    }
    if (node.name !== 'Comparison' || first === undefined || second === undefined || third === undefined) return undefined;
    const value = this.write(first, false);
    if (second.name === 'CompareOp') return `${COMPARE}("${this.#textOf(second)}", ${value}, ${this.write(third, false)})`;
    if (second.name === 'in') return `${IN}(${value}, ${this.#testsOf(third, fourth).join(', ')})`;
    if (second.name !== 'between' || fifth === undefined) return undefined;
    return `${BETWEEN}(${value}, ${this.write(third, false)}, ${this.write(fifth, false)})`;
  }

  /** The tests behind `in`: one, or several in brackets. */
  #testsOf(first: SyntaxNode, inBrackets: SyntaxNode | undefined): string[] {
    const tests = inBrackets === undefined ? [first] : childrenOf(inBrackets);
    return tests.filter(({ name }) => name === 'PositiveUnaryTest').map((test) => this.#testOf(test));
  }

  #testOf(test: SyntaxNode): string {
    const inner = insideOf(childrenOf(test)[0] ?? test);
    const [operator, operand] = inner.name === 'SimplePositiveUnaryTest' ? childrenOf(inner) : [];
    if (operator === undefined || operand === undefined) return this.write(test, false);
    return `${TEST}("${this.#textOf(operator)}", ${this.write(operand, false)})`;
  }

  #textOf(node: SyntaxNode): string {
    return this.#source.slice(node.from, node.to);
  }
}

/** Brackets and `if` hand on what they stand for. */
function standsAsTest(parent: SyntaxNode, child: SyntaxNode, isTest: boolean): boolean {
  if (parent.name === 'FilterExpression') return child.from !== parent.firstChild?.from;
  return isTest && (parent.name === 'ParenthesizedExpression' || parent.name === 'IfExpression');
}

/** What stands between brackets. */
function insideOf(node: SyntaxNode): SyntaxNode {
  const inner =
    node.name === 'ParenthesizedExpression' ? childrenOf(node).filter(({ name }) => name !== '(' && name !== ')') : [];
  return inner.length === 1 && inner[0] !== undefined ? insideOf(inner[0]) : node;
}

function isBinary(node: SyntaxNode): boolean {
  return node.name === 'ArithmeticExpression' && childrenOf(node).length === 3;
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (!child.name.endsWith('Comment')) children.push(child);
  }
  return children;
}
