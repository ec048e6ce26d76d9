import { type Call, value } from '../statement.ts';

export const SECOND = 1000;
const LATE_MS = 5 * SECOND;
const FIRST_MS = 15 * SECOND;
const LONGEST_MS = 3600 * SECOND;

/** How long the next lease lasts, from the attempts before it. Unit: ms. */
export function leaseMs(attempts: number): number {
  return Math.min(FIRST_MS * 4 ** Math.min(Math.max(attempts - 1, 0), 10), LONGEST_MS);
}

/** The number of the attempt that begins. */
export function begun(attempts: number): number {
  return Math.min(Math.max(attempts, 1) + 1, 1000);
}

/** Commands that were due before this time are late. `$2`: when the worker began. Unit: ms since epoch. */
export function lateBefore(call: Call, parameter = 2): number {
  const begunAt = value(call, parameter);
  return Math.max(call.now - LATE_MS, begunAt === '-infinity' ? Number.NEGATIVE_INFINITY : Date.parse(begunAt));
}

/** Later than any time of a simulation. */
export const NEVER = new Date(8.64e15);

/** Columns that an attempt sets at its end. */
export function leaseEnd(attempts: number, now: number, seconds: number, counted: number) {
  return { attempts: Math.max(attempts - 1 + counted, 1), leased_until: new Date(now + seconds * SECOND) };
}
