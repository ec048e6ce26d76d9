import { checkSize } from './analysis.ts';
import { type FixedTests, readFixedTests } from './fixed-tests.ts';
import type { KnownNames } from './syntax/cursor.ts';
import type { Extent, FeelNode, TestNode, TestsNode } from './syntax/nodes.ts';
import { FeelParser } from './syntax/parser.ts';

/** What unary tests ask of a value: nothing, comparisons with fixed values, or a FEEL expression over `?`. */
export type UnaryTests = { readonly kind: 'any' } | FixedTests | { readonly kind: 'expression'; readonly source: string };

/** Forms that are true or false by themselves: as a test they are conditions, and not compared with the value. */
const CONDITIONS: ReadonlySet<FeelNode['kind']> = new Set([
  ...(['comparison', 'between', 'in', 'instance of', 'and', 'or', 'some', 'every'] as const),
]);

const NO_NAMES: KnownNames = { variables: [] };

/**
 * Reads unary tests (DMN 1.3, 10.3.1.2, grammar rules 13 to 17) as an expression that is true for a value called `?`. Throws SyntaxProblem.
 * @param subject how the expression writes the value; absent: it is compared as it is, and fixed values need no expression
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

/** The texts between the commas of unary tests. Throws SyntaxProblem. */
export function itemsOfTests(source: string, names: KnownNames = NO_NAMES): readonly string[] {
  return partsOf(source, names).tests.map(({ from, to }) => source.slice(from, to));
}

function partsOf(source: string, names: KnownNames): TestsNode {
  checkSize(source);
  return FeelParser.tests(source, names);
}

/** Writes tests as expressions; a line break behind what was written ends a comment in it. */
class TestWriter {
  readonly #source: string;
  readonly #subject: string;
  /** where the value that is tested is named */
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
    if (operand.kind === 'range' && operand.start !== null && operand.end !== null) return this.#interval(operand);
    const namesSubject = this.#places.some((place) => place.from >= from && place.to <= to);
    if (CONDITIONS.has(operand.kind) || namesSubject) return `((${written}\n) = true)`;
    // no value is in nothing: that is plainly false
    return `((${subject} in ((${written}\n))) = true)`;
  }

  #interval({ isStartIncluded, start, end, isEndIncluded }: Extract<FeelNode, { kind: 'range' }>): string {
    const [above, below] = [isStartIncluded ? '>=' : '>', isEndIncluded ? '<=' : '<'];
    const [low, high] = [start, end].map((one) => (one === null ? 'null' : this.#write(one)));
    return `(${this.#subject} ${above} (${low}\n) and ${this.#subject} ${below} (${high}\n))`;
  }

  /** The text of a part, the value in it written as the subject. */
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
