import '@mantine/core/styles/SegmentedControl.css';
import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PageView } from '../../../wire/page.ts';
import type { SessionView } from '../../../wire/session.ts';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { sessionQuery, userTasksQuery } from '../../api/views.ts';
import { userTaskCommand } from '../../components/commands.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { List } from '../../components/list.tsx';
import { PageHeading, usePageTitle } from '../../components/page-heading.tsx';
import { Pager } from '../../components/pager.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { pageTexts } from '../../texts/user-tasks.ts';
import { useActing } from './acting.ts';
import { ActingUser } from './acting-user.tsx';
import { TaskFilters } from './task-filters.tsx';

const RefusedDialog = lazyPart(async () => (await import('./refused-dialog.tsx')).RefusedDialog);
// loaded when first shown; an empty list needs neither
const WorkView = lazyPart(async () => (await import('./panes/work-view.tsx')).WorkView);
const TableView = lazyPart(async () => (await import('./table-view.tsx')).TableView);

/** Delay between the last key press and the read for the entered user. */
const WAIT_MS = 300;

/** Parameters that remove all filters. */
const NO_FILTERS = {
  scope: '',
  assignee: '',
  group: '',
  businessId: '',
  businessIdPart: '',
  name: '',
  instance: '',
  process: '',
  activity: '',
  due: '',
};

const SCOPES = [
  { value: 'all', label: pageTexts.scopes.all },
  { value: 'mine', label: pageTexts.scopes.mine },
  { value: 'groups', label: pageTexts.scopes.groups },
  { value: 'unassigned', label: pageTexts.scopes.unassigned },
];
const VIEWS = [
  { value: '', label: pageTexts.views.work },
  { value: 'table', label: pageTexts.views.table },
];
const SORTS = [
  { value: '', label: pageTexts.sorts.newest },
  { value: 'createdAt', label: pageTexts.sorts.oldest },
  { value: 'dueDate', label: pageTexts.sorts.due },
  { value: '-priority', label: pageTexts.sorts.priority },
];

/** One by one or as a table (docs/contributing/spec/pages.md#user-tasks). */
export function UserTasksPage() {
  const { get, set, page } = useUrlFilters();
  const { data: session } = useQuery(sessionQuery);
  const acting = useActing(session);
  const isTable = get('view') === 'table';
  const scope = get('scope') === '' ? 'all' : get('scope');
  const [asking] = useDebouncedValue({ user: acting.userId, groups: acting.groups.join(',') }, WAIT_MS);
  const isOfUser = scope === 'mine' || scope === 'groups';
  const asks = isOfUser && session?.hasAuthentication !== true ? asking : {};
  const tasks = useQuery(userTasksQuery({ scope, ...filtersOf(get), sort: get('sort'), page, ...asks }));
  useCountInTitle(session, asking.user);
  const isFiltered = Object.keys(NO_FILTERS).some((name) => get(name) !== '');
  const isNextToTask = !isTable && get('task') !== '';
  const shown = { isTable, get, set, acting };
  return (
    <div {...(isNextToTask && { className: 'is-next-to-task' })}>
      <PageHeading title={pageTexts.title}>
        <Acting acting={acting} />
        <SegmentedControl
          className="task-scopes"
          aria-label={pageTexts.whose}
          data={SCOPES}
          value={scope}
          onChange={(to) => set({ scope: to === 'all' ? '' : to, task: '' })}
        />
        <SegmentedControl
          className="task-views"
          aria-label={pageTexts.view}
          data={VIEWS}
          value={isTable ? 'table' : ''}
          onChange={(view) => set({ view, page })}
        />
        {!isTable && (
          <NativeSelect
            aria-label={pageTexts.order}
            data={SORTS}
            value={get('sort')}
            onChange={(event) => set({ sort: event.currentTarget.value, task: '' })}
          />
        )}
        <Refresh isLoading={tasks.isFetching} onRefresh={() => tasks.refetch()} />
      </PageHeading>
      <TaskFilters
        get={get}
        set={(changes) => set({ ...changes, task: '' })}
        isNextToTask={isNextToTask}
        tasks={tasks.data?.items ?? []}
      />
      <List
        query={tasks}
        failure={pageTexts.failed}
        isEmpty={({ totalCount }) => totalCount === 0 && (isTable || get('task') === '')}
        empty={isOfUser && acting.userId === '' ? pageTexts.acting.unknown : pageTexts.none}
        {...(isFiltered ? { onClear: () => set(NO_FILTERS) } : { command: userTaskCommand })}
      >
        {(found) => <Tasks found={found} {...shown} />}
      </List>
    </div>
  );
}

/** The user if sign-in is off, and the dialog after a refused claim. */
function Acting({ acting }: { readonly acting: ReturnType<typeof useActing> }) {
  const { named, refused } = acting;
  return (
    <>
      {named !== null && <ActingUser named={named} />}
      {refused !== undefined && <RefusedDialog refused={refused} acting={acting} />}
    </>
  );
}

/** Filters for the UI API, from the address. */
function filtersOf(get: (name: string) => string) {
  const [assignee, candidateGroup, instanceId] = [get('assignee'), get('group'), get('instance')];
  const [key, name, businessId, businessIdPart] = [get('process'), get('name'), get('businessId'), get('businessIdPart')];
  return {
    assignee,
    candidateGroup,
    instanceId,
    key,
    name,
    businessId,
    businessIdPart,
    activityId: get('activity'),
    due: get('due'),
  };
}

function Tasks(props: {
  readonly found: PageView<UserTaskView>;
  readonly isTable: boolean;
  readonly acting: ReturnType<typeof useActing>;
  readonly get: (name: string) => string;
  readonly set: (changes: Readonly<Record<string, string | number | undefined>>) => void;
}) {
  const { found, isTable, acting, get, set } = props;
  const { items, page, pageSize, totalCount } = found;
  const pager = <Pager page={page} pageSize={pageSize} totalCount={totalCount} onChange={(to) => set({ page: to, task: '' })} />;
  if (isTable) {
    return (
      <>
        <TableView
          tasks={items}
          sort={get('sort')}
          onSort={(sort) => set({ sort })}
          userId={acting.userId}
          actAs={acting.actAs}
        />
        {pager}
      </>
    );
  }
  return (
    <WorkView
      tasks={items}
      chosen={get('task') === '' ? undefined : get('task')}
      userId={acting.userId}
      actAs={acting.actAs}
      onChoose={(task) => set({ task, page })}
      pager={pager}
    />
  );
}

/** Number of the user's tasks in the window title, visible from other windows. */
function useCountInTitle(session: SessionView | undefined, user: string): void {
  const asks = session?.hasAuthentication === true ? {} : { user };
  const isKnown = session !== undefined && user !== '';
  const { data } = useQuery({ ...userTasksQuery({ scope: 'mine', pageSize: 1, ...asks }), enabled: isKnown });
  const count = isKnown ? (data?.totalCount ?? 0) : 0;
  usePageTitle(count === 0 ? pageTexts.title : pageTexts.titleWithCount(count));
}

/** Also reads the selected task, which has a separate query. */
function Refresh({ isLoading, onRefresh }: { readonly isLoading: boolean; readonly onRefresh: () => Promise<unknown> }) {
  const queries = useQueryClient();
  const refresh = () => Promise.all([onRefresh(), queries.invalidateQueries({ queryKey: ['/UserTasks'] })]);
  return <RefreshButton isLoading={isLoading} onClick={() => void refresh()} />;
}
