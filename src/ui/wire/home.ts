import type { Timestamp } from './page.ts';

/** GET /ui/api/home: only process keys that the user may see (docs/contributing/spec/pages.md#needs-you). */
export interface HomeView {
  /** time of the read */
  readonly at: Timestamp;
  readonly incidents: GroupsView<FailureGroupView>;
  /** instances, since `failedSince` */
  readonly failed: GroupsView<FailureGroupView>;
  readonly failedSince: Timestamp;
  readonly lateTimers: GroupsView<OverdueGroupView>;
  readonly overdueTasks: GroupsView<OverdueGroupView>;
  /** types with unlocked tasks, but neither plugin host nor a recent request of a remote worker */
  readonly unserved: readonly UnservedTypeView[];
  readonly deadLetters: { readonly count: number; readonly isExact: boolean; readonly lastAt: Timestamp | null };
  /** null: the user does not see all keys */
  readonly service: ServiceView | null;
  /** read with `throughput`; null: the user does not see all keys */
  readonly active: { readonly instances: number; readonly userTasks: number } | null;
  /** each minute of the last hour, oldest first */
  readonly throughput: readonly MinuteView[];
  /** keys with instances that failed since `failedSince`, most first, at most 10 */
  readonly failures: readonly { readonly key: string; readonly failed: number; readonly lastFailedAt: Timestamp }[];
  /** keys with instances that completed in the last hour, most first, at most 10 */
  readonly durations: readonly DurationsView[];
}

/** `failed`: included in `finished`. */
interface MinuteView {
  readonly minute: Timestamp;
  readonly started: number;
  readonly finished: number;
  readonly failed: number;
}

/** Largest first. `more`: number of omitted groups. `isExact` false: only 10,000 rows were counted: the newest failures, or the oldest overdue items. */
export interface GroupsView<Group> {
  readonly groups: readonly Group[];
  /** rows of all groups */
  readonly count: number;
  readonly more: number;
  readonly isExact: boolean;
}

/** GET /home?groups=…: groups of given places. */
export interface FailureGroupsView {
  readonly incidents: GroupsView<FailureGroupView>;
  readonly failed: GroupsView<FailureGroupView>;
}

/** Failures at one element with the same code, by message; one group for the messages that do not repeat if they are many or long. */
export interface FailureGroupView {
  readonly key: string;
  /** version of the latest failure */
  readonly version: number;
  readonly activityId: string | null;
  readonly code: string | null;
  /** common message; null: they differ, or no filter can express it */
  readonly message: string | null;
  readonly latestMessage: string | null;
  /** number of different messages */
  readonly messages: number;
  /** at most 10 messages of a group without a common one, each at most 200 characters */
  readonly examples: readonly string[];
  /** messages of other groups of the same place, which the list of this group excludes */
  readonly excluded: readonly string[];
  /** false: the list of this group also contains ignored failures */
  readonly isExactList: boolean;
  readonly count: number;
  readonly firstAt: Timestamp;
  readonly lastAt: Timestamp;
  /** failures per hour in the last 24 hours, oldest first; an incident counts once, at its latest failure */
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

/** Type with open tasks, but no worker requests it. */
export interface UnservedTypeView {
  readonly taskType: string;
  readonly count: number;
  readonly isExact: boolean;
  readonly oldestAt: Timestamp | null;
}

/** Problems of the service. */
export interface ServiceView {
  /** roles without active process; empty without any heartbeat */
  readonly missing: readonly ('worker' | 'projector')[];
  /** commands in the queue */
  readonly jobsWaiting: number;
  /** last heartbeat 30 seconds to 10 minutes ago */
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

/** GET /ui/api/timers. */
export interface LateTimerView {
  readonly kind: 'timer' | 'timer start';
  readonly key: string;
  readonly instanceId: string | null;
  readonly activityId: string | null;
  readonly dueAt: Timestamp;
  /** number of failed attempts */
  readonly attempts: number;
}
