import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CustomTask } from '../../wire/custom-tasks.ts';
import type { DashboardView } from '../../wire/dashboard.ts';
import type { RegisteredEventsView } from '../../wire/events.ts';
import type { InstanceHeader, InstanceView, WaitingView } from '../../wire/instances.ts';
import type { PageView } from '../../wire/page.ts';
import type { SearchView } from '../../wire/search.ts';
import type { UserTaskView } from '../../wire/user-tasks.ts';
import type {
  ElementCounts,
  NextVersionView,
  Period,
  StartFormView,
  StatisticsView,
  VersionsView,
  WorkflowView,
} from '../../wire/workflows.ts';
import { getService, getView, type Query, readSession } from './client.ts';
import type {
  DeadLetterContent,
  DeadLetterList,
  FoundInstances,
  HistoryPage,
  ShownInstanceState,
  TaskCommentPage,
} from './service-types.ts';

/** Facts about the session that every page uses. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** One row per process key (docs/contributing/spec/pages.md#workflows). */
export const workflowsQuery = (query: { search?: string; page?: number; sort?: string }) =>
  paged<WorkflowView>('workflows', query);

/** All versions of a key. */
export const versionsQuery = (key: string) => view<VersionsView>('workflows/versions', { key });

/** Which versions the next deploy of these keys makes; keys that the user may not see are left out. */
export const nextVersionsQuery = (keys: readonly string[]) =>
  queryOptions({
    queryKey: ['workflows/next-version', keys],
    queryFn: async ({ signal }) => {
      const answers = await Promise.allSettled(
        keys.map((key) => getView<NextVersionView>('workflows/next-version', { key }, signal)),
      );
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    },
  });

/** The model of a version, as deployed. */
export const xmlQuery = (key: string, version: number) =>
  queryOptions({ ...view<string>('workflows/xml', { key, version }), staleTime: Number.POSITIVE_INFINITY });

/** The start form of a version. */
export const startFormQuery = (key: string, version: number) => view<StartFormView>('workflows/start-form', { key, version });

/** Instance counts of every element of a version. */
export const elementsQuery = (key: string, version: number) =>
  view<readonly ElementCounts[]>('workflows/elements', { key, version });

/** Counts for every element of a version within a period. */
export const statisticsQuery = (key: string, version: number, period: Period) =>
  queryOptions({
    ...view<StatisticsView>('workflows/statistics', { key, version, period }),
    placeholderData: keepPreviousData,
  });

/** Instances of one key or of all (docs/contributing/spec/pages.md#instances). */
export const instancesQuery = (query: InstanceListQuery) => paged<InstanceView>('instances', query);

/** Instances of all processes (docs/contributing/spec/http/instances.md#find-instances). */
export const foundInstancesQuery = (query: Query) =>
  queryOptions({ ...service<FoundInstances>('/Instances', query), placeholderData: keepPreviousData });

/** Filters of the instance list. Times are RFC 3339. */
export type InstanceListQuery = {
  readonly key?: string;
  readonly version?: number;
  readonly status?: string;
  readonly businessId?: string;
  readonly from?: string;
  readonly to?: string;
  /** instances with an entry of this element */
  readonly activityId?: string;
  /** state of that entry: `active`, `failed`, `completed`, `cancelled`; omitted: matches the status */
  readonly entry?: string;
  readonly sort?: string;
  readonly page?: number;
};

/** The header of one instance. */
export const instanceQuery = (instanceId: string) => view<InstanceHeader>(`instances/${instanceId}`);

const STATE_PAGE_SIZE = 1000;

/** The state of an instance (docs/contributing/spec/http/instances.md#state-pages): the first page of each list, and the last page of ended items. */
export const stateQuery = (instanceId: string) =>
  queryOptions({
    queryKey: [`/Instances/${instanceId}/state`, {}],
    queryFn: ({ signal }) => readShownState(`/Instances/${instanceId}/state`, signal),
  });

/** The last ended entry contains the failure of an instance, so it is never omitted. */
async function readShownState(path: string, signal: AbortSignal): Promise<ShownInstanceState> {
  const pageSize = STATE_PAGE_SIZE;
  const first = await getService<ShownInstanceState>(path, { page: 1, pageSize }, signal);
  const lastPage = Math.ceil(first.paging.totalCounts.completedActivities / pageSize);
  if (lastPage <= 1) return first;
  const last = await getService<ShownInstanceState>(path, { page: lastPage, pageSize }, signal);
  return { ...first, completedActivities: [...first.completedActivities, ...last.completedActivities] };
}

/** The history of an instance (docs/contributing/spec/http/instances.md#history). */
export const historyQuery = (instanceId: string, query: Query) =>
  queryOptions({
    ...service<HistoryPage>(`/Instances/${instanceId}/history`, query),
    placeholderData: keepPreviousData,
  });

/** A wait of an instance. */
export const waitingQuery = (instanceId: string) => view<WaitingView>(`instances/${instanceId}/waiting`);

/** Pending user tasks (docs/contributing/spec/pages.md#user-tasks). `user`, `groups` (comma-separated): the acting user, while sign-in is off. */
export const userTasksQuery = (query: Query) => paged<UserTaskView>('user-tasks', query);

/** Comments on a task, newest first (docs/contributing/spec/http/user-tasks.md#comments). */
export const taskCommentsQuery = (taskId: string) => service<TaskCommentPage>(`/UserTasks/${taskId}/comments`, { pageSize: 50 });

/** Everything that waits for events (docs/contributing/spec/pages.md#events). */
export const eventsQuery = view<RegisteredEventsView>('events');

/** The catalog of plugins (docs/contributing/spec/pages.md#custom-tasks). */
export const customTasksQuery = service<readonly CustomTask[]>('/custom-tasks');

/** Dead letters (docs/contributing/spec/pages.md#dead-letters). */
export const deadLettersQuery = (query: Query) =>
  queryOptions({ ...service<DeadLetterList>('/DeadLetters', query), placeholderData: keepPreviousData });

/** How many open incidents there are. */
export const incidentCountQuery = service<CountedList>('/Incidents', { pageSize: 1 });

const DAY_MS = 86_400_000;

/** How many instances failed within the last 24 hours, as the page of incidents lists them. */
export const failedCountQuery = queryOptions({
  queryKey: ['/Instances', 'failed lately'],
  queryFn: ({ signal }) => {
    const since = new Date(Date.now() - DAY_MS).toISOString();
    return getService<CountedList>('/Instances', { filters: `Status==Failed,CompletedAt>=${since}`, pageSize: 1 }, signal);
  },
});

/** How many tasks are open. */
export const taskCountQuery = view<CountedList>('user-tasks', { pageSize: 1 });

interface CountedList {
  readonly totalCount: number;
  /** false: there are more */
  readonly isTotalCountExact?: boolean;
}

/** How many dead letters there are. */
export const deadLetterCountQuery = service<DeadLetterList>('/DeadLetters', { pageSize: 1 });

/** One dead letter with its command. */
export const deadLetterQuery = (letterId: string) => service<DeadLetterContent>(`/DeadLetters/${encodeURIComponent(letterId)}`);

/** The state of the whole service (docs/contributing/spec/pages.md#dashboard). */
export const dashboardQuery = view<DashboardView>('dashboard');

/** Instances by id or business id, workflows by key. */
export const searchQuery = (q: string) => view<SearchView>('search', { q });

/** A view of the pages' own. */
export function view<T>(path: string, query: Query = {}) {
  return queryOptions({ queryKey: [path, query], queryFn: ({ signal }) => getView<T>(path, query, signal) });
}

/** An endpoint of the API. */
export function service<T>(path: string, query: Query = {}) {
  return queryOptions({ queryKey: [path, query], queryFn: ({ signal }) => getService<T>(path, query, signal) });
}

/** Lists keep their last rows while the next page is on its way. */
export function paged<T>(path: string, query: Query) {
  return queryOptions({
    queryKey: [path, query],
    queryFn: ({ signal }) => getView<PageView<T>>(path, query, signal),
    placeholderData: keepPreviousData,
  });
}
