import { passesFixed } from '../../engine/decisions/fixed-tests.ts';
import type { CellTest, DecisionTable, FixedTest, FixedValue, TableInput } from '../../engine/model.ts';
import { type ComparableTests, type MomentKind, readComparableTests } from '../../expressions/deploy-decisions.ts';

/** Input values that all cells of a column treat the same. */
export interface Part {
  /** Representative value. */
  readonly value: FixedValue;
  /** Text in messages after `is`. */
  readonly shown: string;
  /** A complete table needs a rule for it. */
  readonly isExpected: boolean;
}

/** Input of a table: parts of its values, and the parts each rule matches. */
export interface TableColumn {
  readonly input: TableInput;
  readonly parts: readonly Part[];
  /** Bit set of parts by rule; undefined if the cell must be evaluated. */
  readonly passed: readonly (bigint | undefined)[];
}

/** Limit per column. */
const MAX_PARTS = 2000;
const ANY: FixedTest[] = [];

/** A column with too many values has no parts and is not checked (docs/contributing/spec/decisions.md#checks). */
export function columnsOf({ inputs, rules }: DecisionTable): readonly TableColumn[] {
  return inputs.map((input, at) => {
    const cells = rules.map(({ entries }) => testsOf(entries[at]));
    const allowed = testsOf(input.allowed ?? allowedBy(input));
    const read = [...cells, allowed].filter((one) => one !== undefined);
    const kinds = new Set(read.filter(({ tests }) => tests.length > 0).map(({ moments }) => moments));
    const parts = kinds.size > 1 ? [] : partsOf(read, allowed, kinds.values().next().value);
    if (parts.length === 0 || parts.length > MAX_PARTS) return { input, parts: [], passed: rules.map(() => undefined) };
    return { input, parts, passed: cells.map((cell) => cell && bitsOf(cell, parts)) };
  });
}

function allowedBy({ type }: TableInput): CellTest | undefined {
  return typeof type === 'object' && type.kind === 'allowed' ? type.allowed : undefined;
}

function testsOf(cell: CellTest | undefined): ComparableTests | undefined {
  if (cell === undefined || cell.kind === 'any')
    return { kind: 'fixed', tests: ANY, isNegated: false, moments: undefined, shown: new Map() };
  if (cell.kind === 'fixed') return { ...cell, moments: undefined, shown: new Map() };
  const { text } = cell;
  return text.kind === 'expression' && text.dialect === 'feel' ? readComparableTests(text.text) : undefined;
}

function bitsOf({ tests, isNegated }: ComparableTests, parts: readonly Part[]): bigint {
  let bits = 0n;
  for (const [at, { value }] of parts.entries()) {
    if (tests.length === 0 || passesFixed(value, tests, isNegated)) bits |= 1n << BigInt(at);
  }
  return bits;
}

function valuesOf(test: FixedTest): readonly FixedValue[] {
  return 'operator' in test ? [test.value] : [test.low.value, test.high.value];
}

/** Null is a part that needs no rule. */
function partsOf(
  read: readonly ComparableTests[],
  allowed: ComparableTests | undefined,
  moments: MomentKind | undefined,
): readonly Part[] {
  const values = new Set(read.flatMap(({ tests }) => tests.flatMap(valuesOf)));
  const shown = new Map(read.flatMap((one) => [...one.shown]));
  const numbers = [...values].filter((value) => typeof value === 'number').sort((a, b) => a - b);
  const texts = [...values].filter((value) => typeof value === 'string');
  const hasOrder = read.some(({ tests }) => tests.some((test) => !('operator' in test) || /[<>]/.test(test.operator)));
  // intervals between strings cannot be described
  if (texts.length > 0 && hasOrder && numbers.length === 0) return [];
  const isClosed = allowed !== undefined && allowed.tests.length > 0;
  const isAllowed = (value: FixedValue) => !isClosed || passesFixed(value, allowed.tests, allowed.isNegated);
  const parts: Part[] = [{ value: null, shown: 'null', isExpected: false }];
  const add = (value: FixedValue, name: string, isExpected: boolean) =>
    parts.push({ value, shown: name, isExpected: isExpected && isAllowed(value) });
  for (const part of numberParts(numbers, shown, moments)) add(part.value, part.shown, part.isExpected || isClosed);
  for (const text of texts) add(text, `"${text}"`, true);
  if (texts.length > 0) add(otherThan(texts), 'another text', isClosed);
  if ([...values].some((value) => typeof value === 'boolean')) for (const value of [true, false]) add(value, String(value), true);
  return parts;
}

function otherThan(texts: readonly string[]): string {
  return `${texts.join('')} `;
}

/** Numbers, and the intervals between and outside them. The outer ones need no rule. */
function numberParts(
  numbers: readonly number[],
  shown: ReadonlyMap<number, string>,
  moments: MomentKind | undefined,
): readonly Part[] {
  const name = (value: number) => shown.get(value) ?? String(value);
  const parts: Part[] = [];
  for (const [at, value] of numbers.entries()) {
    const before = numbers[at - 1];
    if (before === undefined) parts.push({ value: value - 1, shown: `less than ${name(value)}`, isExpected: false });
    // not between consecutive integers or days
    else if (!(Number.isInteger(before) && value === before + 1 && (moments === undefined || moments === 'date')))
      parts.push({ value: (before + value) / 2, shown: `between ${name(before)} and ${name(value)}`, isExpected: true });
    parts.push({ value, shown: name(value), isExpected: true });
  }
  const last = numbers.at(-1);
  if (last !== undefined) parts.push({ value: last + 1, shown: `more than ${name(last)}`, isExpected: false });
  return parts;
}
