import { DAY_NANOS, SECOND_NANOS } from '../values/calendar.ts';
import { MonthsDuration, readDuration, TimeDuration } from '../values/durations.ts';
import { isContext, isNil, kindOf } from '../values/kinds.ts';
import { decimalOf, type FeelNumber, isWhole, numberOf, numberText, toDouble, toInteger } from '../values/numbers.ts';
import type { FeelRange } from '../values/range.ts';
import { FeelDate, FeelDateTime, FeelTime, readDate, readDateTime, readTime } from '../values/temporal.ts';
import { VisitBudget } from '../values/visit-budget.ts';
import { NO_ZONE, placeAt, placeOf, type TimePlace, UTC } from '../values/zones.ts';
import { define } from './define.ts';

/** Result of the function `string` (DMN 1.3, 10.3.4.1). */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : inner(value, new VisitBudget());
}

/** Quotes strings in lists and contexts. */
function inner(value: unknown, budget: VisitBudget): string {
  budget.spend();
  if (isNil(value)) return 'null';
  if (typeof value === 'string') return counted(quoted(value), budget);
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map((item) => inner(item, budget)).join(', ')}]`;
  if (isContext(value)) return contextText(Object.entries(value), budget);
  const kind = kindOf(value);
  if (kind === 'number') return counted(numberText(value as FeelNumber), budget);
  if (kind === 'range') return rangeText(value as FeelRange, budget);
  return counted(kind === 'function' ? 'function' : String(value), budget);
}

/** Counts separators too. */
function counted(part: string, budget: VisitBudget): string {
  budget.text(part.length + 2);
  return part;
}

function contextText(entries: readonly (readonly [string, unknown])[], budget: VisitBudget): string {
  return `{${entries.map(([name, value]) => `${counted(nameText(name), budget)}: ${inner(value, budget)}`).join(', ')}}`;
}

function nameText(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_ ]*$/u.test(name) ? name : quoted(name);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, (sign) => `\\${sign}`)}"`;
}

function rangeText({ start, end, isStartIncluded, isEndIncluded }: FeelRange, budget: VisitBudget): string {
  const [low, high] = [endText(start, budget), endText(end, budget)];
  return `${isStartIncluded ? '[' : '('}${low} .. ${high}${isEndIncluded ? ']' : ')'}`;
}

function endText(value: unknown, budget: VisitBudget): string {
  const kind = kindOf(value);
  return ['null', 'string', 'number', 'boolean'].includes(kind) ? inner(value, budget) : `@"${String(value)}"`;
}

/** DMN 1.3, 10.3.4.1. */
export const CONVERSIONS = [
  define(
    'number',
    'from: string, grouping separator?: string, decimal separator?: string | from: number',
    ([text, grouping, decimal]: readonly [string, string?, string?, ...unknown[]]) => readNumber(text, grouping, decimal),
    ([value]) => value,
  ),
  define('string', 'from: value', ([value]) => textOf(value)),
  define(
    'date',
    'from: string | from: day | year: number, month: number, day: number',
    ([text]) => readDate(text),
    ([day]: readonly [FeelDate | FeelDateTime, ...unknown[]]) => (day instanceof FeelDate ? day : day.date),
    ([year, month, day]) => dateOf(year, month, day),
  ),
  define(
    'time',
    'from: string | from: time | from: moment | from: date | hour: number, minute: number, second: number, offset?: duration',
    ([text]) => readTime(text),
    ([time]) => time,
    ([moment]: readonly [FeelDateTime, ...unknown[]]) => new FeelTime(moment.nanos, moment.place),
    () => new FeelTime(0, UTC),
    ([hour, minute, second, offset]) => timeOf(hour, minute, second, offset),
  ),
  define(
    'date and time',
    `from: string | from: moment | date: day, time: time | date: day, time: time, timezone: string |
     year: number, month: number, day: number, hour: number, minute: number, second: number, timezone: string |
     year: number, month: number, day: number, hour: number, minute: number, second: number, offset?: duration`,
    ([text]) => readDateTime(text),
    ([moment]) => moment,
    ([day, time]) => momentOf(day, time),
    ([day, time, zone]) => momentAt(momentOf(day, time), placeOf(`@${zone}`)),
    ([year, month, day, hour, minute, second, zone]) =>
      momentAt(momentOf(dateOf(year, month, day), timeOf(hour, minute, second)), placeOf(`@${zone}`)),
    ([year, month, day, hour, minute, second, offset]) =>
      momentOf(dateOf(year, month, day), timeOf(hour, minute, second, offset)),
  ),
  define(
    'duration',
    'from: string | from: duration',
    ([text]) => readDuration(text),
    ([duration]) => duration,
  ),
  define('years and months duration', 'from: day, to: day', ([from, to]) => monthsBetween(from, to)),
];

const NUMBER = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/;
const GROUPINGS = [' ', ',', '.'];
const DECIMALS = ['.', ','];

function readNumber(text: string, grouping: string | undefined, decimal: string | undefined): FeelNumber | null {
  const isAllowed =
    (grouping === undefined || GROUPINGS.includes(grouping)) &&
    (decimal === undefined || DECIMALS.includes(decimal)) &&
    (grouping === undefined || grouping !== decimal);
  if (!isAllowed) return null;
  const digits = grouping === undefined ? text : text.replaceAll(grouping, '');
  const plain = decimal === undefined || decimal === '.' ? digits : digits.replace(decimal, '.');
  return NUMBER.test(plain) ? numberOf(plain) : null;
}

function dateOf(year: FeelNumber, month: FeelNumber, day: FeelNumber): FeelDate | null {
  return isWhole(year) && isWhole(month) && isWhole(day) ? FeelDate.of(toDouble(year), toDouble(month), toDouble(day)) : null;
}

function timeOf(hour: FeelNumber, minute: FeelNumber, second: FeelNumber, offset?: unknown): FeelTime | null {
  const [h, m] = [toInteger(hour), toInteger(minute)];
  const nanos = decimalOf(second).times(SECOND_NANOS).trunc().toNumber();
  const isTime = isWhole(hour) && isWhole(minute) && h !== undefined && m !== undefined && h >= 0 && h < 24 && m >= 0 && m < 60;
  if (!isTime || nanos < 0 || nanos >= 60 * SECOND_NANOS) return null;
  const place = placeOfOffset(offset);
  return place === null ? null : new FeelTime((h * 3600 + m * 60) * SECOND_NANOS + nanos, place);
}

function placeOfOffset(offset: unknown): TimePlace | null {
  if (offset === undefined) return NO_ZONE;
  if (!(offset instanceof TimeDuration)) return null;
  const seconds = Number(offset.nanos / BigInt(SECOND_NANOS));
  return placeAt(seconds);
}

function momentOf(day: FeelDate | FeelDateTime | null, time: FeelTime | null): FeelDateTime | null {
  if (day === null || time === null || time.nanos >= DAY_NANOS) return null;
  return new FeelDateTime(day instanceof FeelDate ? day : day.date, time.nanos, time.place);
}

function momentAt(moment: FeelDateTime | null, place: TimePlace | null): FeelDateTime | null {
  return moment === null || place === null ? null : new FeelDateTime(moment.date, moment.nanos, place);
}

/** Counts whole months. */
function monthsBetween(from: FeelDate | FeelDateTime, to: FeelDate | FeelDateTime): MonthsDuration | null {
  const [a, b] = [from, to].map((day) => (day instanceof FeelDate ? day : day.date)) as [FeelDate, FeelDate];
  const months = (b.year - a.year) * 12 + b.month - a.month;
  if (months > 0 && b.day < a.day) return MonthsDuration.of(months - 1);
  return MonthsDuration.of(months < 0 && b.day > a.day ? months + 1 : months);
}
