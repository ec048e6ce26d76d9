import { timerReader } from '../expressions/timers.ts';
import type { Values } from './api.ts';
import { CannotBeDone } from './refusals.ts';
import { jsonOf } from './stubs.ts';

/** Adds months and years by the calendar. */
const CALENDAR = { weekdays: 'unix', pastStart: 'now' } as const;

const LAST_TIME = 8.64e15;

/** Ms since epoch. @throws CannotBeDone if invalid */
export function timeOf(time: Date | string): number {
  const ms = time instanceof Date ? time.getTime() : Date.parse(time);
  if (Number.isNaN(ms)) throw new CannotBeDone(`'${String(time)}' is not a point in time; write it as 2026-01-31T08:00:00Z`);
  return ms;
}

/** ISO 8601, or milliseconds. @throws CannotBeDone if invalid */
export function timeAfter(now: number, duration: string | number): number {
  if (typeof duration === 'number' && duration >= 0) return now + duration;
  const read =
    typeof duration === 'string' && !duration.trim().startsWith('-')
      ? timerReader.read('timeDuration', duration, now, CALENDAR)
      : undefined;
  if (read?.ok !== true)
    throw new CannotBeDone(`advance('${duration}'): not an ISO 8601 duration as 'P1D' or 'PT30M', nor milliseconds`);
  return Math.min(read.schedule.dueAt, LAST_TIME);
}

/** Converts to JSON. */
export function valuesOf(given: unknown): Values {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new CannotBeDone(
      `variables are an object of names and values, not ${given === null ? 'null' : Array.isArray(given) ? 'a list' : `a ${typeof given}`}`,
    );
  return jsonOf(given) as Values;
}
