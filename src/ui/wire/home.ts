import type { Timestamp } from './page.ts';

/** GET /ui/api/home: items that need attention, and metrics, of the keys that the user may see (docs/contributing/spec/pages.md#needs-you). */
export interface HomeView {
  /** when it was read */
  readonly at: Timestamp;
  readonly incidents: GroupsView<FailureGroupView>;
  /** instances that failed since `failedSince` */
  readonly failed: GroupsView<FailureGroupView>;
  readonly failedSince: Timestamp;
  readonly lateTimers: GroupsView<OverdueGroupView>;
  readonly overdueTasks: GroupsView<OverdueGroupView>;
  /** types with unlocked tasks, without a plugin host, and without a recent request of a remote worker */
  readonly unserved: readonly UnservedTypeView[];
  readonly deadLetters: { readonly count: number; readonly isExact: boolean; readonly lastAt: Timestamp | null };
  /** null for users who do not see all keys */
  readonly service: ServiceView | null;
  /** by minute, the last hour, oldest first; minutes in which nothing happened are there too */
  readonly throughput: readonly MinuteView[];
  /** keys with instances that failed since `failedSince`, most first, at most 10 */
  readonly failures: readonly { readonly key: string; readonly failed: number; readonly lastFailedAt: Timestamp }[];
  /** keys with instances that completed within the last hour, most first, at most 10 */
  readonly durations: readonly DurationsView[];
}

/** One minute. `failed`: of the finished ones. */
interface MinuteView {
  readonly minute: Timestamp;
  readonly started: number;
  readonly finished: number;
  readonly failed: number;
}

/** The largest groups. `more`: groups that are left out. `isExact` false: only the newest, or oldest, were counted, {@link MOST_READ} of them. */
export interface GroupsView<Group> {
  readonly groups: readonly Group[];
  /** rows in all groups */
  readonly count: number;
  readonly more: number;
  readonly isExact: boolean;
}

/** Failures at one element with the same error. */
export interface FailureGroupView {
  readonly key: string;
  /** the version in which the latest failed */
  readonly version: number;
  readonly activityId: string | null;
  readonly code: string | null;
  /** of all of them; null: they have several */
  readonly message: string | null;
  readonly latestMessage: string | null;
  readonly messages: number;
  readonly count: number;
  readonly firstAt: Timestamp;
  readonly lastAt: Timestamp;
  /** failures in each of the last 24 hours, oldest first; of an incident counts the latest */
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

/** Tasks that no worker serves. */
export interface UnservedTypeView {
  readonly taskType: string;
  readonly count: number;
  readonly isExact: boolean;
  readonly oldestAt: Timestamp | null;
}

/** Problems of the service's own processes. */
export interface ServiceView {
  /** roles without a living process; empty without heartbeats */
  readonly missing: readonly ('worker' | 'projector')[];
  /** commands that wait in the queue */
  readonly jobsWaiting: number;
  /** processes that vanished within the last 10 minutes */
  readonly lost: readonly string[];
  readonly lagSeconds: number;
}

/** How long instances took. Unit: ms. */
export interface DurationsView {
  readonly key: string;
  readonly count: number;
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** GET /ui/api/timers: timers that should have fired. */
export interface LateTimerView {
  readonly kind: 'timer' | 'timer start';
  readonly key: string;
  readonly instanceId: string | null;
  readonly activityId: string | null;
  readonly dueAt: Timestamp;
  readonly attempts: number;
}
