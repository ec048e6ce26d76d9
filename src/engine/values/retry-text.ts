import type { RetryModel } from '../model.ts';

/** `delays`: ISO 8601 durations, not parsed. */
export interface RetryText {
  readonly attempts: number;
  readonly delays: readonly string[];
}

/** Larger numbers are reduced. */
const MAX_ATTEMPTS = 1_000_000;
const MAX_DELAYS = 100;

/**
 * A count is the total of runs, also in a cycle `R5/PT1M`. A list of n delays allows n + 1 runs. A count of 0 still runs once.
 * @returns undefined if the text has none of these forms
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
