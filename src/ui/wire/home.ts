import type { Timestamp } from './page.ts';

/** GET /ui/api/home: items that need attention, and metrics, of the process keys that the user may see (docs/contributing/spec/pages.md#needs-you). */
export interface HomeView {
  /** time of the read */
  readonly at: Timestamp;
  readonly incidents: GroupsView<FailureGroupView>;
  /** instances that failed since `failedSince` */
  readonly failed: GroupsView<FailureGroupView>;
  readonly failedSince: Timestamp;
  readonly lateTimers: GroupsView<OverdueGroupView>;
  readonly overdueTasks: GroupsView<OverdueGroupView>;
  /** types with unlocked tasks, but without plugin host and without a recent request of a remote worker */
  readonly unserved: readonly UnservedTypeView[];
  readonly deadLetters: { readonly count: number; readonly isExact: boolean; readonly lastAt: Timestamp | null };
  /** null for users who do not see all keys */
  readonly service: ServiceView | null;
  /** one item for each minute of the last hour, oldest first; also for minutes without instances */
  readonly throughput: readonly MinuteView[];
  /** keys with instances that failed since `failedSince`, most first, at most 10 */
  readonly failures: readonly { readonly key: string; readonly failed: number; readonly lastFailedAt: Timestamp }[];
  /** keys with instances that completed within the last hour, most first, at most 10 */
  readonly durations: readonly DurationsView[];
}

/** Instances in one minute. `failed`: those of `finished` that failed. */
interface MinuteView {
  readonly minute: Timestamp;
  readonly started: number;
  readonly finished: number;
  readonly failed: number;
}

/** The largest groups. `more`: number of omitted groups. `isExact` false: only 10,000 rows were counted: the newest failures, or the oldest overdue items. */
export interface GroupsView<Group> {
  readonly groups: readonly Group[];
  /** number of rows in all groups */
  readonly count: number;
  readonly more: number;
  readonly isExact: boolean;
}

/** Failures at one element with the same code. They form one group for each message, but if messages are many or long, one for all. */
export interface FailureGroupView {
  readonly key: string;
  /** version of the latest failure */
  readonly version: number;
  readonly activityId: string | null;
  readonly code: string | null;
  /** common message of the failures; null: they have different ones, or no filter can express it */
  readonly message: string | null;
  readonly latestMessage: string | null;
  /** number of different messages */
  readonly messages: number;
  readonly count: number;
  readonly firstAt: Timestamp;
  readonly lastAt: Timestamp;
  /** failures in each of the last 24 hours, oldest hour first; an incident counts once, in the hour of its latest failure */
  readonly hourly: readonly number[];
}

/** Overdue items at one element. */
export interface OverdueGroupView {
  readonly key: string;
  readonly version: number;
  readonly activityId: string | null;
  readonly count: number;
  readonly oldestAt: Timestamp;
}

/** Task type with open tasks that no worker requests. */
export interface UnservedTypeView {
  readonly taskType: string;
  readonly count: number;
  readonly isExact: boolean;
  readonly oldestAt: Timestamp | null;
}

/** Problems of the processes of the service. */
export interface ServiceView {
  /** roles without an active process; empty if there are no heartbeats at all */
  readonly missing: readonly ('worker' | 'projector')[];
  /** commands that wait in the queue */
  readonly jobsWaiting: number;
  /** processes whose last heartbeat was 30 seconds to 10 minutes ago */
  readonly lost: readonly string[];
  /** delay of the projection */
  readonly lagSeconds: number;
}

/** Durations of completed instances. */
export interface DurationsView {
  readonly key: string;
  readonly count: number;
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** GET /ui/api/timers: one overdue timer. */
export interface LateTimerView {
  readonly kind: 'timer' | 'timer start';
  readonly key: string;
  readonly instanceId: string | null;
  readonly activityId: string | null;
  readonly dueAt: Timestamp;
  /** number of failed attempts */
  readonly attempts: number;
}
