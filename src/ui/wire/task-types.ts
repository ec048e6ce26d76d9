import type { Timestamp } from './page.ts';

/**
 * GET /ui/api/task-types: one type of custom tasks that remote workers fetched recently, that plugins offer, or that has open tasks
 * (docs/contributing/spec/pages.md#custom-tasks).
 */
export interface TaskTypeView {
  readonly taskType: string;
  /** ids of remote workers that fetched the type recently */
  readonly remoteWorkers: readonly string[];
  /** true: remote workers fetched it recently, also if a process of an older release recorded no ids */
  readonly isAsked: boolean;
  readonly waiting: number;
  readonly running: number;
  readonly retrying: number;
  /** false: there are more than were counted */
  readonly isExact: boolean;
  /** of the unlocked ones */
  readonly oldestAt: Timestamp | null;
  /** attempts in the last 5 minutes; null: the user may not see all process keys */
  readonly runs: { readonly done: number; readonly failed: number } | null;
}

/** GET /ui/api/task-types/tasks?type=&state=: an open task of a type. */
export interface OpenTaskView {
  readonly taskId: string;
  readonly instanceId: string;
  readonly key: string;
  readonly activityId: string;
  readonly businessId: string | null;
  readonly state: 'Waiting' | 'Running' | 'Retrying';
  readonly host: string | null;
  readonly failures: number;
  readonly createdAt: Timestamp;
  readonly availableAt: Timestamp;
}

/** A page of them. `isExact` false: the count reached its limit. */
export interface OpenTaskPageView {
  readonly items: readonly OpenTaskView[];
  readonly totalCount: number;
  readonly isExact: boolean;
  readonly page: number;
  readonly pageSize: number;
}
