import { formatTime } from './format.ts';

const DATE_LENGTH = 'yyyy-MM-dd '.length;

/**
 * A time in UTC (docs/spec/pages.md#times). `behind`: the time in the column before it. On the same day the date is not drawn a second time; whoever
 * reads or copies the text gets all of it.
 */
export function Time({ value, behind = null }: { readonly value: string | null; readonly behind?: string | null }) {
  const text = formatTime(value);
  const date = text.slice(0, DATE_LENGTH);
  if (value === null || behind === null || formatTime(behind).slice(0, DATE_LENGTH) !== date)
    return <span className="numbers">{text}</span>;
  return (
    <span className="numbers" title={text}>
      <span className="same-day">{date}</span>
      {text.slice(DATE_LENGTH)}
    </span>
  );
}
