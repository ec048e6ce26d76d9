import { formatTimestamp } from '../platform/clock.ts';

/** Names in one sentence; the data have all. */
const MOST_NAMED = 5;

/** `intermediateCatchEvent` is an intermediate catch event. */
export function wordsOfType(type: string): string {
  return type
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace('sub process', 'sub-process')
    .replace('ad hoc', 'ad-hoc')
    .replace('event based', 'event-based');
}

/** `'a'`, `'a' and 'b'`, `'a', 'b' and 3 more`. */
export function namesText(names: readonly string[], word: 'and' | 'or' = 'and'): string {
  const shown = names.slice(0, names.length > MOST_NAMED ? MOST_NAMED - 1 : MOST_NAMED).map((name) => `'${name}'`);
  const more = names.length - shown.length;
  const parts = more === 0 ? shown : [...shown, `${more} more`];
  if (parts.length <= 1) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}

/** `1 token`, `2 tokens`. */
export function countText(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Formats ms since epoch. Never throws, also for times outside the range of dates. */
export function timeText(time: number): string {
  return Number.isFinite(time) && Math.abs(time) <= 8.64e15 ? formatTimestamp(time) : 'a time beyond the calendar';
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
