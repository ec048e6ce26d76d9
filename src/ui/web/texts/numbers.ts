import { language } from './current-language.ts';

/** Formats a number in the language of the pages. */
export function number(value: number): string {
  return value.toLocaleString(language);
}

/** Formats a number in the language of the pages. */
export function decimal(value: number, digits: number): string {
  return Number(value.toFixed(digits)).toLocaleString(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
}

/** `one` for singular, otherwise `other`. */
export function plural(count: number, one: string, other: string): string {
  return new Intl.PluralRules(language).select(count) === 'one' ? one : other;
}

/** Zone of all times; `local`: of the browser. */
export type Zone = 'local' | 'utc';
let zone: Zone = 'local';

/** Sets the zone for later calls of this file. Call it before the pages are drawn: it does not draw them again. */
export function setZone(chosen: Zone): void {
  zone = chosen;
}

/** Mark after a time of day: `Z` for UTC, '' for local. */
export function zoneMark(): string {
  return zone === 'utc' ? 'Z' : '';
}

/** Time in the chosen zone, in the format of the language. `timestamp`: RFC 3339, or ms since epoch (docs/contributing/spec/pages.md#times). */
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

/** Converts from the chosen zone to UTC, `yyyy-MM-ddTHH:mm:ss`. A date means its midnight. Undefined: not a time. */
export function enteredTime(text: string): string | undefined {
  const [, date, clock = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)Z?)?$/.exec(text.trim()) ?? [];
  const ms = date === undefined ? Number.NaN : Date.parse(`${date}T${clock}${zoneMark()}`);
  return Number.isNaN(ms) ? undefined : isoIn('utc', new Date(ms));
}

/** Time in the chosen zone, as the user would enter it: `2026-01-31 08:00`, in all languages. `ms`: since 1970. */
export function fieldTimeIn(ms: number): string {
  return isoIn(zone, new Date(ms)).replace('T', ' ').replace(/:00$/, '');
}
