import { decimal, timeParts, zoneMark } from '../texts/numbers.ts';
import { texts } from '../texts/texts.ts';

/** `yyyy-MM-dd HH:mm:ss` in the chosen zone, with `Z` for UTC; other languages use their format. `—` for null (docs/contributing/spec/pages.md#times). */
export function formatTime(timestamp: string | null): string {
  return timestamp === null ? '—' : `${timeParts(timestamp).join(' ')}${zoneMark()}`;
}

/** `—` for null, undefined and ''. */
export function orDash(text: string | number | null | undefined): string {
  return text === null || text === undefined || text === '' ? '—' : String(text);
}

/** `350 ms`, `12.4 s`, `3 min 5 s`, `2 h 10 min`, `4 d 3 h`. */
export function formatDuration(fromMs: number, toMs: number): string {
  const ms = Math.max(0, toMs - fromMs);
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${decimal(seconds, 1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : texts.shared.days(Math.floor(hours / 24), hours % 24);
}

/** Duration of whole instances: `in one step` if it starts and ends in one step of the engine, whose time is not measured. */
export function spanText(ms: number): string {
  return Math.round(ms) <= 0 ? texts.shared.inOneStep : formatDuration(0, ms);
}
