import type { CellTest, DecisionTable, FixedValue, TableRule } from '../model/model-decisions.ts';

/** Searched from top to bottom up to this size. */
const MAX_UNINDEXED = 50;

/** Rules by the value of a column with mostly constant cells. Counted from 0. */
interface RuleIndex {
  readonly column: number;
  readonly byValue: ReadonlyMap<FixedValue, readonly number[]>;
  /** rules with another cell in the column */
  readonly others: readonly number[];
}

const known = new WeakMap<DecisionTable, RuleIndex | null>();

/**
 * Rules of a large table that can match, in order; undefined: all. Omits only rules that fail in a constant cell and have only constants left of it:
 * such a cell can neither match nor fail.
 * @param plainOf value of a column, if comparable with constants
 */
export function candidatesIn(
  table: DecisionTable,
  plainOf: (column: number) => FixedValue | undefined,
): readonly number[] | undefined {
  if (table.rules.length <= MAX_UNINDEXED) return undefined;
  let index = known.get(table);
  if (index === undefined) {
    index = indexOf(table);
    known.set(table, index);
  }
  if (index === null) return undefined;
  const value = plainOf(index.column);
  const equal = (value === undefined ? undefined : index.byValue.get(value)) ?? [];
  return index.others.length === 0 ? equal : merged(equal, index.others);
}

/** Column that leaves the fewest rules; null if more than half. */
function indexOf({ inputs, rules }: DecisionTable): RuleIndex | null {
  let best: RuleIndex | null = null;
  let fewest = rules.length / 2;
  for (let column = 0; column < inputs.length; column += 1) {
    const index = indexOfColumn(rules, column);
    const indexed = rules.length - index.others.length;
    const left = index.others.length + indexed / Math.max(1, index.byValue.size);
    if (left < fewest) {
      best = index;
      fewest = left;
    }
    // tested only if this column matches
    if (rules.some(({ entries }) => entries[column]?.kind === 'text')) break;
  }
  return best;
}

function indexOfColumn(rules: readonly TableRule[], column: number): RuleIndex {
  const byValue = new Map<FixedValue, number[]>();
  const others: number[] = [];
  for (const [at, { entries }] of rules.entries()) {
    const values = constantsIn(entries[column]);
    if (values === undefined) others.push(at);
    for (const value of values ?? []) {
      const found = byValue.get(value);
      if (found === undefined) byValue.set(value, [at]);
      else found.push(at);
    }
  }
  return { column, byValue, others };
}

/** Equal values of a cell; undefined for other tests. */
function constantsIn(cell: CellTest | undefined): ReadonlySet<FixedValue> | undefined {
  if (cell?.kind !== 'fixed' || cell.isNegated) return undefined;
  const values = new Set<FixedValue>();
  for (const test of cell.tests) {
    if (!('operator' in test) || test.operator !== '=') return undefined;
    values.add(test.value);
  }
  return values;
}

function merged(some: readonly number[], others: readonly number[]): readonly number[] {
  const all: number[] = [];
  let at = 0;
  for (const other of others) {
    for (; at < some.length && (some[at] as number) < other; at += 1) all.push(some[at] as number);
    all.push(other);
  }
  for (; at < some.length; at += 1) all.push(some[at] as number);
  return all;
}
