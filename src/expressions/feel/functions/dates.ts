import { civilOf, daysInMonth, epochDayOf, weekdayOf } from '../values/calendar.ts';
import type { MonthsDuration, TimeDuration } from '../values/durations.ts';
import { type FeelNumber, numberText } from '../values/numbers.ts';
import { FeelDate, FeelDateTime } from '../values/temporal.ts';
import { UTC } from '../values/zones.ts';
import { define } from './define.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
const NANOS_OF_MS = 1_000_000n;

type Day = FeelDate | FeelDateTime;

/** DMN 1.3, 10.3.4.9. */
export const DATES = [
  define('now', '', (_, { now }) => FeelDateTime.ofLocal(BigInt(Math.trunc(now)) * NANOS_OF_MS, UTC)),
  define('today', '', (_, { now }) => FeelDateTime.ofLocal(BigInt(Math.trunc(now)) * NANOS_OF_MS, UTC)?.date),
  define('day of year', 'date: day', ([day]) => dayOfYear(dateOf(day))),
  define('day of week', 'date: day', ([day]) => DAYS[weekdayOf(dateOf(day).epochDay) - 1]),
  define('month of year', 'date: day', ([day]) => MONTHS[dateOf(day).month - 1]),
  define('week of year', 'date: day', ([day]) => weekOfYear(dateOf(day))),
  define('last day of month', 'date: day', ([day]) => lastOfMonth(dateOf(day))),
  define(
    'cycle',
    'repetitions?: number, interval: duration | interval: duration',
    ([repetitions, interval]) => cycle(repetitions, interval),
    ([interval]) => cycle(undefined, interval),
  ),
];

function dateOf(day: Day): FeelDate {
  return day instanceof FeelDate ? day : day.date;
}

function dayOfYear({ epochDay, year }: FeelDate): number {
  return epochDay - epochDayOf(year, 1, 1) + 1;
}

/** ISO 8601: a week belongs to the year of its Thursday. */
function weekOfYear({ epochDay }: FeelDate): number {
  const thursday = epochDay - weekdayOf(epochDay) + 4;
  const [year] = civilOf(thursday);
  return Math.floor((thursday - epochDayOf(year, 1, 1)) / 7) + 1;
}

function lastOfMonth({ year, month }: FeelDate): FeelDate | null {
  return FeelDate.of(year, month, daysInMonth(year, month));
}

/** Repeating timer; unlimited without a number. */
function cycle(repetitions: FeelNumber | undefined, interval: TimeDuration | MonthsDuration): string {
  return `R${repetitions === undefined ? '' : numberText(repetitions)}/${interval}`;
}
