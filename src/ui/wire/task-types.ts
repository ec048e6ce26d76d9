import type { RootView } from './instances.ts';
import type { Timestamp } from './page.ts';

/**
 * GET /ui/api/task-types: types that remote workers fetched recently, that plugins offer, or with open tasks
 * (docs/contributing/spec/pages.md#custom-tasks).
 */
export interface TaskTypeView {
  readonly taskType: string;
  /** ids of those that fetched the type recently */
  readonly remoteWorkers: readonly string[];
  /** remote workers fetched it recently, even if a process of an older release recorded no ids */
  readonly isAsked: boolean;
  readonly waiting: number;
  readonly running: number;
  readonly retrying: number;
  /** false: not all were counted */
  readonly isExact: boolean;
  /** oldest of the unlocked ones */
  readonly oldestAt: Timestamp | null;
  /** attempts in the last 5 minutes; null: the user may not see all process keys */
  readonly runs: { readonly done: number; readonly failed: number } | null;
}

/** GET /ui/api/task-types/tasks?type=&state=. */
export interface OpenTaskView {
  readonly taskId: string;
  readonly instanceId: string;
  readonly key: string;
  readonly activityId: string;
  readonly businessId: string | null;
  /** topmost caller of the instance; absent: no instance called it */
  readonly root?: RootView | undefined;
  readonly state: 'Waiting' | 'Running' | 'Retrying';
  readonly host: string | null;
  readonly failures: number;
  readonly createdAt: Timestamp;
  readonly availableAt: Timestamp;
}

/** `isExact` false: the count reached its limit. */
export interface OpenTaskPageView {
  readonly items: readonly OpenTaskView[];
  readonly totalCount: number;
  readonly isExact: boolean;
  readonly page: number;
  readonly pageSize: number;
}
