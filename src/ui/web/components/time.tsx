import { timeParts, zoneMark } from '../texts/numbers.ts';
import { formatTime } from './format.ts';

/**
 * Time in the chosen zone, with UTC as tooltip (docs/contributing/spec/pages.md#times). `behind`: time in the previous column; an equal date is
 * hidden, except for screen readers and copies.
 */
export function Time({ value, behind = null }: { readonly value: string | null; readonly behind?: string | null }) {
  const text = formatTime(value);
  const [date, clock] = value === null ? [] : timeParts(value);
  if (behind === null || date === undefined || timeParts(behind)[0] !== date)
    return (
      <span className={value === null ? 'missing' : 'numbers'} {...(value !== null && { title: utcTime(value) })}>
        {text}
      </span>
    );
  return (
    <span className="numbers" title={utcTime(value ?? '')}>
      <span className="same-day">{date} </span>
      {clock}
      {zoneMark()}
    </span>
  );
}

/** Time in UTC for a tooltip. `value`: RFC 3339. */
export function utcTime(value: string): string {
  return `${new Date(value).toISOString().slice(0, 19).replace('T', ' ')}Z`;
}
