import { MonthsDuration, TimeDuration } from './durations.ts';
import { equal, type Truth } from './equality.ts';
import { compareNumbers, isNumber } from './numbers.ts';
import { type Comparison, FeelRange } from './range.ts';
import { FeelDate, FeelDateTime, FeelTime } from './temporal.ts';

/** Sort comparator; null without order. */
export function orderOf(a: unknown, b: unknown): number | null {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a === b ? 0 : 1;
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (a instanceof FeelDate && b instanceof FeelDate) return a.epochDay - b.epochDay;
  if (a instanceof FeelDateTime && b instanceof FeelDateTime) return Number(a.instant - b.instant);
  if (a instanceof FeelTime && b instanceof FeelTime) return a.instant - b.instant;
  if (a instanceof MonthsDuration && b instanceof MonthsDuration) return a.months - b.months;
  if (a instanceof TimeDuration && b instanceof TimeDuration) return Number(a.nanos - b.nanos);
  return null;
}

export function compared(operator: Comparison, a: unknown, b: unknown): Truth {
  if (operator === '=') return equal(a, b);
  if (operator === '!=') return negated(equal(a, b));
  const order = orderOf(a, b);
  if (order === null) return null;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}

/** `value >= low and value <= high`. */
export function between(value: unknown, low: unknown, high: unknown): Truth {
  return both(compared('>=', value, low), compared('<=', value, high));
}

/** Null without order. Never true for an interval with an end that is null (DMN 1.5, 10.3.2.7). */
export function within(value: unknown, { start, end, operator, isStartIncluded, isEndIncluded }: FeelRange): Truth {
  if (operator !== undefined) return compared(operator, value, start ?? end);
  return both(compared(isStartIncluded ? '>=' : '>', value, start), compared(isEndIncluded ? '<=' : '<', value, end));
}

/** Three-valued and. */
export function both(a: Truth, b: Truth): Truth {
  if (a === false || b === false) return false;
  return a === null || b === null ? null : true;
}

export function negated(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

/** Test without operator: value in a range, in a list, or equal (DMN 1.3, 10.3.2.5). Null if a range has no order with the value. */
export function passes(value: unknown, test: unknown): Truth {
  if (test instanceof FeelRange) return value instanceof FeelRange ? equal(value, test) === true : within(value, test);
  if (!Array.isArray(test)) return equal(value, test) === true;
  const list: readonly unknown[] = test;
  if (Array.isArray(value) && equal(value, list) === true) return true;
  let isUnknown = false;
  for (const item of list) {
    const holds = item instanceof FeelRange && !(value instanceof FeelRange) ? within(value, item) : equal(value, item) === true;
    if (holds === true) return true;
    if (holds === null) isUnknown = true;
  }
  return isUnknown ? null : false;
}

/** Three-valued or. */
export function anyOf(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true;
  return truths.includes(null) ? null : false;
}
