import { language } from './current-language.ts';

/** A number as the language writes it. */
export function number(value: number): string {
  return value.toLocaleString(language);
}

/** A number with this number of decimal places, in the format of the language. */
export function decimal(value: number, digits: number): string {
  return Number(value.toFixed(digits)).toLocaleString(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
}

/** The form that a number asks for. */
export function plural(count: number, one: string, other: string): string {
  return new Intl.PluralRules(language).select(count) === 'one' ? one : other;
}

/** The zone of all times: that of the browser, or UTC. */
export type Zone = 'local' | 'utc';
let zone: Zone = 'local';

/** Call it before anything is drawn; what is drawn stays as it is. */
export function setZone(chosen: Zone): void {
  zone = chosen;
}

/** Marks a clock in UTC. Local times have no mark. */
export function zoneMark(): string {
  return zone === 'utc' ? 'Z' : '';
}

/** A time in the chosen zone in parts: date and clock. `timestamp`: RFC 3339, or ms since epoch (docs/contributing/spec/pages.md#times). */
export function timeParts(timestamp: string | number): readonly [date: string, clock: string] {
  const time = new Date(timestamp);
  if (language === 'en') {
    const [date = '', clock = ''] = isoIn(zone, time).split('T');
    return [date, clock];
  }
  const two = '2-digit';
  const inZone = zone === 'utc' ? { timeZone: 'UTC' } : {};
  return [
    time.toLocaleDateString(language, { ...inZone, year: 'numeric', month: two, day: two }),
    time.toLocaleTimeString(language, { ...inZone, hour: two, minute: two, second: two }),
  ];
}

/** `yyyy-MM-ddTHH:mm:ss` */
function isoIn(where: Zone, time: Date): string {
  const shifted = where === 'utc' ? time.getTime() : time.getTime() - time.getTimezoneOffset() * 60_000;
  return new Date(shifted).toISOString().slice(0, 19);
}

/** A time that the user has entered in the chosen zone, as UTC with seconds; undefined: not a time. A date alone is its midnight. */
export function enteredTime(text: string): string | undefined {
  const [, date, clock = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)Z?)?$/.exec(text.trim()) ?? [];
  const ms = date === undefined ? Number.NaN : Date.parse(`${date}T${clock}${zoneMark()}`);
  return Number.isNaN(ms) ? undefined : isoIn('utc', new Date(ms));
}

/** A time as the user would enter it, in all languages. `ms`: since epoch. */
export function fieldTimeIn(ms: number): string {
  return isoIn(zone, new Date(ms)).replace('T', ' ').replace(/:00$/, '');
}
