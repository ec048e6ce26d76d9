import type { Timestamp } from './page.ts';

/** GET /ui/api/task-types: one type of custom tasks that is asked for, offered, or has open tasks (docs/contributing/spec/pages.md#custom-tasks). */
export interface TaskTypeView {
  readonly taskType: string;
  /** remote workers that asked for it lately, as they name themselves */
  readonly remoteWorkers: readonly string[];
  /** remote workers asked for it lately, also those that do not name themselves to this release */
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
