import { parseUnaryTests } from '@bpmn-io/feelin';
import { isTooLong, MAX_SOURCE_BYTES } from '../limits.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import { addedFunctionNames } from './added-functions.ts';
import { checkExtent, checkNesting, DIALECT, errorAt } from './analysis.ts';
import { type FixedTests, readFixedTests } from './fixed-tests.ts';

type SyntaxNode = ReturnType<typeof parseUnaryTests>['topNode'];

/** What unary tests ask of a value: nothing, comparisons with fixed values, or a FEEL expression over `?`. */
export type UnaryTests = { readonly kind: 'any' } | FixedTests | { readonly kind: 'expression'; readonly source: string };

/** Forms that are true or false by themselves: as a test they are conditions, and not compared with the value. */
const CONDITIONS: ReadonlySet<string> = new Set(['Comparison', 'Conjunction', 'Disjunction', 'QuantifiedExpression']);

/**
 * Reads unary tests (DMN 1.3, 10.3.1.2, grammar rules 13 to 17) as an expression that is true for a value called `?`. Throws {@link SyntaxProblem}.
 * @param subject how the expression writes the value; absent: it is compared as it is, and fixed values need no expression
 */
export function readTests(source: string, subject?: string): UnaryTests {
  const fixed = subject === undefined ? readFixedTests(source) : undefined;
  if (fixed !== undefined) return fixed;
  const top = partsOf(source);
  if (top[0]?.name === 'Wildcard') return { kind: 'any' };
  const writer = new TestWriter(source, subject ?? '?');
  const written = testsIn(source, top)
    .map((test) => writer.test(test))
    .join(' or ');
  return { kind: 'expression', source: top[0]?.name === 'not' ? `not(${written})` : written };
}

/** The texts between the commas of unary tests. Throws {@link SyntaxProblem}. */
export function itemsOfTests(source: string): readonly string[] {
  return testsIn(source, partsOf(source)).map(({ from, to }) => source.slice(from, to));
}

function partsOf(source: string): readonly SyntaxNode[] {
  if (isTooLong(source)) throw new SyntaxProblem(`text is longer than ${MAX_SOURCE_BYTES} bytes`, 0);
  checkNesting(source);
  checkExtent(source);
  const known = Object.fromEntries([...addedFunctionNames(source)].map((name) => [name, null]));
  const tree = parseUnaryTests(source, known, DIALECT);
  tree.iterate({
    enter({ type, from, to }) {
      if (type.isError) throw errorAt(source, from, to);
    },
  });
  return childrenOf(tree.topNode);
}

function testsIn(source: string, top: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const list = top.find(({ name }) => name === 'PositiveUnaryTests');
  if (list === undefined) throw errorAt(source, 0, source.length);
  return childrenOf(list).flatMap((test) => childrenOf(test).slice(0, 1));
}

/** Writes tests as expressions; a line break behind what was written ends a comment in it. */
class TestWriter {
  readonly #source: string;
  readonly #subject: string;

  constructor(source: string, subject: string) {
    this.#source = source;
    this.#subject = subject;
  }

  test(node: SyntaxNode): string {
    const inner = childrenOf(node);
    const [first, second] = inner;
    if (node.name === 'SimplePositiveUnaryTest' && first?.name === 'CompareOp' && second !== undefined) {
      if (CONDITIONS.has(second.name)) throw errorAt(this.#source, second.from, second.to);
      const comparison = `(${this.#subject} ${this.#textOf(first)} (${this.#write(second)}\n))`;
      return this.#textOf(first) === '=' ? `(${comparison} = true)` : comparison;
    }
    if (node.name === 'SimplePositiveUnaryTest' && first !== undefined) return this.test(first);
    if (node.name === 'Interval') return this.#interval(inner);
    if (CONDITIONS.has(node.name) || this.#names(node)) return `((${this.#write(node)}\n) = true)`;
    // no value is in nothing: that is plainly false
    return `((${this.#subject} in ((${this.#write(node)}\n))) = true)`;
  }

  #interval([open, low, high, close]: readonly SyntaxNode[]): string {
    if (open === undefined || low === undefined || high === undefined || close === undefined) return 'false';
    const above = this.#textOf(open) === '[' ? '>=' : '>';
    const below = this.#textOf(close) === ']' ? '<=' : '<';
    const subject = this.#subject;
    return `(${subject} ${above} (${this.#write(low)}\n) and ${subject} ${below} (${this.#write(high)}\n))`;
  }

  /** Whether the value that is tested is named inside. */
  #names(node: SyntaxNode): boolean {
    return node.name === '?' || childrenOf(node).some((child) => this.#names(child));
  }

  /** The text of a node, the value in it written as the subject. */
  #write(node: SyntaxNode): string {
    if (node.name === '?') return this.#subject;
    let written = '';
    let from = node.from;
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      written += this.#source.slice(from, child.from) + this.#write(child);
      from = child.to;
    }
    return written + this.#source.slice(from, node.to);
  }

  #textOf(node: SyntaxNode): string {
    return this.#source.slice(node.from, node.to);
  }
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (!child.name.endsWith('Comment')) children.push(child);
  }
  return children;
}
