import { Cron } from 'croner';
import type { CalendarCycle, TimerReader, TimerSchedule } from '../engine/evaluator.ts';
import type { TimerForm, TimerRules } from '../engine/model.ts';
import { cutText } from '../engine/values/cut-text.ts';
import type { Json } from '../engine/values.ts';
import { placeOf, placeText, UTC } from './feel/index.ts';
import {
  type CalendarPeriod,
  firstAfter,
  isCalendarBased,
  nominalMs,
  type PlacedTime,
  plus,
  readPeriod,
  readTime,
} from './timer-calendar.ts';

/** Weekday, in cron texts with seconds, and with five fields. */
const FIELD = 5;
const FIELD_OF_FIVE = 4;

/**
 * Converts Sunday = 1 to Sunday = 0. Five fields are unchanged: Quartz does not have them.
 * @returns undefined if a weekday is not a number from 1 to 7
 */
function withoutQuartzWeekdays(cron: string): string | undefined {
  const fields = cron.split(' ');
  const field = fields[FIELD];
  if (field === undefined) return cron;
  let isValid = true;
  const converted = field.split(',').map((item) => {
    if (item === 'L') return '6';
    // not numbers of steps and occurrences, which follow another character
    const days = item.replace(/^\d+|-\d+/g, (written) => {
      const day = Math.abs(Number(written));
      if (day < 1 || day > 7) isValid = false;
      return `${written.startsWith('-') ? '-' : ''}${day - 1}`;
    });
    return days.replace(/^(\d)-(\d)$/, (range, from: string, to: string) => (from > to ? `${from}-6,0-${to}` : range));
  });
  return isValid ? [...fields.slice(0, FIELD), converted.join(','), ...fields.slice(FIELD + 1)].join(' ') : undefined;
}

/** `0 0 9 * * ? [Europe/Berlin]`, `0 0 9 * * ?@Europe/Berlin`. */
function withoutZone(cron: string): { readonly fields: string; readonly zone?: string } {
  const [, fields = cron, inBrackets, behindSign] = /^(.*[^\s@[])\s*(?:\[([^[\]]*)\]|@([^@[\]]*))$/s.exec(cron.trim()) ?? [];
  const zone = (inBrackets ?? behindSign)?.trim();
  return zone === undefined ? { fields } : { fields, zone };
}

/** First numeric weekday. */
export function weekdayNumberIn(cron: string): { readonly written: string; readonly hasFiveFields: boolean } | undefined {
  const fields = withoutZone(cron).fields.trim().split(/\s+/);
  const hasFiveFields = fields.length === FIELD_OF_FIVE + 1;
  const written = fields[hasFiveFields ? FIELD_OF_FIVE : FIELD]?.split(',').find((item) => /^\d/.test(item));
  return written === undefined ? undefined : { written, hasFiveFields };
}

/** `reason`: without slot and text; `isSpecific`: it describes the invalid part. */
type TimerReading = Extract<ReturnType<TimerReader['read']>, { ok: true }> | Unreadable;
type Unreadable = Extract<ReturnType<TimerReader['read']>, { ok: false }> & { readonly isSpecific?: true };

const SECOND = 1000;
const CRON_FIELDS = /^[\dA-Za-z*,\-/?#]+(?: +[\dA-Za-z*,\-/?#]+){4,6}$/;

/** Seconds first; weekdays are 0 to 6. */
const CRON_MAXIMA = [59, 59, 23, 31, 12, 6, 9999];

/** Step without end of Quartz: `0/5` means `0-59/5` in the minutes field. */
const OPEN_STEP = /^(\d+|[A-Za-z]{3})\/(\d+)$/;
const CRON_MACROS: ReadonlySet<string> = new Set(['@hourly', '@daily', '@weekly', '@monthly', '@yearly']);

/** Characters; the longest valid texts are lists of cron values. */
const MAX_LENGTH = 1000;

const MIN_INTERVAL_MS = SECOND;

/** Pure: the clock is an argument; the default zone is UTC (docs/contributing/spec/waiting.md#timers). */
export const timerReader: TimerReader = { read: readTimer, next: nextDue };

/**
 * `value`: a text, or for dates also ms since epoch, like `nowMs`.
 * @param rules absent for versions of older releases
 */
export function readTimer(form: TimerForm, value: Json, nowMs: number, rules?: TimerRules): TimerReading {
  if (form === 'timeDate' && typeof value === 'number') return dateReading(value, nowMs);
  if (typeof value !== 'string') return unreadable(`a timer needs a text, not ${value === null ? 'null' : typeof value}`);
  const text = value.trim();
  if (text.length > MAX_LENGTH) return unreadable(`text is longer than ${MAX_LENGTH} characters`);
  if (form === 'timeDate') return readDate(text, nowMs);
  if (form === 'timeCycle') return text.startsWith('R') ? readRepeat(text, nowMs, rules) : readCron(text, nowMs, rules);
  const period = readPeriod(text, rules !== undefined);
  if (period === undefined) return unreadable('not an ISO 8601 duration');
  return due({ dueAt: Math.max(nowMs, plus(nowMs, period, 1, UTC)) });
}

/** Undefined after the last tick. Past ticks are skipped and not counted (docs/contributing/spec/waiting.md#next-tick). */
export function nextDue(schedule: TimerSchedule, nowMs: number): TimerSchedule | undefined {
  const { dueAt, every, cron } = schedule;
  if (cron !== undefined) {
    // exactly `nowMs` is not past; cron returns times after the given second
    const next = cronAfter(cron, Math.max(dueAt, nowMs - 1));
    return next === undefined ? undefined : { dueAt: next, cron };
  }
  if (every === undefined || every.remaining === 0) return undefined;
  const { intervalMs, remaining, until, calendar } = every;
  const left = remaining === null ? null : remaining - 1;
  if (calendar !== undefined) {
    const { at, tick } = calendarTick(calendar, Math.max(dueAt, nowMs - 1));
    if (until !== undefined && at > until) return undefined;
    return { dueAt: at, every: { ...every, remaining: left, calendar: { ...calendar, tick } } };
  }
  const next = dueAt + Math.max(1, Math.ceil((nowMs - dueAt) / intervalMs)) * intervalMs;
  if (until !== undefined && next > until) return undefined;
  return { dueAt: next, every: { ...every, remaining: left } };
}

/** First occurrence after `afterMs`, and after the last used one. */
function calendarTick({ from, tick, zone, ...period }: CalendarCycle, afterMs: number): { at: number; tick: number } {
  const place = placeOf(zone) ?? UTC;
  const next = Math.max(tick + 1, firstAfter(from, period, place, afterMs));
  return { at: plus(from, period, next, place), tick: next };
}

/** Returns undefined if valid; empty if there are no details. Does not depend on the clock (docs/contributing/spec/validation.md#timer-definitions). */
export function timerFault(form: TimerForm, text: string, rules: TimerRules | undefined): string | undefined {
  const reading = readTimer(form, text, 0, rules);
  if (reading.ok) return undefined;
  return reading.isSpecific === true ? reading.reason : '';
}

function due(schedule: TimerSchedule): TimerReading {
  return { ok: true, schedule };
}

function unreadable(reason: string): Unreadable {
  return { ok: false, reason };
}

function specific(reason: string): Unreadable {
  return { ok: false, reason, isSpecific: true };
}

/** A date in the past is due immediately. */
function dateReading(at: number | undefined, nowMs: number): TimerReading {
  if (at === undefined || Number.isNaN(new Date(at).getTime())) return unreadable('not an ISO 8601 date');
  return due({ dueAt: Math.max(Math.round(at), nowMs) });
}

function readDate(text: string, nowMs: number): TimerReading {
  const time = readTime(text);
  if (time === undefined) return unreadable('not an ISO 8601 date');
  return 'unknownZone' in time ? unknownZone(time.unknownZone) : dateReading(time.at, nowMs);
}

function unknownZone(name: string): Unreadable {
  return specific(`unknown time zone '${shortened(name)}'`);
}

function shortened(text: string): string {
  return text.length > 60 ? `${cutText(text, 60)}…` : text;
}

/** `given`: the start, or the end if the duration comes first. Zone names contain slashes too. */
interface Repetition {
  readonly times: number | null;
  readonly period: CalendarPeriod;
  readonly given: PlacedTime | undefined;
  readonly isEnd: boolean;
}

/**
 * `R<n>/<duration>`, `R<n>/<start>/<duration>`, `R<n>/<duration>/<end>`, n optional. Occurrences count from the start, even if it is past. The end is
 * the last possible tick; there is at least one.
 */
function readRepeat(text: string, nowMs: number, rules: TimerRules | undefined): TimerReading {
  const read = readRepetition(text, rules);
  if ('ok' in read) return read;
  const { times, period, given, isEnd } = read;
  const place = given?.place ?? UTC;
  const intervalMs = Math.max(MIN_INTERVAL_MS, nominalMs(period));
  const isOfCalendar = rules !== undefined && isCalendarBased(period, place) && nominalMs(period) >= MIN_INTERVAL_MS;
  const step: CalendarPeriod = isOfCalendar ? period : { months: 0, days: 0, ms: intervalMs };
  const isFromNow = given === undefined || isEnd;
  const from = isFromNow ? nowMs : given.at;
  // platforms that skip to the next occurrence count past ones
  const past = !isFromNow && rules?.pastStart === 'next' && from <= nowMs ? firstAfter(from, step, place, nowMs) : 0;
  const isOver = times !== null && past >= times;
  const tick = isFromNow ? 1 : isOver ? 0 : past;
  const remaining = times === null ? null : isOver ? 0 : times - 1 - past;
  const calendar = isOfCalendar ? { calendar: { from, tick, ...step, zone: placeText(place) } } : {};
  const every = { intervalMs, remaining, ...calendar };
  const dueAt = plus(from, step, tick, place);
  if (!isEnd || given === undefined) return due({ dueAt, every });
  const until = Math.max(given.at, nowMs);
  return due({ dueAt: Math.min(dueAt, until), every: { ...every, until } });
}

function readRepetition(text: string, rules: TimerRules | undefined): Repetition | Unreadable {
  const [, count, rest = ''] = /^R(\d*)\s*\/(.*)$/s.exec(text) ?? [];
  const [first = '', ...behind] = rest.split('/').map((part) => part.trim());
  const isCalendar = rules !== undefined;
  const isEnd = behind.length > 0 && readPeriod(first, isCalendar) !== undefined;
  const period = readPeriod(isEnd ? first : (behind.at(-1) ?? first), isCalendar);
  const written = isEnd ? behind.join('/') : [first, ...behind].slice(0, -1).join('/');
  const given = behind.length === 0 ? undefined : readTime(written);
  if (given !== undefined && 'unknownZone' in given) return unknownZone(given.unknownZone);
  if (count === undefined || period === undefined || (behind.length > 0 && given === undefined))
    return unreadable('not an ISO 8601 repeating interval');
  const times = count === '' ? null : Number(count);
  if (times !== null && !(times >= 1 && Number.isSafeInteger(times)))
    return unreadable('number of repetitions must be at least 1');
  return { times, period, given, isEnd };
}

function readCron(text: string, nowMs: number, rules: TimerRules | undefined): TimerReading {
  const { fields, zone } = withoutZone(text);
  const written = fields.trim().replace(/\s+/g, ' ');
  if (!CRON_FIELDS.test(written) && !CRON_MACROS.has(written.toLowerCase()))
    return unreadable('neither a repeating interval nor a cron text');
  if (zone !== undefined && placeOf(`@${zone}`) === null) return unknownZone(zone);
  const counted = rules?.weekdays === 'quartz' ? withoutQuartzWeekdays(written) : written;
  const cron = counted !== undefined && zone !== undefined ? `${counted}@${zone}` : counted;
  if (cron === undefined) return specific('weekdays are 1 (Sunday) to 7 (Saturday) in files for this engine');
  const dueAt = cronAfter(cron, nowMs);
  return dueAt === undefined ? unreadable('cron text has no next time') : due({ dueAt, cron });
}

/** Time in the zone of the text, default UTC; undefined if there is no such time, or the text is invalid. */
function cronAfter(cron: string, afterMs: number): number | undefined {
  try {
    const { fields, zone = 'UTC' } = withoutZone(cron);
    // a fixed offset is many times faster than the zone by its name
    const place = zone === 'UTC' ? { utcOffset: 0 } : { timezone: zone };
    return new Cron(withClosedSteps(fields), { ...place, paused: true }).nextRun(new Date(afterMs))?.getTime();
  } catch {
    return undefined;
  }
}

/** Ends every {@link OPEN_STEP}: the cron library does not read these correctly. */
function withClosedSteps(cron: string): string {
  const fields = cron.split(' ');
  const first = fields.length === 5 ? 1 : 0;
  const closed = (field: string, index: number) =>
    field.split(',').map((item) => item.replace(OPEN_STEP, `$1-${CRON_MAXIMA[first + index] ?? ''}/$2`));
  return fields.map((field, index) => closed(field, index).join(',')).join(' ');
}
