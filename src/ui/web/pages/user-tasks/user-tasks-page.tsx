import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { actions, useAction } from '../../api/actions.ts';
import { sessionQuery, userTasksQuery } from '../../api/views.ts';
import { userTaskCommand } from '../../components/commands.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { List } from '../../components/list.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Pager } from '../../components/pager.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { TextFilter } from '../../components/text-filter.tsx';
import { useMay } from '../../components/use-may.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { type ActingFields, useActing } from './acting.ts';
import { type TaskAction, TaskGrid } from './task-grid.tsx';

// loaded when they are first opened
const CancelTaskDialog = lazyPart(async () => (await import('./cancel-task-dialog.tsx')).CancelTaskDialog);
const CompleteTaskDialog = lazyPart(async () => (await import('./complete-task-dialog.tsx')).CompleteTaskDialog);
const FailTaskDialog = lazyPart(async () => (await import('./fail-task-dialog.tsx')).FailTaskDialog);

type Open = { readonly action: 'complete' | 'fail' | 'cancel'; readonly task: UserTaskView } | null;

/** The list follows the acting user so long after the last key. Unit: ms. */
const WAIT_MS = 300;

/** Takes every filter away. */
const NO_FILTERS = { scope: '', assignee: '', group: '', instance: '', process: '', activity: '', due: '' };

const SCOPES = [
  { value: 'all', label: 'All' },
  { value: 'mine', label: 'My tasks' },
  { value: 'groups', label: 'My groups' },
  { value: 'unassigned', label: 'Unassigned' },
];

/** Pending user tasks and what can be done with them (docs/spec/pages.md#user-tasks). */
export function UserTasksPage() {
  const { get, set, page } = useUrlFilters();
  const { data: session } = useQuery(sessionQuery);
  const acting = useActing(session);
  const scope = get('scope') === '' ? 'all' : get('scope');
  const [asking] = useDebouncedValue({ user: acting.userId, groups: acting.groups.join(',') }, WAIT_MS);
  const isOfSomebody = scope === 'mine' || scope === 'groups';
  const asks = isOfSomebody && session?.hasAuthentication !== true ? asking : {};
  const tasks = useQuery(userTasksQuery({ scope, ...filtersOf(get), sort: get('sort'), page, ...asks }));
  const isFiltered = Object.keys(NO_FILTERS).some((name) => get(name) !== '');
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageHeading title="User Tasks">
        <SegmentedControl
          aria-label="Whose tasks"
          data={SCOPES}
          value={scope}
          onChange={(to) => set({ scope: to === 'all' ? '' : to })}
        />
        <RefreshButton isLoading={tasks.isFetching} onClick={() => void tasks.refetch()} />
      </PageHeading>
      <Group gap="sm" mb="md" align="flex-end">
        <TextFilter label="Assignee" value={get('assignee')} onChange={(assignee) => set({ assignee })} />
        <TextFilter label="Candidate group" value={get('group')} onChange={(group) => set({ group })} />
        <Narrowed get={get} onClear={(name) => set({ [name]: '' })} />
        {acting.fields !== null && <Acting fields={acting.fields} />}
      </Group>
      <List
        query={tasks}
        failure="Failed to load user tasks"
        isEmpty={({ totalCount }) => totalCount === 0}
        empty="No pending user tasks."
        {...(isFiltered ? { onClear: () => set(NO_FILTERS) } : { command: userTaskCommand })}
      >
        {({ items, pageSize, totalCount, ...shown }) => (
          <>
            <Actions tasks={items} sort={get('sort')} onSort={(sort) => set({ sort })} acting={acting.user} onOpen={setOpen} />
            <Pager page={shown.page} pageSize={pageSize} totalCount={totalCount} onChange={(to) => set({ page: to })} />
          </>
        )}
      </List>
      {open?.action === 'complete' && <CompleteTaskDialog task={open.task} acting={acting.user} onClose={close} />}
      {open?.action === 'fail' && <FailTaskDialog task={open.task} onClose={close} />}
      {open?.action === 'cancel' && <CancelTaskDialog task={open.task} onClose={close} />}
    </>
  );
}

/** What the view is asked for. */
function filtersOf(get: (name: string) => string) {
  const [assignee, candidateGroup, instanceId] = [get('assignee'), get('group'), get('instance')];
  return { assignee, candidateGroup, instanceId, key: get('process'), activityId: get('activity'), due: get('due') };
}

/** What narrows the list from elsewhere: name in the address, what is said of the value, and what the list is without. */
const NARROWS = [
  ['instance', 'of', 'instances'],
  ['due', '', 'due dates'],
  ['process', 'of', 'processes'],
  ['activity', 'at', 'activities'],
] as const;
const LONGEST = 32;

/** Says which tasks these are, and takes that away. */
function Narrowed({ get, onClear }: { readonly get: (name: string) => string; readonly onClear: (name: string) => void }) {
  return NARROWS.filter(([name]) => get(name) !== '').map(([name, word, all]) => {
    const value = name === 'instance' ? `${get(name).slice(0, 8)}…` : get(name).slice(0, LONGEST);
    return (
      <Button key={name} variant="default" onClick={() => onClear(name)} aria-label={`Tasks of all ${all}`}>
        {word} {value} ✕
      </Button>
    );
  });
}

function Actions(props: {
  readonly tasks: readonly UserTaskView[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly acting: ReturnType<typeof useActing>['user'];
  readonly onOpen: (open: Open) => void;
}) {
  const { tasks, sort, onSort, acting, onOpen } = props;
  const claim = useAction(actions.claim, () => 'Task claimed.');
  const unclaim = useAction(actions.unclaim, () => 'Task unclaimed.');
  const act = (action: TaskAction, task: UserTaskView) => {
    if (action === 'claim') claim.mutate({ taskId: task.taskId, ...acting });
    else if (action === 'unclaim') unclaim.mutate(task.taskId);
    else onOpen({ action, task });
  };
  const isBusy = claim.isPending || unclaim.isPending;
  return <TaskGrid tasks={tasks} sort={sort} onSort={onSort} isBusy={isBusy} may={useMay()} onAction={act} />;
}

function Acting({ fields }: { readonly fields: ActingFields }) {
  return (
    <>
      <TextInput label="Acting user" value={fields.user} onChange={(event) => fields.setUser(event.currentTarget.value)} />
      <TextInput
        label="Acting groups (comma separated)"
        value={fields.groups}
        onChange={(event) => fields.setGroups(event.currentTarget.value)}
      />
    </>
  );
}
