import type { ArithmeticSign } from '../syntax/nodes.ts';
import { DAY_NANOS, SECOND_NANOS } from '../values/calendar.ts';
import { MonthsDuration, TimeDuration } from '../values/durations.ts';
import { add, decimalOf, divide, type FeelNumber, isNumber, multiply, power, subtract, toInteger } from '../values/numbers.ts';
import type { FeelRun } from '../values/run.ts';
import { FeelDate, FeelDateTime, FeelTime } from '../values/temporal.ts';
import { offsetOfInstant, UTC } from '../values/zones.ts';

/** `a sign b` (DMN 1.3, tables 50 to 54); null if undefined. */
export function computed(sign: ArithmeticSign, a: unknown, b: unknown, run: FeelRun): unknown {
  if (isNumber(a) && isNumber(b)) return computedNumber(sign, a, b);
  switch (sign) {
    case '+':
      return typeof a === 'string' && typeof b === 'string' ? joined(a, b, run) : (sumOf(a, b) ?? sumOf(b, a));
    case '-':
      return difference(a, b);
    case '*':
      return isNumber(a) ? times(b, a) : isNumber(b) ? times(a, b) : null;
    case '/':
      return quotient(a, b);
    default:
      return null;
  }
}

/** Checks the limit: repeated doubling creates huge strings. */
function joined(a: string, b: string, run: FeelRun): string {
  run.text(a.length + b.length);
  return a + b;
}

function computedNumber(sign: ArithmeticSign, a: FeelNumber, b: FeelNumber): FeelNumber | null {
  switch (sign) {
    case '+':
      return add(a, b);
    case '-':
      return subtract(a, b);
    case '*':
      return multiply(a, b);
    case '/':
      return divide(a, b);
    default:
      return power(a, b);
  }
}

/** Adds a duration to a date, time or duration. */
function sumOf(a: unknown, b: unknown): unknown {
  if (b instanceof MonthsDuration) {
    if (a instanceof MonthsDuration) return MonthsDuration.of(a.months + b.months);
    if (a instanceof FeelDate) return a.plusMonths(b.months);
    if (!(a instanceof FeelDateTime)) return null;
    const date = a.date.plusMonths(b.months);
    return date === null ? null : new FeelDateTime(date, a.nanos, a.place);
  }
  if (!(b instanceof TimeDuration)) return null;
  if (a instanceof TimeDuration) return new TimeDuration(a.nanos + b.nanos);
  if (a instanceof FeelDate) {
    return FeelDateTime.ofLocal(BigInt(a.epochDay) * BigInt(DAY_NANOS) + b.nanos, UTC)?.date ?? null;
  }
  if (a instanceof FeelDateTime) return later(a, b.nanos);
  return a instanceof FeelTime ? new FeelTime(ofDay(BigInt(a.nanos) + b.nanos), a.place) : null;
}

/** Elapsed time, not local time, in a zone. */
function later(moment: FeelDateTime, nanos: bigint): FeelDateTime | null {
  const { place } = moment;
  if (place.zone === undefined) return FeelDateTime.ofLocal(moment.local + nanos, place);
  const instant = moment.instant + nanos;
  const offset = offsetOfInstant(place, Number(instant / BigInt(SECOND_NANOS)));
  return FeelDateTime.ofLocal(instant + BigInt(offset) * BigInt(SECOND_NANOS), place);
}

function ofDay(nanos: bigint): number {
  const day = BigInt(DAY_NANOS);
  return Number(((nanos % day) + day) % day);
}

function difference(a: unknown, b: unknown): unknown {
  if (b instanceof MonthsDuration) return sumOf(a, new MonthsDuration(-b.months));
  if (b instanceof TimeDuration) return sumOf(a, new TimeDuration(-b.nanos));
  if (a instanceof FeelTime && b instanceof FeelTime) return new TimeDuration(BigInt(a.instant - b.instant));
  const [one, other] = [momentOf(a), momentOf(b)];
  if (one === null || other === null) return null;
  const areAlike = (one.offset === undefined) === (other.offset === undefined);
  return areAlike ? new TimeDuration(one.instant - other.instant) : null;
}

/** A date is midnight in UTC. */
function momentOf(value: unknown): FeelDateTime | null {
  if (value instanceof FeelDate) return new FeelDateTime(value, 0, UTC);
  return value instanceof FeelDateTime ? value : null;
}

/** Truncates fractions of a month or nanosecond. */
function times(duration: unknown, factor: FeelNumber): unknown {
  if (duration instanceof MonthsDuration) return monthsOf(decimalOf(duration.months).times(decimalOf(factor)).trunc().toNumber());
  if (!(duration instanceof TimeDuration)) return null;
  return timeOf(decimalOf(String(duration.nanos)).times(decimalOf(factor)).trunc().toFixed());
}

function quotient(a: unknown, b: unknown): unknown {
  if (a instanceof MonthsDuration && b instanceof MonthsDuration) return divide(a.months, b.months);
  if (a instanceof TimeDuration && b instanceof TimeDuration) {
    return b.nanos === 0n ? null : divide(decimalOf(String(a.nanos)), decimalOf(String(b.nanos)));
  }
  if (!isNumber(b) || decimalOf(b).isZero()) return null;
  if (a instanceof MonthsDuration) return monthsOf(toInteger(decimalOf(a.months).dividedBy(decimalOf(b))) ?? Number.NaN);
  if (!(a instanceof TimeDuration)) return null;
  return timeOf(decimalOf(String(a.nanos)).dividedBy(decimalOf(b)).trunc().toFixed());
}

function monthsOf(months: number): MonthsDuration | null {
  return MonthsDuration.of(months);
}

function timeOf(nanos: string): TimeDuration | null {
  return /^-?\d{1,30}$/.test(nanos) ? new TimeDuration(BigInt(nanos)) : null;
}
