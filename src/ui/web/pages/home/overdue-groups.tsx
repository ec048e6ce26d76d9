import { Anchor, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { GroupsView, OverdueGroupView } from '../../../wire/home.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { ElementName } from '../../components/element-name.tsx';
import { formatDuration } from '../../components/format.ts';
import { Time } from '../../components/time.tsx';
import type { NameOf } from '../../components/use-element-names.ts';
import { pageTexts } from '../../texts/dashboard.ts';
import { number } from '../../texts/numbers.ts';
import { texts } from '../../texts/texts.ts';
import { lateTimersLead, overdueTasksLead } from './leads.ts';
import { MoreGroups } from './places.tsx';

const words = pageTexts.overdue;

interface Row {
  readonly kind: string;
  readonly group: OverdueGroupView;
  readonly to: string;
}

/** Overdue items by element. `now`: time of the read, ms since 1970. */
export function OverdueGroups(props: {
  readonly timers: GroupsView<OverdueGroupView>;
  readonly tasks: GroupsView<OverdueGroupView>;
  readonly now: number;
  readonly nameOf: NameOf;
}) {
  const { timers, tasks, now, nameOf } = props;
  const rows: readonly Row[] = [
    ...timers.groups.map((group) => ({ kind: words.timer, group, to: lateTimersLead(group) })),
    ...tasks.groups.map((group) => ({ kind: words.task, group, to: overdueTasksLead(group) })),
  ];
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        {words.title}
      </Title>
      <DataGrid label={words.title} columns={columns(now, nameOf)} rows={rows} rowKey={({ to }) => to} rowLink={({ to }) => to} />
      <MoreGroups {...timers} what={words.timers} all={words.allTimers} which="oldest" to="/timers" />
      <MoreGroups {...tasks} what={words.tasks} all={words.allTasks} which="oldest" to="/user-tasks?due=overdue&sort=dueDate" />
    </div>
  );
}

function columns(now: number, nameOf: NameOf): readonly Column<Row>[] {
  return [
    {
      heading: words.count,
      isNumber: true,
      cell: ({ kind, group, to }) => (
        <Anchor component={Link} size="sm" to={to} aria-label={words.countOf(group.count, kind, nameOf(group) ?? '', group.key)}>
          {number(group.count)}
        </Anchor>
      ),
    },
    { heading: pageTexts.failures.what, cell: ({ kind }) => kind },
    {
      heading: texts.names.at,
      cell: ({ group }) => <ElementName name={nameOf(group)} id={group.activityId} className="place-name" />,
    },
    { heading: texts.names.process, cell: ({ group }) => <span className="any-text">{group.key}</span> },
    { heading: words.oldest, priority: 2, cell: ({ group }) => <Time value={group.oldestAt} /> },
    {
      heading: texts.names.overdueBy,
      cell: ({ group }) => <span className="numbers">{formatDuration(Date.parse(group.oldestAt), now)}</span>,
    },
  ];
}
