import { NativeSelect } from '@mantine/core';
import { formatDuration, formatTime, spanText } from '../../components/format.ts';
import { useKept } from '../../components/kept.ts';
import { Time } from '../../components/time.tsx';
import { useZone } from '../../components/use-zone.ts';
import { pageTexts } from '../../texts/instances.ts';
import type { Zone } from '../../texts/numbers.ts';
import { texts } from '../../texts/texts.ts';

/** Times in a list. */
export type TimeStyle = Zone | 'relative';
const STYLES = [
  { value: 'local', label: pageTexts.times.local },
  { value: 'utc', label: pageTexts.times.utc },
  { value: 'relative', label: pageTexts.times.relative },
];

/** A chosen time zone applies to all pages, `relative` only to lists. */
export function useTimeStyle(): readonly [TimeStyle, (style: TimeStyle) => void] {
  const [zone, setZone] = useZone();
  const [kept, keep] = useKept('list-times', '');
  const choose = (style: TimeStyle) => {
    keep(style === 'relative' ? style : '');
    if (style !== 'relative') setZone(style);
  };
  return [kept === 'relative' ? kept : zone, choose];
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

/** `style`: from useTimeStyle. Relative times update only when the page is rendered. `behind`: see {@link Time}; ignored for relative times. */
export function ShownTime(props: { readonly value: string | null; readonly style: TimeStyle; readonly behind?: string | null }) {
  const { value, style, behind = null } = props;
  if (value === null || style !== 'relative') return <Time value={value} behind={behind} />;
  return (
    <time className="numbers" dateTime={value} title={formatTime(value)}>
      {pageTexts.ago(formatDuration(Date.parse(value), Date.now()))}
    </time>
  );
}

interface Times {
  readonly createdAt: string;
  readonly completedAt: string | null;
}

/** Until now without an end. */
export function durationMs({ createdAt, completedAt }: Times): number {
  return (completedAt === null ? Date.now() : Date.parse(completedAt)) - Date.parse(createdAt);
}

/** `to` null: until the last rendering. */
export function Duration({ from, to }: { readonly from: string; readonly to: string | null }) {
  const ms = durationMs({ createdAt: from, completedAt: to });
  const text = to === null ? formatDuration(0, ms) : spanText(ms);
  const note = to === null ? pageTexts.soFar : ms <= 0 ? texts.shared.inOneStepNote : undefined;
  return (
    <span className="numbers" title={note}>
      {text}
    </span>
  );
}
