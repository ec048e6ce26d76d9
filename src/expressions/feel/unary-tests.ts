import { checkSize } from './analysis.ts';
import { namesInType } from './compile/types.ts';
import { type FixedTests, readFixedTests } from './fixed-tests.ts';
import type { KnownNames } from './syntax/cursor.ts';
import { childrenOf, type Extent, type FeelNode, type TestNode, type TestsNode } from './syntax/nodes.ts';
import { FeelParser } from './syntax/parser.ts';

/** A text without these words names no types. */
const NAMES_TYPES = /\b(?:instance|function)\b/;

/** Names that are not built in. Throws SyntaxProblem. */
export function typeNamesIn(source: string, names: KnownNames): ReadonlySet<string> {
  const found = new Set<string>();
  if (NAMES_TYPES.test(source)) collect(FeelParser.expression(source, names), found);
  return found;
}

function collect(node: FeelNode, found: Set<string>): void {
  const types =
    node.kind === 'instance of' ? [node.type] : node.kind === 'function' ? node.parameters.map(({ type }) => type) : [];
  for (const type of types) if (type !== undefined) for (const name of namesInType(type)) found.add(name);
  for (const child of childrenOf(node)) collect(child, found);
}

/** Any value, comparisons with literals, or FEEL with `?`. */
type UnaryTests = { readonly kind: 'any' } | FixedTests | { readonly kind: 'expression'; readonly source: string };

/** Boolean: as tests they are conditions, not compared with the value. */
const CONDITIONS: ReadonlySet<FeelNode['kind']> = new Set([
  ...(['comparison', 'between', 'in', 'instance of', 'and', 'or', 'some', 'every'] as const),
]);

const NO_NAMES: KnownNames = { variables: [] };

/**
 * Converts to an expression with the tested value `?` (DMN 1.3, 10.3.1.2, grammar rules 13 to 17). Throws SyntaxProblem.
 * @param subject text for the value; absent: `?`, and comparisons with literals are returned as such
 */
export function readTests(source: string, subject?: string, names: KnownNames = NO_NAMES): UnaryTests {
  const fixed = subject === undefined ? readFixedTests(source) : undefined;
  if (fixed !== undefined) return fixed;
  const read = partsOf(source, names);
  if (read.isAny) return { kind: 'any' };
  const writer = new TestWriter(source, subject ?? '?', read.subjects);
  const written = read.tests.map((test) => writer.test(test)).join(' or ');
  return { kind: 'expression', source: read.isNegated ? `not(${written})` : written };
}

/** Splits at commas. Throws SyntaxProblem. */
export function itemsOfTests(source: string, names: KnownNames = NO_NAMES): readonly string[] {
  return partsOf(source, names).tests.map(({ from, to }) => source.slice(from, to));
}

function partsOf(source: string, names: KnownNames): TestsNode {
  checkSize(source);
  return FeelParser.tests(source, names);
}

/** The line break after each operand ends a comment in it. */
class TestWriter {
  readonly #source: string;
  readonly #subject: string;
  /** Places of the tested value. */
  readonly #places: readonly Extent[];

  constructor(source: string, subject: string, places: readonly Extent[]) {
    this.#source = source;
    this.#subject = subject;
    this.#places = places;
  }

  test({ operator, operand, from, to }: TestNode): string {
    const written = this.#write(operand);
    const subject = this.#subject;
    if (operator !== undefined) {
      const comparison = `(${subject} ${operator} (${written}\n))`;
      return operator === '=' ? `(${comparison} = true)` : comparison;
    }
    if (operand.kind === 'range' && operand.operator === undefined) return this.#interval(operand);
    const namesSubject = this.#places.some((place) => place.from >= from && place.to <= to);
    if (CONDITIONS.has(operand.kind) || namesSubject) return `((${written}\n) = true)`;
    // `in null` is null, but a test must be false
    return `((${subject} in ((${written}\n))) = true)`;
  }

  #interval({ isStartIncluded, start, end, isEndIncluded }: Extract<FeelNode, { kind: 'range' }>): string {
    const [above, below] = [isStartIncluded ? '>=' : '>', isEndIncluded ? '<=' : '<'];
    const [low, high] = [start, end].map((one) => (one === null ? 'null' : this.#write(one)));
    return `(${this.#subject} ${above} (${low}\n) and ${this.#subject} ${below} (${high}\n))`;
  }

  /** Replaces `?` by the subject. */
  #write({ from, to }: Extent): string {
    let written = '';
    let at = from;
    for (const place of this.#places) {
      if (place.from < from || place.to > to) continue;
      written += this.#source.slice(at, place.from) + this.#subject;
      at = place.to;
    }
    return written + this.#source.slice(at, to);
  }
}
