import type { Timestamp } from '../../wire/page.ts';

/** Answers of the API that the page of an instance reads for diagnosis and repairs. */

/** One reason why an instance waits (docs/contributing/spec/http/instances.md#fields-of-an-item). Only the members that the pages use. */
export interface WaitItem {
  readonly kind: string;
  /** one sentence for users */
  readonly text: string;
  readonly activityId: string | null;
  readonly activityName: string | null;
  readonly activityInstanceId: string | null;
  readonly since: Timestamp | null;
  readonly userTask?: {
    readonly assignee: string | null;
    readonly candidateUsers: readonly string[];
    readonly candidateGroups: readonly string[];
    readonly claimedBy: string | null;
  };
  readonly customTask?: {
    readonly taskType: string;
    /** number of failed attempts */
    readonly failures: number;
    /** maximum number of attempts; null: the default of the service */
    readonly attempts: number | null;
    readonly lockedBy: string | null;
    readonly lockedUntil: Timestamp | null;
    readonly availableAt: Timestamp | null;
    /** plugin hosts that run the type now; external workers do not register */
    readonly siloNames: readonly string[];
  };
  readonly called?: { readonly workflowInstanceId: string | null; readonly status: string | null };
  readonly events?: readonly WaitingEvent[];
  readonly join?: {
    readonly arrivedCount: number;
    readonly neededCount: number;
    readonly flows: readonly {
      readonly sequenceFlowId: string;
      readonly sourceActivityId: string;
      readonly isMissing: boolean;
      /** active elements from which a token can still come */
      readonly canComeFrom: readonly string[];
    }[];
  };
}
/** An event that the activity instance waits for, or that its boundary event or an event sub-process waits for (`role`). */
export interface WaitingEvent {
  readonly kind: 'Message' | 'Signal' | 'Timer' | 'Condition';
  readonly role: 'Catch' | 'Boundary' | 'EventSubProcess';
  readonly activityId: string;
  readonly name: string | null;
  readonly correlationKey: string | null;
  readonly dueAt: Timestamp | null;
  readonly condition: string | null;
}
/** GET /Instances/{id}/waiting. `failure`: null if the instance has not failed. */
export interface InstanceWaits {
  readonly items: readonly WaitItem[];
  readonly totalCount: number;
  readonly failure: { readonly activityId: string | null; readonly code: string; readonly message: string } | null;
}

/** GET /Audit (docs/contributing/spec/audit.md#entry). Only the members that the pages use. */
export interface AuditList {
  readonly items: readonly {
    readonly entryId: string;
    readonly at: Timestamp;
    readonly act: string;
    readonly actor: string | null;
    readonly clientAddress: string | null;
    readonly result: string;
    readonly status: number;
    readonly code: string | null;
    /** number of equal refusals that this entry represents */
    readonly count: number;
  }[];
  readonly totalCount: number;
  readonly page: number;
  readonly pageSize: number;
}

/** An instruction of a modification (docs/contributing/spec/http/instances.md#instructions). */
export type ModificationInstruction =
  | { readonly cancel: { readonly entry: string } }
  | { readonly startBefore: { readonly element: string } }
  | { readonly startAfter: { readonly element: string } };
/** POST /Instances/{id}/modify. */
export interface ModificationAnswer {
  readonly cancelledCount: number;
  readonly started: readonly { readonly activityId: string; readonly openedActivityIds: readonly string[] }[];
  /** simulated state after the modification; null without dry run. `isCut`: the simulation was stopped because it took too long, so the state is incomplete */
  readonly after: {
    readonly isCompleted: boolean;
    readonly isFailed: boolean;
    readonly activeActivityIds: readonly string[];
    readonly errorState: { readonly code: string; readonly message: string } | null;
    readonly isCut: boolean;
  } | null;
}

/** POST /Instances/{id}/migrate (docs/contributing/spec/moving-to-a-version.md#migration-report). */
export interface MigrationAnswer {
  readonly version: number;
  readonly report: {
    readonly isPossible: boolean;
    readonly refusals: readonly { readonly activityId: string | null; readonly reason: string }[];
    readonly activities: readonly { readonly from: string; readonly to: string | null }[];
    /** `becomes`: `kept`, `renewed`, `armed` or `disarmed` */
    readonly events: readonly { readonly from: string | null; readonly to: string | null; readonly becomes: string }[];
  } | null;
}

/** POST /Instances/{id}/revive (docs/contributing/spec/forks.md#revive). */
export interface ReviveAnswer {
  readonly WorkflowInstanceId: string;
  readonly IsFork: boolean;
  /** ActivityId: null for the process itself */
  readonly Repeats: readonly { readonly ActivityId: string | null; readonly RetryDoes: string }[];
}
