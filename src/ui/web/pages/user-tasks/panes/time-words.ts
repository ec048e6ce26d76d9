import { pageTexts } from '../../../texts/user-tasks.ts';

const words = pageTexts.spans;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** One unit: `less than a minute`, `12 min`, `5 h`, `3 days`. */
export function spanWords(ms: number): string {
  if (ms < MINUTE) return words.now;
  if (ms < HOUR) return words.minutes(Math.floor(ms / MINUTE));
  if (ms < 2 * DAY) return words.hours(Math.floor(ms / HOUR));
  return words.days(Math.floor(ms / DAY));
}

/** Relative to now. */
export interface DueWords {
  readonly text: string;
  readonly isOverdue: boolean;
}

/** `Overdue by 3 days`, `Due in 5 h`. */
export function dueWords(dueDate: string, now: number): DueWords {
  const left = Date.parse(dueDate) - now;
  return left < 0
    ? { text: words.overdueBy(spanWords(-left)), isOverdue: true }
    : { text: words.dueIn(spanWords(left)), isOverdue: false };
}
