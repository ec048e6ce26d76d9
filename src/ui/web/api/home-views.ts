import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { HomeView, LateTimerView } from '../../wire/home.ts';
import type { OpenTaskPageView, TaskTypeView } from '../../wire/task-types.ts';
import type { Query } from './client.ts';
import { paged, uiQuery } from './views.ts';

/** Items that need attention, and metrics (docs/contributing/spec/pages.md#needs-you). */
export const homeQuery = uiQuery<HomeView>('home');

/** Timers that should have fired (docs/contributing/spec/pages.md#late-timers). */
export const lateTimersQuery = (query: Query) => paged<LateTimerView>('timers', query);

/** Load of each task type, in addition to the catalog. */
export const taskTypesQuery = uiQuery<readonly TaskTypeView[]>('task-types');

/** Open tasks of a type. `state`: empty: in any. */
export const openTasksQuery = (query: { readonly type: string; readonly state: string; readonly page: number }) =>
  queryOptions({ ...uiQuery<OpenTaskPageView>('task-types/tasks', query), placeholderData: keepPreviousData });
