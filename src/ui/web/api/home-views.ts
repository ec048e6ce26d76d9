import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { HomeView, LateTimerView } from '../../wire/home.ts';
import type { OpenTaskPageView, TaskTypeView } from '../../wire/task-types.ts';
import type { Query } from './client.ts';
import { paged, uiQuery } from './views.ts';

/** Items and metrics (docs/contributing/spec/pages.md#needs-you). */
export const homeQuery = uiQuery<HomeView>('home');

/** See docs/contributing/spec/pages.md#late-timers. */
export const lateTimersQuery = (query: Query) => paged<LateTimerView>('timers', query);

/** Load by task type, in addition to the catalog. */
export const taskTypesQuery = uiQuery<readonly TaskTypeView[]>('task-types');

/** `state` empty: any. */
export const openTasksQuery = (query: { readonly type: string; readonly state: string; readonly page: number }) =>
  queryOptions({ ...uiQuery<OpenTaskPageView>('task-types/tasks', query), placeholderData: keepPreviousData });
