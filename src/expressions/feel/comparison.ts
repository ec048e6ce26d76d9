import { evaluate } from '@bpmn-io/feelin';

/** What a comparison gives: null where DMN defines none, most of all between values of different types. */
type Truth = boolean | null;
export type Ordering = '<' | '<=' | '>' | '>=';
export type Comparison = Ordering | '=' | '!=';

/** The parts of the library's values that are compared here. A date and time at midnight UTC cannot be told from a date. */
interface LibraryMoment {
  readonly isLuxonDateTime: true;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  valueOf(): number;
}
interface LibraryDuration {
  readonly isLuxonDuration: true;
  readonly years: number;
  readonly months: number;
  shiftTo(unit: 'months' | 'milliseconds'): { readonly months: number; readonly milliseconds: number };
}
interface LibraryRange {
  readonly start: unknown;
  readonly end: unknown;
  readonly 'start included': boolean;
  readonly 'end included': boolean;
}

/** A value that has an order, as number or text; only equal kinds compare. `midnight`: the time, or the date it is kept on. */
interface Ordered {
  readonly kind: 'number' | 'string' | 'time' | 'moment' | 'midnight' | 'months' | 'milliseconds' | 'nothing long';
  readonly by: number | string;
}

/** `left operator right` (DMN 1.3, 10.3.2.13 and table 42). */
export function compared(operator: Comparison, left: unknown, right: unknown): Truth {
  if (operator === '=') return equal(left, right);
  if (operator === '!=') return negated(equal(left, right));
  const a = orderedOf(left);
  const b = orderedOf(right);
  if (a === undefined || b === undefined || !haveOneOrder(a, b)) return null;
  if (operator === '<') return a.by < b.by;
  if (operator === '<=') return a.by <= b.by;
  return operator === '>' ? a.by > b.by : a.by >= b.by;
}

/** `value between low and high`: what `value >= low and value <= high` gives. */
export function between(value: unknown, low: unknown, high: unknown): Truth {
  return both(compared('>=', value, low), compared('<=', value, high));
}

/** One test of `value in (…)` that is written with an operator: `> 5`. */
export class OperatorTest {
  readonly operator: Comparison;
  readonly operand: unknown;

  constructor(operator: Comparison, operand: unknown) {
    this.operator = operator;
    this.operand = operand;
  }
}

/**
 * `value in test` and `value in (test, test)`: whether one of the tests holds. A test is a range, a comparison, a list that may contain the value,
 * or a value. What cannot be ordered beside a range or comparison gives null; no member of a list is plainly false.
 */
export function isIn(value: unknown, tests: readonly unknown[]): Truth {
  if (tests.length === 1 && isNil(tests[0])) return isNil(value) ? true : null;
  let isUnknown = false;
  for (const test of tests) {
    const holds = passes(value, test);
    if (holds === true) return true;
    if (holds === null) isUnknown = true;
  }
  return isUnknown ? null : false;
}

function passes(value: unknown, test: unknown): Truth {
  if (test instanceof OperatorTest) return compared(test.operator, value, test.operand);
  if (isRange(test)) return within(value, test);
  // a test that is a function of the library: `!= 5` behind a variable
  if (typeof test === 'function') return (test as (value: unknown) => unknown)(value) === true;
  if (!Array.isArray(test)) return equal(value, test) === true;
  const list: readonly unknown[] = test;
  if (Array.isArray(value) && equal(value, list) === true) return true;
  const holds = list.map((item) => (isRange(item) ? within(value, item) : equal(value, item) === true));
  if (holds.includes(true)) return true;
  return holds.includes(null) ? null : false;
}

/** An end that is null is open. */
function within(value: unknown, range: LibraryRange): Truth {
  const { start, end } = range;
  if (isNil(start) && isNil(end)) return null;
  const low = isNil(start) || compared(range['start included'] ? '>=' : '>', value, start);
  const high = isNil(end) || compared(range['end included'] ? '<=' : '<', value, end);
  return both(low, high);
}

function both(a: Truth, b: Truth): Truth {
  if (a === false || b === false) return false;
  return a === null || b === null ? null : true;
}

function negated(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

function equal(a: unknown, b: unknown): Truth {
  if (isNil(a) || isNil(b)) return isNil(a) && isNil(b);
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) ? sameItems(a, b) : null;
  if (typeof a !== 'object' || typeof b !== 'object') return typeof a === typeof b ? a === b : null;
  if (isDuration(a) && isDuration(b)) return sameDuration(a, b);
  // the library takes the first of January 1900 for a time, which no date is equal or unequal to
  if (isMoment(a) && isMoment(b) && kindOf(a) !== kindOf(b) && haveOneOrder(orderOf(a), orderOf(b)))
    return a.valueOf() === b.valueOf();
  if (isContext(a) && isContext(b)) return sameEntries(a, b);
  return (evaluate('a = b', { a, b }).value as Truth) ?? null;
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, at) => equal(item, b[at]) === true);
}

function sameEntries(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && equal(a[name], b[name]) === true)
  );
}

/** Durations of both kinds are comparable for equality, and equal only when both are of no length (XPath, op:duration-equal). */
function sameDuration(a: LibraryDuration, b: LibraryDuration): boolean {
  const [one, other] = [lengthOf(a), lengthOf(b)];
  return haveOneOrder(one, other) && one.by === other.by;
}

function orderedOf(value: unknown): Ordered | undefined {
  if (typeof value === 'number') return { kind: 'number', by: value };
  if (typeof value === 'string') return { kind: 'string', by: value };
  if (isMoment(value)) return orderOf(value);
  return isDuration(value) ? lengthOf(value) : undefined;
}

function orderOf(moment: LibraryMoment): Ordered {
  return { kind: kindOf(moment), by: moment.valueOf() };
}

/** Years and months have no fixed number of days: the two kinds of durations compare among themselves only. */
function lengthOf(duration: LibraryDuration): Ordered {
  const isInMonths = duration.years !== 0 || duration.months !== 0;
  const by = isInMonths ? duration.shiftTo('months').months : duration.shiftTo('milliseconds').milliseconds;
  if (by === 0) return { kind: 'nothing long', by };
  return { kind: isInMonths ? 'months' : 'milliseconds', by };
}

function haveOneOrder(a: Ordered, b: Ordered): boolean {
  if (a.kind === b.kind) return true;
  const kinds = [a.kind, b.kind];
  const includes = (either: Ordered['kind'], ...others: readonly Ordered['kind'][]) =>
    kinds.includes(either) && others.some((other) => kinds.includes(other));
  return includes('nothing long', 'months', 'milliseconds') || includes('midnight', 'time', 'moment');
}

function isNil(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isMoment(value: unknown): value is LibraryMoment {
  return typeof value === 'object' && value !== null && 'isLuxonDateTime' in value;
}

/** The library keeps a time on 1900-01-01: that date, which many a system writes where it has none, is the same value as midnight. */
function kindOf({ year, month, day, hour, minute, second, millisecond }: LibraryMoment): 'time' | 'moment' | 'midnight' {
  if (year !== 1900 || month !== 1 || day !== 1) return 'moment';
  return hour + minute + second + millisecond === 0 ? 'midnight' : 'time';
}

function isDuration(value: unknown): value is LibraryDuration {
  return typeof value === 'object' && value !== null && 'isLuxonDuration' in value;
}

function isContext(value: object): value is Readonly<Record<string, unknown>> {
  return Object.getPrototypeOf(value) === Object.prototype;
}

function isRange(value: unknown): value is LibraryRange {
  return typeof value === 'object' && value !== null && !isContext(value) && 'start included' in value;
}
