import { DAY_NANOS, SECOND_NANOS } from '../values/calendar.ts';
import { MonthsDuration, readDuration, TimeDuration } from '../values/durations.ts';
import { decimalOf, type FeelNumber, isWhole, numberOf, toDouble, toInteger } from '../values/numbers.ts';
import { FeelDate, FeelDateTime, FeelTime, readDate, readDateTime, readTime } from '../values/temporal.ts';
import { textOf } from '../values/text.ts';
import { NO_ZONE, placeAt, placeOf, type TimePlace, UTC } from '../values/zones.ts';
import { define } from './define.ts';

/** Conversion functions (DMN 1.3, 10.3.4.1). */
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

/** Whole months between two days. */
function monthsBetween(from: FeelDate | FeelDateTime, to: FeelDate | FeelDateTime): MonthsDuration | null {
  const [a, b] = [from, to].map((day) => (day instanceof FeelDate ? day : day.date)) as [FeelDate, FeelDate];
  const months = (b.year - a.year) * 12 + b.month - a.month;
  if (months > 0 && b.day < a.day) return MonthsDuration.of(months - 1);
  return MonthsDuration.of(months < 0 && b.day > a.day ? months + 1 : months);
}
