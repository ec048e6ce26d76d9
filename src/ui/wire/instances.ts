import type { Timestamp } from './page.ts';

/** The first in this order that applies (docs/contributing/spec/pages.md#instances). */
export type ShownInstanceStatus = 'Failed' | 'Cancelled' | 'Completed' | 'Running' | 'Pending';

/** GET /ui/api/instances. */
export interface InstanceView {
  readonly instanceId: string;
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly businessId: string | null;
  readonly status: ShownInstanceStatus;
  readonly createdAt: Timestamp;
  readonly startedAt: Timestamp | null;
  readonly completedAt: Timestamp | null;
  /** absent: not failed */
  readonly failure?: ListedFailure;
  /** absent: not suspended */
  readonly suspendedBy?: readonly string[];
  /** absent: no open incident */
  readonly incident?: ListedOpenIncident;
  /** latest open incident in an instance that it calls, at any depth; absent: none */
  readonly calledIncident?: CalledIncidentView;
  /** topmost caller; absent: no instance called it */
  readonly root?: RootView;
}

/** `instanceId`: the instance with the incident. `openIncidents`: in all called instances. */
export interface CalledIncidentView extends ListedOpenIncident {
  readonly incidentId: string;
  readonly instanceId: string;
  readonly key: string;
  readonly processName: string | null;
}

/** Key and business id: null if it is not in the query tables yet, or not visible to the user. */
export interface RootView {
  readonly instanceId: string;
  readonly key: string | null;
  readonly businessId: string | null;
}

/** Caller or called instance; members are null as in {@link RootView}. */
export interface NamedInstanceView extends RootView {
  readonly processName: string | null;
}

/** Failure with at most 512 characters of the code and 1,000 of the message. */
export interface ListedFailure {
  readonly activityId: string | null;
  readonly code: string;
  readonly message: string;
}

/** Latest open incident of an instance. */
export interface ListedOpenIncident extends ListedFailure {
  readonly openIncidents: number;
}

/** GET /ui/api/instances/{id}. */
export interface InstanceHeader extends InstanceView {
  /** rows in the event history */
  readonly lastSeq: number;
  /** instance whose call activity started this one */
  readonly parent: (NamedInstanceView & { readonly activityId: string | null }) | null;
  readonly children: readonly (NamedInstanceView & { readonly activityId: string })[];
}

/** GET /ui/api/instances/{id}/journal?from=: rows after `from`, oldest first, at most 500 and about 1 MiB. */
export interface JournalView {
  /** last row in the event history */
  readonly lastSeq: number;
  readonly rows: readonly JournalRowView[];
}

/** Changes by one command. */
export interface JournalRowView {
  readonly seq: number;
  readonly at: Timestamp;
  readonly commandId: string;
  /** subject of the token or sign-in of the sender; null: unknown */
  readonly actor: string | null;
  /** events for the function `apply` of the engine */
  readonly events: readonly unknown[];
  /** ids of activity instances that started or were restored in this row, by ordinal; absent in the downloaded file */
  readonly entryIds?: Readonly<Record<string, string>>;
}

/** GET /ui/api/instances/{id}/waiting. */
export interface WaitingView {
  readonly timers: readonly { readonly activityId: string | null; readonly dueAt: Timestamp }[];
  readonly subscriptions: readonly {
    readonly kind: 'message' | 'signal';
    readonly name: string;
    readonly correlationKey: string | null;
    readonly activityId: string;
    readonly activityInstanceId: string | null;
  }[];
  readonly userTasks: readonly { readonly taskId: string; readonly activityId: string; readonly claimedBy: string | null }[];
  readonly customTasks: readonly CustomTaskRunView[];
}

/** Task for a plugin or a remote worker. */
export interface CustomTaskRunView {
  readonly taskId: string;
  readonly activityId: string;
  readonly taskType: string;
  /** `Running`: locked. `Retrying`: the next attempt is later. `Waiting`: not locked */
  readonly state: 'Running' | 'Retrying' | 'Waiting';
  /** plugin host or worker with the lock; null: not locked */
  readonly host: string | null;
  /** number of failed attempts */
  readonly failures: number;
  /** next attempt; for `Running`: end of the lock */
  readonly availableAt: Timestamp;
}
