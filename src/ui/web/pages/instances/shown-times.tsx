import { NativeSelect } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { formatDuration, formatTime } from '../../components/format.ts';

/** How the times of a list are written. */
export type TimeStyle = 'utc' | 'local' | 'relative';
const STYLES = [
  { value: 'utc', label: 'Times in UTC' },
  { value: 'local', label: 'Times of this place' },
  { value: 'relative', label: 'How long ago' },
];
/** What stands behind the heading of a column of times. */
export const HEADING_OF: Readonly<Record<TimeStyle, string>> = { utc: ' (UTC)', local: ' (local)', relative: '' };

/** The style that somebody has chosen in this browser. */
export function useTimeStyle(): [TimeStyle, (style: TimeStyle) => void] {
  const [style, setStyle] = useLocalStorage<string>({ key: 'list-times', defaultValue: 'utc', getInitialValueInEffect: false });
  return [STYLES.some(({ value }) => value === style) ? (style as TimeStyle) : 'utc', setStyle];
}

export function TimeStyleChoice({
  value,
  onChange,
}: {
  readonly value: TimeStyle;
  readonly onChange: (style: TimeStyle) => void;
}) {
  return (
    <NativeSelect
      aria-label="Times"
      data={STYLES}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as TimeStyle)}
    />
  );
}

/** A time as somebody wants it, with the exact one in UTC as tooltip. */
export function ShownTime({ value, style }: { readonly value: string | null; readonly style: TimeStyle }) {
  if (value === null || style === 'utc') return <span className="numbers">{formatTime(value)}</span>;
  return (
    <time className="numbers" dateTime={value} title={`${formatTime(value)} UTC`}>
      {style === 'local' ? localTime(new Date(value)) : `${formatDuration(Date.parse(value), Date.now())} ago`}
    </time>
  );
}

/** How long it took; of one that has not ended how long it has taken so far. */
export function Duration({ from, to }: { readonly from: string; readonly to: string | null }) {
  const text = formatDuration(Date.parse(from), to === null ? Date.now() : Date.parse(to));
  return (
    <span className="numbers" {...(to === null && { title: 'so far' })}>
      {text}
    </span>
  );
}

function localTime(time: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${date} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}
