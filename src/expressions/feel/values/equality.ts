import { MonthsDuration, TimeDuration } from './durations.ts';
import type { FeelFunction } from './function.ts';
import { type FeelContext, isNil, kindOf } from './kinds.ts';
import { compareNumbers, type FeelNumber } from './numbers.ts';
import type { FeelRange } from './range.ts';
import type { FeelDate, FeelDateTime, FeelTime } from './temporal.ts';

/** What a comparison gives: null where DMN defines none, most of all between values of different kinds. */
export type Truth = boolean | null;

/** `a = b` (DMN 1.3, 10.3.2.13, table 42). */
export function equal(a: unknown, b: unknown): Truth {
  if (typeof a === 'number' && typeof b === 'number') return a === b;
  if (typeof a === 'string' && typeof b === 'string') return a === b;
  if (isNil(a) || isNil(b)) return isNil(a) && isNil(b);
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return bothAreOfNoLength(a, b) ? true : areDurations(a, b) ? false : null;
  switch (kind) {
    case 'number':
      return compareNumbers(a as FeelNumber, b as FeelNumber) === 0;
    case 'list':
      return sameItems(a as readonly unknown[], b as readonly unknown[]);
    case 'context':
      return sameEntries(a as FeelContext, b as FeelContext);
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

/** Whether two values are equal, where only a plain yes counts. */
export function isSame(a: unknown, b: unknown): boolean {
  return equal(a, b) === true;
}

function areDurations(a: unknown, b: unknown): boolean {
  return (a instanceof MonthsDuration && b instanceof TimeDuration) || (a instanceof TimeDuration && b instanceof MonthsDuration);
}

/** Durations of both kinds are comparable for equality, and equal only when both are of no length (XPath, op:duration-equal). */
function bothAreOfNoLength(a: unknown, b: unknown): boolean {
  const isNone = (value: unknown) =>
    (value instanceof MonthsDuration && value.months === 0) || (value instanceof TimeDuration && value.nanos === 0n);
  return isNone(a) && isNone(b);
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, at) => equal(item, b[at]) === true);
}

function sameEntries(a: FeelContext, b: FeelContext): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && equal(a[name], b[name]) === true)
  );
}

/** A time that is nowhere equals none that is somewhere. */
function sameTime(a: FeelTime, b: FeelTime): boolean {
  return (a.offset === undefined) === (b.offset === undefined) && a.instant === b.instant;
}

function sameMoment(a: FeelDateTime, b: FeelDateTime): boolean {
  return (a.offset === undefined) === (b.offset === undefined) && a.instant === b.instant;
}

function sameRange(a: FeelRange, b: FeelRange): boolean {
  const areAlike = a.isStartIncluded === b.isStartIncluded && a.isEndIncluded === b.isEndIncluded;
  return areAlike && equal(a.start, b.start) === true && equal(a.end, b.end) === true;
}
