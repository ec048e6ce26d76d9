import { Anchor, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { GroupsView, OverdueGroupView } from '../../../wire/home.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { formatDuration } from '../../components/format.ts';
import { Time } from '../../components/time.tsx';
import { lateTimersLead, overdueTasksLead } from './leads.ts';
import { MoreGroups, PlaceName } from './places.tsx';
import type { NameOf } from './use-element-names.ts';

interface Row {
  readonly kind: 'User task' | 'Timer';
  readonly group: OverdueGroupView;
  readonly to: string;
}

/** What should have happened by now, by place. `now`: when it was read, ms since epoch. */
export function OverdueGroups(props: {
  readonly timers: GroupsView<OverdueGroupView>;
  readonly tasks: GroupsView<OverdueGroupView>;
  readonly now: number;
  readonly nameOf: NameOf;
}) {
  const { timers, tasks, now, nameOf } = props;
  const rows: readonly Row[] = [
    ...timers.groups.map((group) => ({ kind: 'Timer' as const, group, to: lateTimersLead(group) })),
    ...tasks.groups.map((group) => ({ kind: 'User task' as const, group, to: overdueTasksLead(group) })),
  ];
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        What is overdue
      </Title>
      <DataGrid label="What is overdue" columns={columns(now, nameOf)} rows={rows} rowKey={({ to }) => to} />
      <MoreGroups {...timers} what="overdue timers" which="oldest" to="/timers" />
      <MoreGroups {...tasks} what="overdue tasks" which="oldest" to="/user-tasks?due=overdue&sort=dueDate" />
    </div>
  );
}

function columns(now: number, nameOf: NameOf): readonly Column<Row>[] {
  return [
    {
      heading: 'Count',
      isNumber: true,
      cell: ({ kind, group, to }) => (
        <Anchor
          component={Link}
          size="sm"
          to={to}
          aria-label={`${group.count} overdue: ${kind} ${nameOf(group) ?? ''} in ${group.key}`}
        >
          {group.count.toLocaleString('en')}
        </Anchor>
      ),
    },
    { heading: 'What', cell: ({ kind }) => kind },
    { heading: 'At', cell: ({ group }) => <PlaceName name={nameOf(group)} id={group.activityId} /> },
    { heading: 'Process', cell: ({ group }) => <span className="any-text">{group.key}</span> },
    { heading: 'Oldest due (UTC)', priority: 2, cell: ({ group }) => <Time value={group.oldestAt} /> },
    {
      heading: 'Overdue by',
      cell: ({ group }) => <span className="numbers">{formatDuration(Date.parse(group.oldestAt), now)}</span>,
    },
  ];
}
