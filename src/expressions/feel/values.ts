import type { Json } from '../../engine/values.ts';
import { isForbiddenName, MAX_ELEMENTS } from '../limits.ts';

/** The parts of the library's temporal objects that become ISO text. */
interface LibraryDateTime {
  readonly isLuxonDateTime: true;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly zone: { readonly type: string };
  valueOf(): number;
  toISO(options: object): string;
  toISODate(): string;
  toISOTime(options: object): string;
}
type DurationUnit = 'years' | 'months' | 'weeks' | 'days' | 'hours' | 'minutes' | 'seconds' | 'milliseconds';
interface LibraryDuration {
  readonly isLuxonDuration: true;
  toObject(): Partial<Record<DurationUnit, number>>;
  toISO(): string;
  shiftTo(...units: string[]): { normalize(): { toISO(): string } };
}

/** A result that is no value of the product, or a failure the text asked for. */
export class NotAValue extends Error {}

/** A value as the library wants it: plain objects, without the names nobody may reach. */
export function plainCopy(value: Json): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plainCopy);
  const copy: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) if (!isForbiddenName(name)) copy[name] = plainCopy(item);
  return copy;
}

/** A value of the library as JSON: temporal values as ISO text, contexts as maps (docs/spec/expressions.md#feel). */
export function toJson(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new NotAValue('result is not a finite number');
    return value + 0;
  }
  if (typeof value === 'function') throw new NotAValue('result is a function');
  if (Array.isArray(value)) {
    if (value.length > MAX_ELEMENTS) throw new NotAValue(`list or map has more than ${MAX_ELEMENTS} elements`);
    return value.map(toJson);
  }
  return objectToJson(value as object);
}

function objectToJson(value: object): Json {
  if ('isLuxonDateTime' in value) return dateTimeText(value as LibraryDateTime);
  if ('isLuxonDuration' in value) return durationText(value as LibraryDuration);
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    throw new NotAValue('start included' in value ? 'result is a range' : 'result is a function');
  }
  const entries = Object.entries(value);
  if (entries.length > MAX_ELEMENTS) throw new NotAValue(`list or map has more than ${MAX_ELEMENTS} elements`);
  const map: Record<string, Json> = {};
  for (const [name, item] of entries) {
    if (isForbiddenName(name)) throw new NotAValue(`name '${name}' is not allowed`);
    map[name] = toJson(item);
  }
  return map;
}

/** The library keeps a time on 1900-01-01 and a date at midnight UTC; a value without zone gets a text without offset. */
function dateTimeText(value: LibraryDateTime): string {
  const options = { suppressMilliseconds: true, includeOffset: value.zone.type !== 'system' };
  if (value.year === 1900 && value.month === 1 && value.day === 1) return value.toISOTime(options);
  const isDate = value.valueOf() % 86_400_000 === 0 && value.zone.type === 'fixed' && value.toISO({}).endsWith('Z');
  return isDate ? value.toISODate() : value.toISO(options);
}

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000] as const;

/**
 * The canonical text of a duration: whole units, at most one sign, in front. One that mixes months and days with different signs has none and keeps
 * the library's. ISO has fractions of seconds only; the library computes months with fractions.
 */
function durationText(value: LibraryDuration): string {
  const { years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 } = value.toObject();
  const allMonths = years * 12 + months;
  const rest = (weeks * 7 + days) * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND + milliseconds;
  if (!Number.isInteger(allMonths))
    return value
      .shiftTo(...WHOLE_UNITS)
      .normalize()
      .toISO();
  if (allMonths * rest < 0) return value.toISO();
  const sign = allMonths < 0 || rest < 0 ? '-' : '';
  return `${sign}P${monthsText(Math.abs(allMonths))}${restText(Math.abs(Math.round(rest)), allMonths === 0)}`;
}

const WHOLE_UNITS = ['years', 'months', 'days', 'hours', 'minutes', 'seconds'];

function monthsText(months: number): string {
  return part(Math.floor(months / 12), 'Y') + part(months % 12, 'M');
}

/** Days and time of day, in ms; zero is told when it is `all` there is. */
function restText(ms: number, isAll: boolean): string {
  if (ms === 0) return isAll ? 'T0S' : '';
  const time =
    part(Math.floor((ms % DAY) / HOUR), 'H') + part(Math.floor((ms % HOUR) / MINUTE), 'M') + part((ms % MINUTE) / SECOND, 'S');
  return part(Math.floor(ms / DAY), 'D') + (time === '' ? '' : `T${time}`);
}

function part(amount: number, unit: string): string {
  return amount === 0 ? '' : `${amount}${unit}`;
}
