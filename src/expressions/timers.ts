import { Cron } from 'croner';
import { DateTime } from 'luxon';
import type { TimerReader, TimerSchedule } from '../engine/evaluator.ts';
import type { TimerForm } from '../engine/model.ts';
import type { Json } from '../engine/values.ts';

/** What reading a timer value gives: when it is due, or why it cannot be read. `reason` names neither slot nor text. */
export type TimerReading = ReturnType<TimerReader['read']>;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Milliseconds of each group of {@link DURATION}: a year is 365 days, a month 30 (docs/spec/waiting.md#timer-texts). */
const UNITS = [365 * DAY, 30 * DAY, 7 * DAY, DAY, HOUR, MINUTE, SECOND];
const NUMBER = String.raw`(\d+(?:[.,]\d+)?)`;
const DURATION = new RegExp(
  `^([+-])?P(?=.)(?:${NUMBER}Y)?(?:${NUMBER}M)?(?:${NUMBER}W)?(?:${NUMBER}D)?(?:T(?=.)(?:${NUMBER}H)?(?:${NUMBER}M)?(?:${NUMBER}S)?)?$`,
);
/** A calendar date in front: a time alone would be read as today's. */
const DATE_IN_FRONT = /^(?:[+-]\d{6}|\d{4})-?(?:\d{2}-?\d{2}|\d{3}|W\d{2}-?\d)(?:T|$)/;
const CRON_FIELDS = /^[\dA-Za-z*,\-/?#]+(?: +[\dA-Za-z*,\-/?#]+){4,6}$/;
/** Greatest value of each cron field, seconds first; a weekday is 0 to 6. */
const CRON_MAXIMA = [59, 59, 23, 31, 12, 6, 9999];
/** A step that begins at one value, as Quartz writes it: `0/5` is `0-59/5` among the minutes. */
const OPEN_STEP = /^(\d+|[A-Za-z]{3})\/(\d+)$/;
const CRON_MACROS: ReadonlySet<string> = new Set(['@hourly', '@daily', '@weekly', '@monthly', '@yearly']);

/** Longest timer text, in characters; the longest that means something is a list of cron values. */
const MAX_LENGTH = 1000;
/** About 31,000 years: longer waits leave the range of dates. */
const MAX_DURATION_MS = 1e15;
/** Shortest time between two ticks. */
const MIN_INTERVAL_MS = SECOND;

/** Reads timer values and finds the ticks that follow. Pure: the clock is an argument, local times are UTC (docs/spec/waiting.md#timers). */
export const timerReader: TimerReader = { read: readTimer, next: nextDue };

/** When a timer is due first, and how it goes on. `value` is a text, or for dates also milliseconds since epoch; `nowMs` likewise. */
export function readTimer(form: TimerForm, value: Json, nowMs: number): TimerReading {
  if (form === 'timeDate' && typeof value === 'number') return dateReading(value, nowMs);
  if (typeof value !== 'string') return unreadable(`a timer needs a text, not ${value === null ? 'null' : typeof value}`);
  const text = value.trim();
  if (text.length > MAX_LENGTH) return unreadable(`text is longer than ${MAX_LENGTH} characters`);
  if (form === 'timeDate') return dateReading(parseDate(text), nowMs);
  if (form === 'timeCycle') return text.startsWith('R') ? readRepeat(text, nowMs) : readCron(text, nowMs);
  const duration = parseDuration(text);
  if (duration === undefined) return unreadable('not an ISO 8601 duration');
  return due({ dueAt: nowMs + Math.max(0, duration) });
}

/** The schedule after this one has fired; `undefined` after the last tick. Ticks already past are skipped and not counted (docs/spec/waiting.md#next-tick). */
export function nextDue(schedule: TimerSchedule, nowMs: number): TimerSchedule | undefined {
  const { dueAt, every, cron } = schedule;
  if (cron !== undefined) {
    // a tick at this very moment is not past; cron looks behind the second it is given
    const next = cronAfter(cron, Math.max(dueAt, nowMs - 1));
    return next === undefined ? undefined : { dueAt: next, cron };
  }
  if (every === undefined || every.remaining === 0) return undefined;
  const { intervalMs, remaining, until } = every;
  const next = dueAt + Math.max(1, Math.ceil((nowMs - dueAt) / intervalMs)) * intervalMs;
  if (until !== undefined && next > until) return undefined;
  return { dueAt: next, every: { ...every, remaining: remaining === null ? null : remaining - 1 } };
}

/**
 * True for a literal text a timer of that form can be read from; what it gives may depend on the clock, whether it can be read does not
 * (docs/spec/validation.md#timer-definitions).
 */
export function isTimerText(form: TimerForm, text: string): boolean {
  return readTimer(form, text, 0).ok;
}

function due(schedule: TimerSchedule): TimerReading {
  return { ok: true, schedule };
}

function unreadable(reason: string): TimerReading {
  return { ok: false, reason };
}

/** A date in the past is due now. */
function dateReading(at: number | undefined, nowMs: number): TimerReading {
  if (at === undefined || Number.isNaN(new Date(at).getTime())) return unreadable('not an ISO 8601 date');
  return due({ dueAt: Math.max(Math.round(at), nowMs) });
}

/** Milliseconds since epoch; without offset the text is in UTC. */
function parseDate(text: string): number | undefined {
  if (!DATE_IN_FRONT.test(text)) return undefined;
  const date = DateTime.fromISO(text, { zone: 'utc' });
  return date.isValid ? date.toMillis() : undefined;
}

/** Milliseconds, negative with a leading `-`. Calendar arithmetic has no place here: see {@link UNITS}. */
function parseDuration(text: string): number | undefined {
  const match = DURATION.exec(text);
  if (match === null) return undefined;
  const [, sign, ...amounts] = match;
  let sum = 0;
  for (const [index, unit] of UNITS.entries()) sum += Number((amounts[index] ?? '0').replace(',', '.')) * unit;
  if (sum > MAX_DURATION_MS) return undefined;
  return Math.round(sign === '-' ? -sum : sum);
}

/**
 * `R<n>/<duration>`, `R<n>/<start>/<duration>`, `R<n>/<duration>/<end>`, each also without n. A start keeps its place in the row of ticks, also when it is
 * past; an end is the last moment of the row, which has one tick at least.
 */
function readRepeat(text: string, nowMs: number): TimerReading {
  const [head = '', ...rest] = text.split('/').map((part) => part.trim());
  const [first = '', second = ''] = rest;
  const isEndGiven = rest.length === 2 && parseDuration(first) !== undefined;
  const duration = rest.length <= 2 ? parseDuration(isEndGiven ? first : (rest.at(-1) ?? '')) : undefined;
  const date = rest.length === 2 ? parseDate(isEndGiven ? second : first) : undefined;
  if (duration === undefined || (rest.length === 2 && date === undefined))
    return unreadable('not an ISO 8601 repeating interval');
  const count = /^R(\d*)$/.exec(head)?.[1];
  const times = count === '' ? null : Number(count ?? Number.NaN);
  if (times !== null && !(times >= 1 && Number.isSafeInteger(times)))
    return unreadable('number of repetitions must be at least 1');
  const intervalMs = Math.max(MIN_INTERVAL_MS, duration);
  const every = { intervalMs, remaining: times === null ? null : times - 1 };
  if (!isEndGiven || date === undefined) return due({ dueAt: date ?? nowMs + intervalMs, every });
  const until = Math.max(date, nowMs);
  return due({ dueAt: Math.min(nowMs + intervalMs, until), every: { ...every, until } });
}

function readCron(text: string, nowMs: number): TimerReading {
  const cron = text.replace(/\s+/g, ' ');
  if (!CRON_FIELDS.test(cron) && !CRON_MACROS.has(cron.toLowerCase()))
    return unreadable('neither a repeating interval nor a cron text');
  const dueAt = cronAfter(cron, nowMs);
  return dueAt === undefined ? unreadable('cron text has no next time') : due({ dueAt, cron });
}

/** The first time behind that moment, in UTC; `undefined` when there is none, or the text is no cron text. */
function cronAfter(cron: string, afterMs: number): number | undefined {
  try {
    return new Cron(withClosedSteps(cron), { timezone: 'UTC', paused: true }).nextRun(new Date(afterMs))?.getTime();
  } catch {
    return undefined;
  }
}

/** The same cron text with an end to every {@link OPEN_STEP}, which the library does not read safely. */
function withClosedSteps(cron: string): string {
  const fields = cron.split(' ');
  const first = fields.length === 5 ? 1 : 0;
  const closed = (field: string, index: number) =>
    field.split(',').map((item) => item.replace(OPEN_STEP, `$1-${CRON_MAXIMA[first + index] ?? ''}/$2`));
  return fields.map((field, index) => closed(field, index).join(',')).join(' ');
}
