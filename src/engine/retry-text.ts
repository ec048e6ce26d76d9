import type { RetryModel } from './model.ts';

/** A retry text taken apart. `delays`: ISO 8601 durations, not yet read. */
export interface RetryText {
  readonly attempts: number;
  readonly delays: readonly string[];
}

/** More runs than anybody waits for; larger numbers are taken as this one. */
const MAX_ATTEMPTS = 1_000_000;
/** Longest list of delays. */
const MAX_DELAYS = 100;

/**
 * Reads how often a job may run. A count is the number of runs in all, and so is the number of a cycle `R5/PT1M`; a list of delays allows one run
 * more than it has delays. A count of 0 still runs once. @returns undefined when the text says nothing of the kind
 */
export function readRetryText(form: RetryModel['form'], text: string): RetryText | undefined {
  const trimmed = text.trim();
  if (form === 'count') return /^\d+$/.test(trimmed) ? { attempts: bounded(Number(trimmed)), delays: [] } : undefined;
  const repeat = /^R(\d+)\/(P.+)$/.exec(trimmed);
  if (repeat !== null) return { attempts: bounded(Number(repeat[1])), delays: [repeat[2] as string] };
  const delays = trimmed.split(',').map((part) => part.trim());
  if (delays.length > MAX_DELAYS || !delays.every((part) => part.startsWith('P'))) return undefined;
  return { attempts: delays.length + 1, delays };
}

function bounded(count: number): number {
  return Math.min(Math.max(count, 1), MAX_ATTEMPTS);
}
