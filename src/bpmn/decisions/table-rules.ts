import type { TableColumn } from './table-columns.ts';

/** Finds overlaps and gaps in the rules of a table within a limited number of steps. */
export class TableRules {
  readonly #columns: readonly TableColumn[];
  readonly #count: number;
  #steps: number;

  constructor(columns: readonly TableColumn[], count: number, maxSteps: number) {
    this.#columns = columns;
    this.#count = count;
    this.#steps = maxSteps;
  }

  /** True if the search stopped at the limit. */
  get isExhausted(): boolean {
    return this.#steps <= 0;
  }

  /** True if rule `outer` matches everything that rule `inner` matches. */
  covers(outer: number, inner: number): boolean {
    return this.#columns.every(({ passed }) => {
      this.#steps -= 1;
      const [wide, narrow] = [passed[outer], passed[inner]];
      return wide !== undefined && narrow !== undefined && (narrow & ~wide) === 0n;
    });
  }

  /** Parts, one per column, that match both rules; undefined if there are none, or cells must be evaluated. */
  common(one: number, other: number): readonly number[] | undefined {
    const found: number[] = [];
    for (const { passed, parts } of this.#columns) {
      this.#steps -= 1;
      const [a, b] = [passed[one], passed[other]];
      if (a === undefined || b === undefined) return undefined;
      const both = a & b;
      // ignore an overlap that consists of null (bit 0) only
      const notNull = parts.length === 1 ? both : both & ~1n;
      if (notNull === 0n) return undefined;
      found.push(lowestBit(notNull));
    }
    return found;
  }

  /** True if rule `inner` matches something that no earlier rule matches, or if cells must be evaluated. */
  isReached(inner: number): boolean {
    if (this.#columns.some(({ passed }) => passed[inner] === undefined)) return true;
    const before = Array.from({ length: inner }, (_, at) => at).filter((rule) => this.#isKnown(rule));
    const within = this.#columns.map(({ passed }) => passed[inner] ?? 0n);
    return this.#uncovered(0, before, within) !== undefined;
  }

  /** Parts, one per column, that no rule matches although a rule is expected; undefined if there are none, or cells must be evaluated. */
  gap(): readonly number[] | undefined {
    const rules = Array.from({ length: this.#count }, (_, at) => at);
    if (!rules.every((rule) => this.#isKnown(rule))) return undefined;
    const within = this.#columns.map(({ parts }) =>
      parts.reduce((bits, { isExpected }, at) => (isExpected ? bits | (1n << BigInt(at)) : bits), 0n),
    );
    // a column without comparisons does not cause a gap
    const required = within.map((bits, at) => (bits === 0n ? this.#allOf(at) : bits));
    const found = this.#uncovered(0, rules, required);
    return this.isExhausted ? undefined : found;
  }

  #allOf(column: number): bigint {
    return (1n << BigInt(this.#columns[column]?.parts.length ?? 0)) - 1n;
  }

  #isKnown(rule: number): boolean {
    return this.#columns.every(({ passed }) => passed[rule] !== undefined);
  }

  /** First combination of parts without a matching rule. Recurses column by column with the rules that match so far. */
  #uncovered(at: number, rules: readonly number[], within: readonly bigint[]): readonly number[] | undefined {
    const column = this.#columns[at];
    if (column === undefined) return rules.length === 0 ? [] : undefined;
    const bits = within[at] ?? 0n;
    const seen = new Set<string>();
    for (let part = 0; part < column.parts.length; part++) {
      const bit = 1n << BigInt(part);
      if ((bits & bit) === 0n) continue;
      this.#steps -= rules.length + 1;
      if (this.isExhausted) return [];
      const left = rules.filter((rule) => ((column.passed[rule] ?? 0n) & bit) !== 0n);
      // parts with the same matching rules are equivalent
      const key = left.join();
      if (seen.has(key)) continue;
      seen.add(key);
      const found = this.#uncovered(at + 1, left, within);
      if (found !== undefined) return [part, ...found];
    }
    return undefined;
  }
}

function lowestBit(bits: bigint): number {
  return (bits & -bits).toString(2).length - 1;
}
