import { civilOf, DAY_NANOS, DAY_SECONDS, daysInMonth, epochDayOf, MAX_YEAR, padded, SECOND_NANOS } from './calendar.ts';
import { NOWHERE, offsetAt, placeOf, placeText, type TimePlace } from './zones.ts';

/** A day of the calendar. */
export class FeelDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly epochDay: number;

  constructor(year: number, month: number, day: number) {
    this.year = year;
    this.month = month;
    this.day = day;
    this.epochDay = epochDayOf(year, month, day);
  }

  /** Null where there is no such day. */
  static of(year: number, month: number, day: number): FeelDate | null {
    const isDay = Math.abs(year) <= MAX_YEAR && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
    return isDay ? new FeelDate(year, month, day) : null;
  }

  static ofEpochDay(epochDay: number): FeelDate | null {
    return FeelDate.of(...civilOf(epochDay));
  }

  /** The same day so many months later, or the last day of that month. */
  plusMonths(months: number): FeelDate | null {
    const all = this.year * 12 + this.month - 1 + months;
    const [year, month] = [Math.floor(all / 12), (((all % 12) + 12) % 12) + 1];
    return FeelDate.of(year, month, Math.min(this.day, daysInMonth(year, month)));
  }

  toString(): string {
    return `${padded(this.year, 4)}-${padded(this.month, 2)}-${padded(this.day, 2)}`;
  }
}

/** A time of a day. `nanos`: of the day. */
export class FeelTime {
  readonly nanos: number;
  readonly place: TimePlace;

  constructor(nanos: number, place: TimePlace) {
    this.nanos = nanos;
    this.place = place;
  }

  /** Seconds ahead of UTC, for a zone those of now's rules in 1970; undefined for a time that is nowhere. */
  get offset(): number | undefined {
    return offsetAt(this.place, Math.floor(this.nanos / SECOND_NANOS));
  }

  /** Nanoseconds of the day in UTC, which may lie outside of it. */
  get instant(): number {
    return this.nanos - (this.offset ?? 0) * SECOND_NANOS;
  }

  toString(): string {
    return clockText(this.nanos) + placeText(this.place);
  }
}

/** A time on a day. */
export class FeelDateTime {
  readonly date: FeelDate;
  readonly nanos: number;
  readonly place: TimePlace;

  constructor(date: FeelDate, nanos: number, place: TimePlace) {
    this.date = date;
    this.nanos = nanos;
    this.place = place;
  }

  /** From nanoseconds since epoch, as the clocks of a place show them. */
  static ofLocal(nanos: bigint, place: TimePlace): FeelDateTime | null {
    const day = BigInt(DAY_NANOS);
    const ofDay = ((nanos % day) + day) % day;
    const date = FeelDate.ofEpochDay(Number((nanos - ofDay) / day));
    return date === null ? null : new FeelDateTime(date, Number(ofDay), place);
  }

  get offset(): number | undefined {
    return offsetAt(this.place, this.date.epochDay * DAY_SECONDS + Math.floor(this.nanos / SECOND_NANOS));
  }

  /** Nanoseconds since epoch as if its clock were that of UTC. */
  get local(): bigint {
    return BigInt(this.date.epochDay) * BigInt(DAY_NANOS) + BigInt(this.nanos);
  }

  /** Nanoseconds since epoch; a time that is nowhere counts as one in UTC. */
  get instant(): bigint {
    return this.local - BigInt(this.offset ?? 0) * BigInt(SECOND_NANOS);
  }

  toString(): string {
    return `${this.date}T${clockText(this.nanos)}${placeText(this.place)}`;
  }
}

function clockText(nanos: number): string {
  const seconds = Math.floor(nanos / SECOND_NANOS);
  const rest = nanos % SECOND_NANOS;
  const fraction = rest === 0 ? '' : `.${padded(rest, 9).replace(/0+$/, '')}`;
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${padded(hour, 2)}:${padded(minute, 2)}:${padded(seconds % 60, 2)}${fraction}`;
}

const DATE = /^(-?(?:[1-9]\d{4,8}|\d{4}))-(\d{2})-(\d{2})$/;
const CLOCK = /^(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9})\d*)?(Z|z|[+-]\d{2}:\d{2}(?::\d{2})?|@.+)?$/;

/** Reads a date; null when it is none. */
export function readDate(text: string): FeelDate | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  return FeelDate.of(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** Reads a time; null when it is none. */
export function readTime(text: string): FeelTime | null {
  const match = CLOCK.exec(text);
  if (match === null) return null;
  const [, hour, minute, second, fraction = '', behind = ''] = match;
  const place = placeOf(behind);
  if (place === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return new FeelTime(seconds * SECOND_NANOS + Number(fraction.padEnd(9, '0')), place);
}

/** Reads a date and time, or a date as its midnight; null when it is neither. */
export function readDateTime(text: string): FeelDateTime | null {
  const at = text.indexOf('T');
  const date = readDate(at < 0 ? text : text.slice(0, at));
  if (date === null) return null;
  if (at < 0) return new FeelDateTime(date, 0, NOWHERE);
  const time = readTime(text.slice(at + 1)) ?? endOfDay(text.slice(at + 1));
  if (time === null) return null;
  if (time.nanos < DAY_NANOS) return new FeelDateTime(date, time.nanos, time.place);
  const next = FeelDate.ofEpochDay(date.epochDay + 1);
  return next === null ? null : new FeelDateTime(next, 0, time.place);
}

/** `24:00:00` is the midnight behind the day. */
function endOfDay(text: string): FeelTime | null {
  if (!text.startsWith('24:00:00')) return null;
  const place = placeOf(text.slice(8));
  return place === null ? null : new FeelTime(DAY_NANOS, place);
}
