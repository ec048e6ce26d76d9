import type { TableColumn } from './table-columns.ts';

/** Looks for what the rules of one table have in common, and what none of them has, within a number of steps. */
export class TableRules {
  readonly #columns: readonly TableColumn[];
  readonly #count: number;
  #steps: number;

  constructor(columns: readonly TableColumn[], count: number, maxSteps: number) {
    this.#columns = columns;
    this.#count = count;
    this.#steps = maxSteps;
  }

  /** True when it has stopped before it was through. */
  get isSpent(): boolean {
    return this.#steps <= 0;
  }

  /** Whether whatever passes rule `inner` passes rule `outer` too. */
  covers(outer: number, inner: number): boolean {
    return this.#columns.every(({ passed }) => {
      this.#steps -= 1;
      const [wide, narrow] = [passed[outer], passed[inner]];
      return wide !== undefined && narrow !== undefined && (narrow & ~wide) === 0n;
    });
  }

  /** Something that passes both rules, as a part of each column; undefined: nothing does, or only evaluating could tell. */
  common(one: number, other: number): readonly number[] | undefined {
    const found: number[] = [];
    for (const { passed, parts } of this.#columns) {
      this.#steps -= 1;
      const [a, b] = [passed[one], passed[other]];
      if (a === undefined || b === undefined) return undefined;
      const both = a & b;
      // null, the first part, is alone nothing that a table is made for
      const beside = parts.length === 1 ? both : both & ~1n;
      if (beside === 0n) return undefined;
      found.push(lowestBit(beside));
    }
    return found;
  }

  /** Something within rule `inner` that none of the rules before it lets pass exists. True also where nobody can tell. */
  isReached(inner: number): boolean {
    if (this.#columns.some(({ passed }) => passed[inner] === undefined)) return true;
    const before = Array.from({ length: inner }, (_, at) => at).filter((rule) => this.#isKnown(rule));
    const within = this.#columns.map(({ passed }) => passed[inner] ?? 0n);
    return this.#uncovered(0, before, within) !== undefined;
  }

  /** Parts, one for each column, that no rule lets pass although somebody may expect one to; undefined where there are none, or nobody can tell. */
  gap(): readonly number[] | undefined {
    const rules = Array.from({ length: this.#count }, (_, at) => at);
    if (!rules.every((rule) => this.#isKnown(rule))) return undefined;
    const within = this.#columns.map(({ parts }) =>
      parts.reduce((bits, { isExpected }, at) => (isExpected ? bits | (1n << BigInt(at)) : bits), 0n),
    );
    // a column that compares nothing is no reason for a gap
    const asked = within.map((bits, at) => (bits === 0n ? this.#allOf(at) : bits));
    const found = this.#uncovered(0, rules, asked);
    return this.isSpent ? undefined : found;
  }

  #allOf(column: number): bigint {
    return (1n << BigInt(this.#columns[column]?.parts.length ?? 0)) - 1n;
  }

  #isKnown(rule: number): boolean {
    return this.#columns.every(({ passed }) => passed[rule] !== undefined);
  }

  /** The first combination of parts within the given ones that none of the rules lets pass. Column by column: rules that do not let a part pass are out. */
  #uncovered(at: number, rules: readonly number[], within: readonly bigint[]): readonly number[] | undefined {
    const column = this.#columns[at];
    if (column === undefined) return rules.length === 0 ? [] : undefined;
    const bits = within[at] ?? 0n;
    const seen = new Set<string>();
    for (let part = 0; part < column.parts.length; part++) {
      const bit = 1n << BigInt(part);
      if ((bits & bit) === 0n) continue;
      this.#steps -= rules.length + 1;
      if (this.isSpent) return [];
      const left = rules.filter((rule) => ((column.passed[rule] ?? 0n) & bit) !== 0n);
      // parts that the same rules let pass are alike
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
