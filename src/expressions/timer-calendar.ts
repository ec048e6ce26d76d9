import { DateTime } from 'luxon';
import { civilOf, daysInMonth, epochDayOf, offsetAt, offsetOfInstant, placeOf, type TimePlace, UTC } from './feel/index.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Fixed lengths, for versions of older releases, and for limits. */
const MONTH_DAYS = 30;
const YEAR_DAYS = 365;
/** Unit: ms. */
const AVERAGE_MONTH = (400 * YEAR_DAYS + 97) * (DAY / 4800);
/** About 31,000 years: longer waits exceed the range of dates. */
const MAX_PERIOD_MS = 1e15;

const NUMBER = String.raw`(\d+(?:[.,]\d+)?)`;
const DURATION = new RegExp(
  `^([+-])?P(?=.)(?:${NUMBER}Y)?(?:${NUMBER}M)?(?:${NUMBER}W)?(?:${NUMBER}D)?(?:T(?=.)(?:${NUMBER}H)?(?:${NUMBER}M)?(?:${NUMBER}S)?)?$`,
);
/** Luxon reads a time without date as today. */
const DATE_PREFIX = /^(?:[+-]\d{6}|\d{4})-?(?:\d{2}-?\d{2}|\d{3}|W\d{2}-?\d)(?:T|$)/;
const OFFSET_SUFFIX = /T.*?(Z|[+-]\d{2}(?::?\d{2})?)$/i;
const ZONE_SUFFIX = /^([^[@]*)(?:\[([^[\]]*)\]|@(.*))$/;

/** Months and days are added to the date, the rest to the time. All are negative after a leading `-`. */
export interface CalendarPeriod {
  readonly months: number;
  readonly days: number;
  readonly ms: number;
}

export interface PlacedTime {
  readonly at: number;
  readonly place: TimePlace;
}

/** Returns undefined if invalid, too long, or with a fraction of a month. @param isCalendar months have no fixed length */
export function readPeriod(text: string, isCalendar: boolean): CalendarPeriod | undefined {
  const match = DURATION.exec(text);
  if (match === null) return undefined;
  const sign = match[1] === '-' ? -1 : 1;
  const [y = 0, mo = 0, w = 0, d = 0, h = 0, mi = 0, s = 0] = match
    .slice(2)
    .map((amount) => Number((amount ?? '0').replace(',', '.')));
  const months = isCalendar ? y * 12 + mo : 0;
  const allDays = w * 7 + d + (isCalendar ? 0 : y * YEAR_DAYS + mo * MONTH_DAYS);
  const days = isCalendar ? Math.floor(allDays) : 0;
  const ms = Math.round((allDays - days) * DAY + h * HOUR + mi * MINUTE + s * SECOND);
  if (!Number.isInteger(months) || months * MONTH_DAYS * DAY + days * DAY + ms > MAX_PERIOD_MS) return undefined;
  return { months: sign * months + 0, days: sign * days + 0, ms: sign * ms + 0 };
}

/** Length of a period with months of 30 days. Unit: ms. */
export function nominalMs({ months, days, ms }: CalendarPeriod): number {
  return (months * MONTH_DAYS + days) * DAY + ms;
}

/** Its length depends on start time and zone. */
export function isCalendarBased({ months, days }: CalendarPeriod, { zone }: TimePlace): boolean {
  return months !== 0 || (days !== 0 && zone !== undefined);
}

/** Rules of `java.time`: last day of a shorter month, same local time, gaps skipped, same offset in overlaps. */
export function plus(at: number, { months, days, ms }: CalendarPeriod, times: number, place: TimePlace): number {
  const monthsLater = months === 0 ? at : moved(at, place, (day) => epochDayAfter(day, months * times));
  const daysLater = days === 0 ? monthsLater : moved(monthsLater, place, (day) => day + days * times);
  return daysLater + ms * times;
}

/** Index of the first occurrence after `afterMs`; `from` is 0. The period is positive. */
export function firstAfter(from: number, period: CalendarPeriod, place: TimePlace, afterMs: number): number {
  const average = period.months * AVERAGE_MONTH + period.days * DAY + period.ms;
  // months and clock changes shift an occurrence by less than one period
  let times = Math.max(0, Math.floor((afterMs - from) / average) - 2);
  while (plus(from, period, times, place) <= afterMs) times += 1;
  return times;
}

function moved(at: number, place: TimePlace, move: (epochDay: number) => number): number {
  const before = offsetOfInstant(place, Math.floor(at / SECOND)) * SECOND;
  const day = Math.floor((at + before) / DAY);
  const local = at + before + (move(day) - day) * DAY;
  if (offsetOfInstant(place, Math.floor((local - before) / SECOND)) * SECOND === before) return local - before;
  return local - (offsetAt(place, Math.floor(local / SECOND)) ?? 0) * SECOND;
}

function epochDayAfter(epochDay: number, months: number): number {
  const [year, month, day] = civilOf(epochDay);
  const all = year * 12 + month - 1 + months;
  const [y, m] = [Math.floor(all / 12), (((all % 12) + 12) % 12) + 1];
  return epochDayOf(y, m, Math.min(day, daysInMonth(y, m)));
}

/** Date with optional time, offset and zone (default UTC): `…[Europe/Berlin]`, `…Z[Europe/Berlin]`, `…@Europe/Berlin`. Undefined if it is not a date. */
export function readTime(text: string): PlacedTime | { readonly unknownZone: string } | undefined {
  const [, written = text, bracketed, named] = ZONE_SUFFIX.exec(text) ?? [];
  if (!DATE_PREFIX.test(written)) return undefined;
  const date = DateTime.fromISO(written, { zone: 'utc' });
  if (!date.isValid) return undefined;
  const at = date.toMillis();
  const zone = bracketed ?? named;
  const offset = OFFSET_SUFFIX.exec(written)?.[1];
  if (zone === undefined) return { at, place: offset === undefined ? UTC : fixedPlace(offset) };
  const place = placeOf(`@${zone}`) ?? (zone === '' ? null : placeOf(zone));
  if (place === null) return { unknownZone: zone };
  return { at: offset === undefined ? at - (offsetAt(place, Math.floor(at / SECOND)) ?? 0) * SECOND : at, place };
}

function fixedPlace(offset: string): TimePlace {
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  return placeOf(offset.length === 1 ? 'Z' : `${offset.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`) ?? UTC;
}
