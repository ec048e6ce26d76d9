import { isForbiddenName } from '../limits.ts';
import { SECOND_NANOS, weekdayOf } from '../values/calendar.ts';
import { MonthsDuration, TimeDuration } from '../values/durations.ts';
import { isContext } from '../values/kinds.ts';
import { add, divide } from '../values/numbers.ts';
import { FeelRange } from '../values/range.ts';
import type { FeelRun } from '../values/run.ts';
import { FeelDate, FeelDateTime, FeelTime } from '../values/temporal.ts';
import { VisitBudget } from '../values/visit-budget.ts';

/** Member of a context, of each item of a list, or property of a date, time, duration or range (DMN 1.3, table 65). */
export function memberOf(value: unknown, name: string, run: FeelRun, outer?: VisitBudget): unknown {
  if (typeof value !== 'object' || value === null || isForbiddenName(name)) return null;
  if (isContext(value)) return Object.hasOwn(value, name) ? (value[name] ?? null) : null;
  if (Array.isArray(value)) {
    const budget = outer ?? new VisitBudget();
    run.list(value.length);
    return value.map((item) => {
      budget.spend();
      return memberOf(item, name, run, budget);
    });
  }
  if (value instanceof FeelDate) return ofDate(value, name);
  if (value instanceof FeelDateTime) return ofDate(value.date, name) ?? ofTime(value, name);
  if (value instanceof FeelTime) return ofTime(value, name);
  if (value instanceof MonthsDuration) return ofMonths(value, name);
  if (value instanceof TimeDuration) return ofTimeDuration(value, name);
  return value instanceof FeelRange ? ofRange(value, name) : null;
}

function ofDate(date: FeelDate, name: string): number | null {
  if (name === 'year') return date.year;
  if (name === 'month') return date.month;
  if (name === 'day') return date.day;
  return name === 'weekday' ? weekdayOf(date.epochDay) : null;
}

function ofTime(value: FeelTime | FeelDateTime, name: string): unknown {
  const seconds = Math.floor(value.nanos / SECOND_NANOS);
  switch (name) {
    case 'hour':
      return Math.floor(seconds / 3600);
    case 'minute':
      return Math.floor((seconds % 3600) / 60);
    case 'second':
      return seconds % 60;
    case 'time offset':
      return value.offset === undefined ? null : new TimeDuration(BigInt(value.offset) * BigInt(SECOND_NANOS));
    case 'timezone':
      return value.place.zone ?? null;
    default:
      return null;
  }
}

function ofMonths({ months }: MonthsDuration, name: string): number | null {
  if (name === 'years') return Math.trunc(months / 12) + 0;
  return name === 'months' ? (months % 12) + 0 : null;
}

function ofTimeDuration(value: TimeDuration, name: string): unknown {
  const sign = value.nanos < 0n ? -1 : 1;
  const { wholeSeconds, restNanos } = value;
  switch (name) {
    case 'days':
      return sign * Math.floor(wholeSeconds / 86_400) + 0;
    case 'hours':
      return sign * Math.floor((wholeSeconds % 86_400) / 3600) + 0;
    case 'minutes':
      return sign * Math.floor((wholeSeconds % 3600) / 60) + 0;
    case 'seconds':
      return add(sign * (wholeSeconds % 60), divide(sign * restNanos, SECOND_NANOS) ?? 0);
    default:
      return null;
  }
}

function ofRange(range: FeelRange, name: string): unknown {
  switch (name) {
    case 'start':
      return range.start;
    case 'end':
      return range.end;
    case 'start included':
      return range.isStartIncluded;
    case 'end included':
      return range.isEndIncluded;
    default:
      return null;
  }
}
