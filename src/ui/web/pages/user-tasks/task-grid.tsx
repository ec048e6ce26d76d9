import { Button, Group } from '@mantine/core';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { formatTime, orDash } from '../../components/format.ts';
import { ShortId } from '../../components/short-id.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import type { May } from '../../components/use-may.ts';
import { planColumns } from './plan-columns.tsx';

/** What can be done with a task. */
export type TaskAction = 'claim' | 'unclaim' | 'complete' | 'fail' | 'cancel';

const LABELS: Readonly<Record<TaskAction, string>> = {
  claim: 'Claim',
  unclaim: 'Unclaim',
  complete: 'Complete',
  fail: 'Fail',
  cancel: 'Cancel',
};
/** Fail and cancel act on tasks of others too. */
const NEEDS = { claim: 'work', unclaim: 'work', complete: 'work', fail: 'operate', cancel: 'operate' } as const;

/** The grid of pending tasks (docs/spec/pages.md#user-tasks). */
export function TaskGrid(props: {
  readonly tasks: readonly UserTaskView[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly isBusy: boolean;
  readonly may: May;
  readonly onAction: (action: TaskAction, task: UserTaskView) => void;
}) {
  const { tasks, sort, onSort, isBusy, may, onAction } = props;
  const columns: readonly Column<UserTaskView>[] = [
    { heading: 'Activity ID', cell: ({ activityId }) => activityId },
    ...planColumns(tasks, sort),
    { heading: 'Instance', cell: ({ instanceId }) => <ShortId id={instanceId} to={`/process-instance/${instanceId}`} /> },
    { heading: 'Assignee', cell: ({ assignee }) => orDash(assignee) },
    { heading: 'Candidate Users', priority: 3, cell: ({ candidateUsers }) => orDash(candidateUsers.join(', ')) },
    { heading: 'Candidate Groups', priority: 2, cell: ({ candidateGroups }) => orDash(candidateGroups.join(', ')) },
    { heading: 'Claimed By', cell: ({ claimedBy }) => orDash(claimedBy) },
    { heading: 'State', cell: ({ state }) => <StatusBadge status={state} /> },
    {
      heading: 'Created At (UTC)',
      sort: 'createdAt',
      priority: 2,
      cell: ({ createdAt }) => <span className="numbers">{formatTime(createdAt)}</span>,
    },
    {
      heading: 'Actions',
      cell: (task) => <TaskActions task={task} isBusy={isBusy} may={may} onAction={(action) => onAction(action, task)} />,
    },
  ];
  return (
    <DataGrid
      label="User tasks"
      isCompact
      columns={columns}
      rows={tasks}
      rowKey={({ taskId }) => taskId}
      sort={sort === '' ? '-createdAt' : sort}
      onSort={onSort}
    />
  );
}

function TaskActions(props: {
  readonly task: UserTaskView;
  readonly isBusy: boolean;
  readonly may: May;
  readonly onAction: (action: TaskAction) => void;
}) {
  const { task, isBusy, may, onAction } = props;
  const offered: readonly TaskAction[] =
    task.state === 'Claimed' ? ['claim', 'unclaim', 'complete', 'fail', 'cancel'] : ['claim', 'fail', 'cancel'];
  const main = task.state === 'Claimed' ? 'complete' : 'claim';
  return (
    <Group gap={6} wrap="nowrap">
      {offered.map((action) => (
        <Button
          key={action}
          size="compact-xs"
          variant={action === main ? 'filled' : 'default'}
          disabled={!may(NEEDS[action])}
          aria-disabled={isBusy || !may(NEEDS[action])}
          onClick={() => !isBusy && onAction(action)}
          aria-label={`${LABELS[action]} ${task.activityId}`}
        >
          {LABELS[action]}
        </Button>
      ))}
    </Group>
  );
}
