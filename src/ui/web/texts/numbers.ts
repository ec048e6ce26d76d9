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

/** A time in UTC in parts: date and clock. `timestamp`: RFC 3339, or ms since epoch. English has the form of the contract (docs/contributing/spec/pages.md#times). */
export function timeParts(timestamp: string | number): readonly [date: string, clock: string] {
  const time = new Date(timestamp);
  const [date = '', clock = ''] = time.toISOString().slice(0, 19).split('T');
  if (language === 'en') return [date, clock];
  const two = '2-digit';
  return [
    time.toLocaleDateString(language, { timeZone: 'UTC', year: 'numeric', month: two, day: two }),
    time.toLocaleTimeString(language, { timeZone: 'UTC', hour: two, minute: two, second: two }),
  ];
}
