import type { MonthsDuration, TimeDuration } from './durations.ts';
import type { FeelFunction } from './function.ts';
import { type FeelContext, isNil, kindOf } from './kinds.ts';
import { compareNumbers, type FeelNumber } from './numbers.ts';
import type { FeelRange } from './range.ts';
import type { FeelDate, FeelDateTime, FeelTime } from './temporal.ts';
import { VisitBudget } from './visit-budget.ts';

/** Three-valued: null if undefined, for example for different kinds. */
export type Truth = boolean | null;

/** `a = b` (DMN 1.3, 10.3.2.13, table 42). */
export function equal(a: unknown, b: unknown): Truth {
  return compared(a, b, undefined);
}

function compared(a: unknown, b: unknown, outer: VisitBudget | undefined): Truth {
  if (typeof a === 'number' && typeof b === 'number') return a === b;
  if (typeof a === 'string' && typeof b === 'string') return a === b;
  if (typeof a === 'boolean' && typeof b === 'boolean') return a === b;
  if (isNil(a) || isNil(b)) return isNil(a) && isNil(b);
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return null;
  const budget = outer ?? new VisitBudget();
  budget.spend();
  switch (kind) {
    case 'number':
      return compareNumbers(a as FeelNumber, b as FeelNumber) === 0;
    case 'list':
      return sameItems(a as readonly unknown[], b as readonly unknown[], budget);
    case 'context':
      return sameEntries(a as FeelContext, b as FeelContext, budget);
    case 'date':
      return (a as FeelDate).epochDay === (b as FeelDate).epochDay;
    case 'time':
      return sameTime(a as FeelTime, b as FeelTime);
    case 'date and time':
      return sameMoment(a as FeelDateTime, b as FeelDateTime);
    case 'years and months duration':
      return (a as MonthsDuration).months === (b as MonthsDuration).months;
    case 'days and time duration':
      return (a as TimeDuration).nanos === (b as TimeDuration).nanos;
    case 'range':
      return sameRange(a as FeelRange, b as FeelRange);
    case 'function':
      return (a as FeelFunction) === (b as FeelFunction);
    default:
      return a === b;
  }
}

/** True only if definitely equal. */
export function isSame(a: unknown, b: unknown): boolean {
  return equal(a, b) === true;
}

function sameItems(a: readonly unknown[], b: readonly unknown[], budget: VisitBudget): boolean {
  return a.length === b.length && a.every((item, at) => compared(item, b[at], budget) === true);
}

function sameEntries(a: FeelContext, b: FeelContext, budget: VisitBudget): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && compared(a[name], b[name], budget) === true)
  );
}

/** False for a time with offset and one without. */
function sameTime(a: FeelTime, b: FeelTime): boolean {
  return (a.offset === undefined) === (b.offset === undefined) && a.instant === b.instant;
}

function sameMoment(a: FeelDateTime, b: FeelDateTime): boolean {
  return (a.offset === undefined) === (b.offset === undefined) && a.instant === b.instant;
}

function sameRange(a: FeelRange, b: FeelRange): boolean {
  const areAlike = a.operator === b.operator && a.isStartIncluded === b.isStartIncluded && a.isEndIncluded === b.isEndIncluded;
  return areAlike && equal(a.start, b.start) === true && equal(a.end, b.end) === true;
}
