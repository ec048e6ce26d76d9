import { civilOf, DAY_NANOS, DAY_SECONDS, daysInMonth, epochDayOf, MAX_YEAR, padded, SECOND_NANOS } from './calendar.ts';
import { NO_ZONE, offsetAt, placeOf, placeText, type TimePlace } from './zones.ts';

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

  /** Returns null if invalid. */
  static of(year: number, month: number, day: number): FeelDate | null {
    const isDay = Math.abs(year) <= MAX_YEAR && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
    return isDay ? new FeelDate(year, month, day) : null;
  }

  static ofEpochDay(epochDay: number): FeelDate | null {
    return FeelDate.of(...civilOf(epochDay));
  }

  /** Limits the day to the length of the month. */
  plusMonths(months: number): FeelDate | null {
    const all = this.year * 12 + this.month - 1 + months;
    const [year, month] = [Math.floor(all / 12), (((all % 12) + 12) % 12) + 1];
    return FeelDate.of(year, month, Math.min(this.day, daysInMonth(year, month)));
  }

  toString(): string {
    return `${padded(this.year, 4)}-${padded(this.month, 2)}-${padded(this.day, 2)}`;
  }
}

/** `nanos`: since midnight. */
export class FeelTime {
  readonly nanos: number;
  readonly place: TimePlace;

  constructor(nanos: number, place: TimePlace) {
    this.nanos = nanos;
    this.place = place;
  }

  /** Seconds ahead of UTC; of a zone in 1970. Undefined without offset and zone. */
  get offset(): number | undefined {
    return offsetAt(this.place, Math.floor(this.nanos / SECOND_NANOS));
  }

  /** Nanoseconds since midnight in UTC; may be outside the day. */
  get instant(): number {
    return this.nanos - (this.offset ?? 0) * SECOND_NANOS;
  }

  toString(): string {
    return clockText(this.nanos) + placeText(this.place);
  }
}

/** `nanos`: since local midnight. */
export class FeelDateTime {
  readonly date: FeelDate;
  readonly nanos: number;
  readonly place: TimePlace;

  constructor(date: FeelDate, nanos: number, place: TimePlace) {
    this.date = date;
    this.nanos = nanos;
    this.place = place;
  }

  /** Converts local nanoseconds since epoch. */
  static ofLocal(nanos: bigint, place: TimePlace): FeelDateTime | null {
    const day = BigInt(DAY_NANOS);
    const ofDay = ((nanos % day) + day) % day;
    const date = FeelDate.ofEpochDay(Number((nanos - ofDay) / day));
    return date === null ? null : new FeelDateTime(date, Number(ofDay), place);
  }

  get offset(): number | undefined {
    return offsetAt(this.place, this.date.epochDay * DAY_SECONDS + Math.floor(this.nanos / SECOND_NANOS));
  }

  /** Nanoseconds since epoch. */
  get local(): bigint {
    return BigInt(this.date.epochDay) * BigInt(DAY_NANOS) + BigInt(this.nanos);
  }

  /** Nanoseconds since epoch; without zone in UTC. */
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

/** Returns null if invalid. */
export function readDate(text: string): FeelDate | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  return FeelDate.of(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** Returns null if invalid. */
export function readTime(text: string): FeelTime | null {
  const match = CLOCK.exec(text);
  if (match === null) return null;
  const [, hour, minute, second, fraction = '', behind = ''] = match;
  const place = placeOf(behind);
  if (place === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return new FeelTime(seconds * SECOND_NANOS + Number(fraction.padEnd(9, '0')), place);
}

/** Parses a date and time, or a date as midnight; null if invalid. */
export function readDateTime(text: string): FeelDateTime | null {
  const at = text.indexOf('T');
  const date = readDate(at < 0 ? text : text.slice(0, at));
  if (date === null) return null;
  if (at < 0) return new FeelDateTime(date, 0, NO_ZONE);
  const time = readTime(text.slice(at + 1)) ?? endOfDay(text.slice(at + 1));
  if (time === null) return null;
  if (time.nanos < DAY_NANOS) return new FeelDateTime(date, time.nanos, time.place);
  const next = FeelDate.ofEpochDay(date.epochDay + 1);
  return next === null ? null : new FeelDateTime(next, 0, time.place);
}

/** `24:00:00` is midnight of the next day. */
function endOfDay(text: string): FeelTime | null {
  if (!text.startsWith('24:00:00')) return null;
  const place = placeOf(text.slice(8));
  return place === null ? null : new FeelTime(DAY_NANOS, place);
}
