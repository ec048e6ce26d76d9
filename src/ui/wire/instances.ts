import type { Timestamp } from './page.ts';

/** Status of an instance: the first in this order that applies (docs/contributing/spec/pages.md#instances). */
export type ShownInstanceStatus = 'Failed' | 'Cancelled' | 'Completed' | 'Running' | 'Pending';

/** GET /ui/api/instances: one row. */
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
  /** failure of the instance; absent: it has not failed */
  readonly failure?: ListedFailure;
}

/** Failure in a list: at most 512 characters of the code and 1,000 of the message. */
export interface ListedFailure {
  readonly activityId: string | null;
  readonly code: string;
  readonly message: string;
}

/** GET /ui/api/instances/{id}: data of the page header and its links. */
export interface InstanceHeader extends InstanceView {
  /** number of rows in the event history */
  readonly lastSeq: number;
  /** the instance whose call activity started this one */
  readonly parent: { readonly instanceId: string; readonly activityId: string | null } | null;
  readonly children: readonly { readonly instanceId: string; readonly activityId: string }[];
}

/** GET /ui/api/instances/{id}/journal?from=: rows after `from`, oldest first. At most 500 and about 1 MiB; ask again for further rows. */
export interface JournalView {
  /** number of the last row in the event history */
  readonly lastSeq: number;
  readonly rows: readonly JournalRowView[];
}

/** The changes of an instance by one command. */
export interface JournalRowView {
  readonly seq: number;
  readonly at: Timestamp;
  readonly commandId: string;
  /** sender of the command: subject of the token or of the sign-in; null: unknown */
  readonly actor: string | null;
  /** stored events of the engine, as its function `apply` reads them */
  readonly events: readonly unknown[];
  /** ids of the activity instances that started or were restored in this row, by ordinal; absent in the downloaded file */
  readonly entryIds?: Readonly<Record<string, string>>;
}

/** GET /ui/api/instances/{id}/waiting: what the instance waits for. */
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

/** Open custom task for a plugin or a remote worker. */
export interface CustomTaskRunView {
  readonly taskId: string;
  readonly activityId: string;
  readonly taskType: string;
  /** `Running`: locked. `Retrying`: the last attempt failed and the next one is later. `Waiting`: not locked */
  readonly state: 'Running' | 'Retrying' | 'Waiting';
  /** plugin host or worker that has locked the task; null: not locked */
  readonly host: string | null;
  /** number of failed attempts */
  readonly failures: number;
  /** earliest time of the next attempt; for `Running`, end of the lock */
  readonly availableAt: Timestamp;
}
