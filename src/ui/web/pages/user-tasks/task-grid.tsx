import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { formatTime, orDash } from '../../components/format.ts';
import { itemWords } from '../../components/item-words.ts';
import { ShortId } from '../../components/short-id.tsx';
import { Badge, StatusBadge } from '../../components/status-badge.tsx';
import type { May } from '../../components/use-may.ts';
import { texts } from '../../texts/texts.ts';
import { pageTexts } from '../../texts/user-tasks.ts';
import { MoreButton } from './more-button.tsx';
import { planColumns } from './plan-columns.tsx';

type Offered = 'claim' | 'takeOver' | 'unclaim' | 'complete' | 'edit';
export type TaskAction = Offered | 'fail' | 'cancel';

const LABELS: Readonly<Record<Offered, string>> = pageTexts.acts;
/** Actions in the menu, because they end the task. */
const ENDING = ['fail', 'cancel'] as const;
const ENDING_LABELS = { fail: pageTexts.failTask, cancel: pageTexts.cancelTask };
/** Permissions. Edit, fail and cancel also apply to tasks of other users. */
const NEEDS = {
  claim: 'work',
  takeOver: 'work',
  unclaim: 'work',
  complete: 'work',
  edit: 'operate',
  fail: 'operate',
  cancel: 'operate',
} as const;

/** See docs/contributing/spec/pages.md#user-tasks. */
export function TaskGrid(props: {
  /** columns before the others */
  readonly first: readonly Column<UserTaskView>[];
  readonly tasks: readonly UserTaskView[];
  /** acting user; '': unknown */
  readonly userId: string;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly isBusy: boolean;
  readonly may: May;
  readonly onAction: (action: TaskAction, task: UserTaskView) => void;
}) {
  const { first, tasks, userId, sort, onSort, isBusy, may, onAction } = props;
  const columns: readonly Column<UserTaskView>[] = [
    ...first,
    { heading: texts.names.activityId, cell: (task) => <Called {...task} /> },
    ...planColumns(tasks, sort),
    {
      heading: texts.names.instance,
      cell: ({ instanceId }) => <ShortId id={instanceId} to={`/process-instance/${instanceId}`} />,
    },
    ...placeColumns(tasks),
    { heading: pageTexts.assignee, cell: ({ assignee }) => orDash(assignee) },
    { heading: pageTexts.candidateUsers, priority: 3, cell: ({ candidateUsers }) => namesOf(candidateUsers) },
    { heading: pageTexts.candidateGroups, priority: 2, cell: ({ candidateGroups }) => namesOf(candidateGroups) },
    { heading: pageTexts.claimedBy, cell: ({ claimedBy }) => orDash(claimedBy) },
    // the column of the claimer shows the same
    {
      heading: texts.names.state,
      priority: 3,
      cell: ({ state, isSuspended }) =>
        isSuspended === true ? <Badge tone="wait">{pageTexts.suspended}</Badge> : <StatusBadge status={state} />,
    },
    {
      heading: texts.names.created,
      sort: 'createdAt',
      priority: 2,
      cell: ({ createdAt }) => <span className="numbers">{formatTime(createdAt)}</span>,
    },
    {
      heading: texts.names.actions,
      cell: (task) => (
        <TaskActions task={task} userId={userId} isBusy={isBusy} may={may} onAction={(action) => onAction(action, task)} />
      ),
    },
  ];
  return (
    <DataGrid
      label={pageTexts.list}
      isCompact
      columns={columns}
      rows={tasks}
      rowKey={({ taskId }) => taskId}
      sort={sort === '' ? '-createdAt' : sort}
      onSort={onSort}
    />
  );
}

/** Business data. Omits empty columns. */
function placeColumns(tasks: readonly UserTaskView[]): readonly Column<UserTaskView>[] {
  const columns: readonly (Column<UserTaskView> & { readonly isFilled: (task: UserTaskView) => boolean })[] = [
    {
      heading: texts.names.process,
      priority: 2,
      isFilled: ({ processKey }) => processKey !== undefined,
      cell: ({ processKey, processName }) =>
        processKey === undefined ? (
          orDash(null)
        ) : (
          <Anchor component={Link} size="xs" to={`/process-instances/${encodeURIComponent(processKey)}`}>
            {processName ?? processKey}
          </Anchor>
        ),
    },
    {
      heading: texts.names.businessId,
      priority: 2,
      isFilled: ({ businessId }) => businessId !== undefined,
      cell: ({ businessId }) => orDash(businessId),
    },
  ];
  return columns.filter(({ isFilled }) => tasks.some(isFilled));
}

function namesOf(names: readonly string[]) {
  return names.length === 0 ? orDash(null) : <span className="names">{names.join(', ')}</span>;
}

function Called({ activityId, name, item }: Pick<UserTaskView, 'activityId' | 'name' | 'item'>) {
  const below = [name === activityId ? undefined : name, itemWords(item)].filter((text) => text !== undefined);
  if (below.length === 0) return activityId;
  return (
    <div className="called-cell">
      {activityId}
      <Text size="xs" c="var(--text-dimmed)">
        {below.join(' · ')}
      </Text>
    </div>
  );
}

function TaskActions(props: {
  readonly task: UserTaskView;
  readonly userId: string;
  readonly isBusy: boolean;
  readonly may: May;
  readonly onAction: (action: TaskAction) => void;
}) {
  const { task, userId, isBusy, may, onAction } = props;
  const mayEdit = may(NEEDS.edit, task.processKey ?? null);
  const own: readonly Offered[] =
    task.claimedBy === null ? ['claim'] : task.claimedBy === userId ? ['unclaim', 'complete'] : ['takeOver'];
  const offered: readonly Offered[] = [...own, ...(mayEdit ? (['edit'] as const) : [])];
  const isOff = (action: TaskAction) => !may(NEEDS[action]) || (task.isSuspended === true && action !== 'edit');
  const main = task.claimedBy === null ? 'claim' : 'complete';
  return (
    <Group gap={6} wrap="nowrap" className="task-acts">
      {offered.map((action) => (
        <Button
          key={action}
          size="compact-xs"
          variant={action === main ? 'filled' : 'default'}
          disabled={isOff(action)}
          aria-disabled={isBusy || isOff(action)}
          onClick={() => !isBusy && onAction(action)}
          aria-label={pageTexts.actOf(LABELS[action], task.activityId)}
          {...(action === 'takeOver' && { title: pageTexts.takeOver.from(task.claimedBy ?? '') })}
        >
          {LABELS[action]}
        </Button>
      ))}
      <MoreButton
        label={pageTexts.acts.more}
        name={pageTexts.actOf(pageTexts.acts.more, task.activityId)}
        isOff={ENDING.every(isOff)}
      >
        {ENDING.map((action) => (
          <Button
            key={action}
            size="xs"
            variant="subtle"
            fullWidth
            disabled={isBusy || isOff(action)}
            onClick={() => onAction(action)}
          >
            {ENDING_LABELS[action]}
          </Button>
        ))}
      </MoreButton>
    </Group>
  );
}
