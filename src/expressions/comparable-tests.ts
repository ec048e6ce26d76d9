import type { FixedTest } from '../engine/model.ts';
import { type FixedTests, readFixedTests } from './feel/index.ts';

/** Literals of one kind. Dates, times and durations are numbers; `shown` has their text. */
export interface ComparableTests extends FixedTests {
  readonly moments: MomentKind | undefined;
  readonly shown: ReadonlyMap<number, string>;
}

/** Kind of a column; compared only with itself. */
export type MomentKind = 'date' | 'time' | 'dateTime' | 'zonedDateTime' | 'dayTimeDuration' | 'yearMonthDuration';

const MOMENT = /(?:date and time|date|time|duration)\s*\(\s*"([^"\\]*)"\s*\)|@"([^"\\]*)"/g;

/** Returns undefined unless all compare with literals, including dates and durations. Linear in the text. */
export function readComparableTests(text: string): ComparableTests | undefined {
  const plain = readFixedTests(text);
  if (plain !== undefined) return { ...plain, moments: undefined, shown: new Map() };
  const shown = new Map<number, string>();
  const kinds = new Set<MomentKind | undefined>();
  const written = text.replaceAll(MOMENT, (whole: string, inside: string | undefined, literal: string | undefined) => {
    const moment = momentOf(inside ?? literal ?? '');
    kinds.add(moment?.kind);
    if (moment === undefined) return whole;
    shown.set(moment.value, inside ?? literal ?? '');
    return String(moment.value);
  });
  const [kind] = kinds;
  const tests = kinds.size === 1 && kind !== undefined ? readFixedTests(written) : undefined;
  if (tests === undefined || !tests.tests.every((test) => comparesMoments(test, shown))) return undefined;
  return { ...tests, moments: kind, shown };
}

/** No plain numbers among the converted ones. */
function comparesMoments(test: FixedTest, shown: ReadonlyMap<number, string>): boolean {
  const values = 'operator' in test ? [test.value] : [test.low.value, test.high.value];
  return values.every((value) => value === null || (typeof value === 'number' && shown.has(value)));
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^(\d\d):(\d\d):(\d\d)$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)?$/;
const MONTHS = /^(-?)P(?:(\d+)Y)?(?:(\d+)M)?$/;
const DAYS = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** Number with the order of its kind. */
function momentOf(text: string): { readonly kind: MomentKind; readonly value: number } | undefined {
  const whole = (part: string | undefined) => Number(part ?? 0);
  const zone = DATE_TIME.exec(text);
  if (zone !== null)
    return ofTime(zone[1] === undefined ? 'dateTime' : 'zonedDateTime', zone[1] === undefined ? `${text}Z` : text);
  if (DATE.test(text)) return ofTime('date', text);
  const time = TIME.exec(text);
  if (time !== null) return { kind: 'time', value: (whole(time[1]) * 60 + whole(time[2])) * 60 + whole(time[3]) };
  const months = MONTHS.exec(text);
  if (months !== null && text.length > 2) {
    const value = whole(months[2]) * 12 + whole(months[3]);
    return { kind: 'yearMonthDuration', value: months[1] === '-' ? -value : value };
  }
  const days = DAYS.exec(text);
  if (days === null || !/\d/.test(text)) return undefined;
  const value = ((whole(days[2]) * 24 + whole(days[3])) * 60 + whole(days[4])) * 60 + whole(days[5]);
  return { kind: 'dayTimeDuration', value: days[1] === '-' ? -value : value };
}

function ofTime(kind: MomentKind, text: string): { readonly kind: MomentKind; readonly value: number } | undefined {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : { kind, value: kind === 'date' ? ms / 86_400_000 : ms / 1000 };
}
