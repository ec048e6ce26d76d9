import { timeParts } from '../texts/numbers.ts';
import { formatTime } from './format.ts';

/**
 * A time in UTC (docs/contributing/spec/pages.md#times). `behind`: the time in the previous column. On the same day the date is hidden, but
 * screen readers and copies contain it.
 */
export function Time({ value, behind = null }: { readonly value: string | null; readonly behind?: string | null }) {
  const text = formatTime(value);
  const [date, clock] = value === null ? [] : timeParts(value);
  if (behind === null || date === undefined || timeParts(behind)[0] !== date) return <span className="numbers">{text}</span>;
  return (
    <span className="numbers" title={text}>
      <span className="same-day">{date} </span>
      {clock}
    </span>
  );
}
