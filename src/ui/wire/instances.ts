import type { Timestamp } from './page.ts';

/** The state badge of an instance (docs/contributing/spec/pages.md#instances): the first that applies, in this order. */
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
  /** where it failed, and of what; absent unless it has */
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
  /** journal rows so far */
  readonly lastSeq: number;
  /** the instance whose call activity started this one */
  readonly parent: { readonly instanceId: string; readonly activityId: string | null } | null;
  readonly children: readonly { readonly instanceId: string; readonly activityId: string }[];
}

/** GET /ui/api/instances/{id}/journal?from=: rows after `from`, at most 500, oldest first. */
export interface JournalView {
  /** of the whole journal */
  readonly lastSeq: number;
  readonly rows: readonly JournalRowView[];
}

/** Everything one command did to the instance. */
export interface JournalRowView {
  readonly seq: number;
  readonly at: Timestamp;
  readonly commandId: string;
  /** sender of the command: subject of the token or of the sign-in; null: unknown */
  readonly actor: string | null;
  /** events of the engine in their stored form: input of its `apply` */
  readonly events: readonly unknown[];
  /** ids of the entries that began here, by ordinal; the file to keep has none */
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

/** Work for a plugin or a remote worker. */
export interface CustomTaskRunView {
  readonly taskId: string;
  readonly activityId: string;
  readonly taskType: string;
  /** `Running`: locked; `Retrying`: the last attempt failed and the next is due later; `Waiting`: free */
  readonly state: 'Running' | 'Retrying' | 'Waiting';
  readonly host: string | null;
  /** runs that failed */
  readonly failures: number;
  /** of a running one: end of the lock */
  readonly availableAt: Timestamp;
}
