import { NativeSelect } from '@mantine/core';
import { formatDuration, formatTime } from '../../components/format.ts';
import { useKept } from '../../components/kept.ts';
import { Time } from '../../components/time.tsx';
import { language } from '../../texts/current-language.ts';
import { pageTexts } from '../../texts/instances.ts';

/** How the times of a list are written. */
export type TimeStyle = 'utc' | 'local' | 'relative';
const STYLES = [
  { value: 'utc', label: pageTexts.times.utc },
  { value: 'local', label: pageTexts.times.local },
  { value: 'relative', label: pageTexts.times.relative },
];
/** Addition to the heading of a column of times. */
export const HEADING_OF: Readonly<Record<TimeStyle, string>> = pageTexts.timeHeadings;

/** The time style that is chosen in this browser. */
export function useTimeStyle(): readonly [TimeStyle, (style: TimeStyle) => void] {
  const [style, setStyle] = useKept('list-times', 'utc');
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
      aria-label={pageTexts.times.label}
      data={STYLES}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as TimeStyle)}
    />
  );
}

/** A time in the chosen style, with the exact one in UTC as tooltip. `behind`: the time in the previous column, see {@link Time}. */
export function ShownTime(props: { readonly value: string | null; readonly style: TimeStyle; readonly behind?: string | null }) {
  const { value, style, behind = null } = props;
  if (value === null || style === 'utc') return <Time value={value} behind={behind} />;
  return (
    <time className="numbers" dateTime={value} title={`${formatTime(value)} UTC`}>
      {style === 'local' ? localTime(new Date(value)) : pageTexts.ago(formatDuration(Date.parse(value), Date.now()))}
    </time>
  );
}

/** How long it took; of one that has not ended how long it has taken so far. */
export function Duration({ from, to }: { readonly from: string; readonly to: string | null }) {
  const text = formatDuration(Date.parse(from), to === null ? Date.now() : Date.parse(to));
  return (
    <span className="numbers" {...(to === null && { title: pageTexts.soFar })}>
      {text}
    </span>
  );
}

function localTime(time: Date): string {
  if (language !== 'en') return time.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium' });
  const two = (number: number) => String(number).padStart(2, '0');
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${date} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}
