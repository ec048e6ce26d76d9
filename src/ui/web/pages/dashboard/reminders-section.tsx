import type { DashboardView, ReminderView } from '../../../wire/dashboard.ts';
import type { Column } from '../../components/data-grid.tsx';
import { ElementName } from '../../components/element-name.tsx';
import { formatTime } from '../../components/format.ts';
import { ShortId } from '../../components/short-id.tsx';
import { stateWord } from '../../components/status-badge.tsx';
import { type NameOf, useElementNames } from '../../components/use-element-names.ts';
import { pageTexts } from '../../texts/dashboard.ts';
import { texts } from '../../texts/texts.ts';
import { Section } from '../home/section.tsx';

type Numbered = ReminderView & { readonly number: number };

const columns = (nameOf: NameOf): readonly Column<Numbered>[] => [
  { heading: texts.names.kind, cell: ({ kind }) => stateWord(kind) },
  { heading: texts.names.processDefinitionKey, cell: ({ key }) => key },
  {
    heading: texts.names.workflowInstance,
    cell: ({ instanceId }) => <ShortId id={instanceId} {...(instanceId !== null && { to: `/process-instance/${instanceId}` })} />,
  },
  { heading: texts.names.activity, cell: (row) => <ElementName name={nameOf(row)} id={row.activityId} /> },
  { heading: texts.names.due, cell: ({ dueAt }) => <span className="numbers">{formatTime(dueAt)}</span> },
];

/** Timers, soonest first. */
export function RemindersSection({ reminders }: { readonly reminders: DashboardView['reminders'] }) {
  const { total, due, items } = reminders;
  const nameOf = useElementNames(items);
  return (
    <Section
      folds
      part="reminders"
      title={pageTexts.reminders.title}
      note={pageTexts.reminders.note(total, due)}
      columns={columns(nameOf)}
      rows={items.map((item, number) => ({ ...item, number }))}
      rowKey={({ number }) => number}
      empty={pageTexts.reminders.empty}
    />
  );
}
