import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CustomTask } from '../../wire/custom-tasks.ts';
import type { DashboardView } from '../../wire/dashboard.ts';
import type { RegisteredEventsView } from '../../wire/events.ts';
import type { InstanceHeader, InstanceView, WaitingView } from '../../wire/instances.ts';
import type { PageView } from '../../wire/page.ts';
import type { SearchView } from '../../wire/search.ts';
import type { UserTaskView } from '../../wire/user-tasks.ts';
import type {
  ALL_VERSIONS,
  ElementCounts,
  ElementNamesView,
  NextVersionView,
  Period,
  ReadVariablesView,
  StartFormView,
  StatisticsView,
  VersionsView,
  WorkflowView,
} from '../../wire/workflows.ts';
import { getService, getView, type Query, readSession } from './client.ts';
import type { DeadLetterContent, DeadLetterList, HistoryPage, ShownInstanceState, TaskCommentPage } from './service-types.ts';

/** A new version is rarely deployed. */
const LATEST_MS = 60_000;

/** User, permissions and token for writes; read once. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Rows of process keys (docs/contributing/spec/pages.md#workflows). */
export const workflowsQuery = (query: { search?: string; page?: number; pageSize?: number; sort?: string }) =>
  paged<WorkflowView>('workflows', query);

export const versionsQuery = (key: string) => uiQuery<VersionsView>('workflows/versions', { key });

/** Omits keys whose request fails, for example without permission. */
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

/** XML as deployed. */
export const xmlQuery = (key: string, version: number) =>
  queryOptions({ ...uiQuery<string>('workflows/xml', { key, version }), staleTime: Number.POSITIVE_INFINITY });

/** Names of the elements of a version, which never change; `version` undefined: of the latest one. */
export const elementNamesQuery = (key: string, version: number | undefined) =>
  queryOptions({
    ...uiQuery<ElementNamesView>('workflows/names', version === undefined ? { key } : { key, version }),
    staleTime: version === undefined ? LATEST_MS : Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Variables that the model reads after a start. */
export const readVariablesQuery = (key: string, version: number) =>
  uiQuery<ReadVariablesView>('workflows/read-variables', { key, version });

export const startFormQuery = (key: string, version: number) => uiQuery<StartFormView>('workflows/start-form', { key, version });

/** Counts of every element; undefined: of all versions. */
export const elementsQuery = (key: string, version: number | undefined) =>
  uiQuery<readonly ElementCounts[]>('workflows/elements', version === undefined ? { key } : { key, version });

/** Counts of every element of a version within a period. Keeps the previous counts while new ones load. */
export const statisticsQuery = (
  key: string,
  version: number | typeof ALL_VERSIONS,
  period: { readonly period: Period } | { readonly from?: string; readonly to?: string },
) =>
  queryOptions({
    ...uiQuery<StatisticsView>('workflows/statistics', { key, version, ...period }),
    placeholderData: keepPreviousData,
  });

/** See docs/contributing/spec/pages.md#instances. */
export const instancePageQuery = (query: InstanceListQuery) => paged<InstanceView>('instances', query);

/** Times are RFC 3339. */
export type InstanceListQuery = {
  readonly key?: string;
  readonly version?: number;
  readonly status?: string;
  readonly businessId?: string;
  readonly businessIdPart?: string;
  readonly from?: string;
  readonly to?: string;
  /** only instances with an activity instance of this element */
  readonly activityId?: string;
  /** state of that activity instance: `active`, `failed`, `completed`, `cancelled`; absent: that of `status` */
  readonly entry?: string;
  readonly sort?: string;
  readonly page?: number;
  readonly pageSize?: number;
};

export const instanceQuery = (instanceId: string) => uiQuery<InstanceHeader>(`instances/${instanceId}`);

const STATE_PAGE_SIZE = 1000;

/** See docs/contributing/spec/http/instances.md#state-pages. {@link readShownState} limits the lists. */
export const stateQuery = (instanceId: string) =>
  queryOptions({
    queryKey: [`/Instances/${instanceId}/state`, {}],
    queryFn: ({ signal }) => readShownState(`/Instances/${instanceId}/state`, signal),
  });

/** Reads the first 1000 items of each list, and the last ended activities, which contain the failure of the instance. */
async function readShownState(path: string, signal: AbortSignal): Promise<ShownInstanceState> {
  const pageSize = STATE_PAGE_SIZE;
  const first = await getService<ShownInstanceState>(path, { page: 1, pageSize }, signal);
  const lastPage = Math.ceil(first.paging.totalCounts.completedActivities / pageSize);
  if (lastPage <= 1) return first;
  const last = await getService<ShownInstanceState>(path, { page: lastPage, pageSize }, signal);
  return { ...first, completedActivities: [...first.completedActivities, ...last.completedActivities] };
}

/** See docs/contributing/spec/http/instances.md#history. */
export const historyQuery = (instanceId: string, query: Query) =>
  queryOptions({
    ...apiQuery<HistoryPage>(`/Instances/${instanceId}/history`, query),
    placeholderData: keepPreviousData,
  });

/** Timers, subscriptions and tasks. */
export const waitingQuery = (instanceId: string) => uiQuery<WaitingView>(`instances/${instanceId}/waiting`);

/** Pending ones (docs/contributing/spec/pages.md#user-tasks). If sign-in is off, `user` and `groups` (comma-separated) name the acting user. */
export const userTasksQuery = (query: Query) => paged<UserTaskView>('user-tasks', query);

/** Newest first (docs/contributing/spec/http/user-tasks.md#comments). */
export const taskCommentsQuery = (taskId: string) => apiQuery<TaskCommentPage>(`/UserTasks/${taskId}/comments`, { pageSize: 50 });

/** Start events and waiting subscriptions (docs/contributing/spec/pages.md#events). */
export const eventsQuery = uiQuery<RegisteredEventsView>('events');

/** Catalog of plugins (docs/contributing/spec/pages.md#custom-tasks). */
export const customTasksQuery = apiQuery<readonly CustomTask[]>('/custom-tasks');

/** See docs/contributing/spec/pages.md#dead-letters. */
export const deadLettersQuery = (query: Query) =>
  queryOptions({ ...apiQuery<DeadLetterList>('/DeadLetters', query), placeholderData: keepPreviousData });

export const incidentCountQuery = apiQuery<CountedList>('/Incidents', { pageSize: 1 });

const DAY_MS = 86_400_000;

/** Instances that failed in the last 24 hours, with the filters of the incidents page. */
export const failedCountQuery = queryOptions({
  queryKey: ['/Instances', 'failed lately'],
  queryFn: ({ signal }) => {
    const since = new Date(Date.now() - DAY_MS).toISOString();
    return getService<CountedList>('/Instances', { filters: `Status==Failed,CompletedAt>=${since}`, pageSize: 1 }, signal);
  },
});

export const taskCountQuery = uiQuery<CountedList>('user-tasks', { pageSize: 1 });

interface CountedList {
  readonly totalCount: number;
  /** false: `totalCount` is a minimum; absent: exact */
  readonly isTotalCountExact?: boolean;
}

export const deadLetterCountQuery = apiQuery<DeadLetterList>('/DeadLetters', { pageSize: 1 });

export const deadLetterQuery = (letterId: string) => apiQuery<DeadLetterContent>(`/DeadLetters/${encodeURIComponent(letterId)}`);

/** See docs/contributing/spec/pages.md#dashboard. */
export const dashboardQuery = uiQuery<DashboardView>('dashboard');

/** Instances by id or business id, workflows by key. */
export const searchQuery = (q: string) => uiQuery<SearchView>('search', { q });

/** Query of GET /ui/api/{path}. */
export function uiQuery<T>(path: string, query: Query = {}) {
  return queryOptions({ queryKey: [path, query], queryFn: ({ signal }) => getView<T>(path, query, signal) });
}

/** GET {path} of the API. */
export function apiQuery<T>(path: string, query: Query = {}) {
  return queryOptions({ queryKey: [path, query], queryFn: ({ signal }) => getService<T>(path, query, signal) });
}

/** A page of the UI API. Keeps the previous rows while the next load. */
export function paged<T>(path: string, query: Query) {
  return queryOptions({
    queryKey: [path, query],
    queryFn: ({ signal }) => getView<PageView<T>>(path, query, signal),
    placeholderData: keepPreviousData,
  });
}
