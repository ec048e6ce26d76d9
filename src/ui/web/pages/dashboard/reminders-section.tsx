import type { DashboardView, ReminderView } from '../../../wire/dashboard.ts';
import type { Column } from '../../components/data-grid.tsx';
import { formatTime, orDash } from '../../components/format.ts';
import { ShortId } from '../../components/short-id.tsx';
import { Section } from './section.tsx';

type Numbered = ReminderView & { readonly number: number };

const COLUMNS: readonly Column<Numbered>[] = [
  { heading: 'Kind', cell: ({ kind }) => kind },
  { heading: 'Process Definition Key', cell: ({ key }) => key },
  {
    heading: 'Workflow Instance',
    cell: ({ instanceId }) => <ShortId id={instanceId} {...(instanceId !== null && { to: `/process-instance/${instanceId}` })} />,
  },
  { heading: 'Activity Id', cell: ({ activityId }) => orDash(activityId) },
  { heading: 'Due At (UTC)', cell: ({ dueAt }) => <span className="numbers">{formatTime(dueAt)}</span> },
];

/** Waiting timers, soonest first. */
export function RemindersSection({ reminders }: { readonly reminders: DashboardView['reminders'] }) {
  const { total, due, items } = reminders;
  return (
    <Section
      title="Reminders"
      note={`Total: ${total}, due: ${due}`}
      columns={COLUMNS}
      rows={items.map((item, number) => ({ ...item, number }))}
      rowKey={({ number }) => number}
      empty="No timer waits."
    />
  );
}
