import type { IterationItem } from '../../../engine/state/iteration-item.ts';
import type { Timestamp } from '../../wire/page.ts';

/** Answers of the API for diagnosis and repairs of an instance. */

/** `workflowInstanceId`: instance with the incident. */
export interface CalledIncidentItem {
  readonly incidentId: string;
  readonly workflowInstanceId: string;
  readonly processDefinitionKey: string;
  readonly processName: string | null;
  readonly activityId: string;
  readonly activityName: string | null;
  readonly errorCode: string;
  readonly errorMessage: string;
  readonly openIncidents: number;
  /** failures in a row; undefined: an earlier release */
  readonly count?: number;
  readonly lastFailedAt?: Timestamp | null;
}

/** One reason why an instance waits (docs/contributing/spec/http/instances.md#fields-of-an-item); only members that the pages use. */
export interface WaitItem {
  readonly kind: string;
  /** English sentence */
  readonly text: string;
  readonly activityId: string | null;
  readonly activityName: string | null;
  readonly activityInstanceId: string | null;
  /** undefined: an earlier release */
  readonly elementType?: string | null;
  readonly since: Timestamp | null;
  readonly item?: IterationItem;
  readonly userTask?: {
    readonly assignee: string | null;
    readonly candidateUsers: readonly string[];
    readonly candidateGroups: readonly string[];
    readonly claimedBy: string | null;
  };
  readonly customTask?: {
    readonly taskType: string;
    readonly listensTo: string | null;
    /** number of failed attempts */
    readonly failures: number;
    /** maximum; null: default of the service */
    readonly attempts: number | null;
    readonly lockedBy: string | null;
    readonly lockedUntil: Timestamp | null;
    readonly availableAt: Timestamp | null;
    /** plugin hosts that run the type; external workers do not register */
    readonly siloNames: readonly string[];
  };
  readonly called?: {
    readonly workflowInstanceId: string | null;
    readonly processDefinitionKey: string | null;
    readonly version: number | null;
    readonly status: string | null;
    readonly processName?: string | null;
    /** latest open incident of it, or of an instance that it calls; absent: none */
    readonly incident?: CalledIncidentItem;
  };
  readonly events?: readonly WaitingEvent[];
  readonly needsAllEvents?: boolean;
  readonly race?: { readonly gatewayId: string | null; readonly otherActivityIds: readonly string[] };
  readonly loop?: { readonly totalCount: number | null; readonly completedCount: number; readonly activeCount: number };
  readonly inside?: readonly string[];
  readonly leftCount?: number;
  readonly stepsTaken?: number;
  readonly suspendedBy?: readonly string[];
  readonly incident?: {
    readonly activityId: string;
    readonly errorCode: string;
    readonly errorMessage: string;
    readonly count: number;
  };
  readonly deadLetter?: {
    readonly deadLetterId: string;
    readonly kind: string;
    readonly errorMessage: string;
    readonly attempts: number;
    readonly parkedAt: Timestamp;
  };
  readonly join?: {
    readonly arrivedCount: number;
    readonly neededCount: number;
    readonly isInclusive: boolean;
    readonly hasFired: boolean;
    readonly condition: string | null;
    readonly flows: readonly {
      readonly sequenceFlowId: string;
      readonly sourceActivityId: string;
      readonly isMissing: boolean;
      /** active elements from which a token can come */
      readonly canComeFrom: readonly string[];
    }[];
  };
}
/** `role`: whether the activity instance waits for it, its boundary event or an event sub-process. */
export interface WaitingEvent {
  readonly kind: 'Message' | 'Signal' | 'Timer' | 'Condition';
  readonly role: 'Catch' | 'Boundary' | 'EventSubProcess';
  readonly activityId: string;
  readonly name: string | null;
  readonly correlationKey: string | null;
  readonly dueAt: Timestamp | null;
  readonly condition: string | null;
  readonly isInterrupting: boolean;
}
/** `failure` null: not failed. */
export interface InstanceWaits {
  readonly processDefinitionKey: string;
  /** undefined: an earlier release */
  readonly processName?: string | null;
  readonly items: readonly WaitItem[];
  readonly totalCount: number;
  readonly failure: { readonly activityId: string | null; readonly code: string; readonly message: string } | null;
}

/** See docs/contributing/spec/audit.md#entry; only members that the pages use. */
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
    /** equal refusals that this entry represents */
    readonly count: number;
  }[];
  readonly totalCount: number;
  readonly page: number;
  readonly pageSize: number;
}

/** See docs/contributing/spec/http/instances.md#instructions. */
export type ModificationInstruction =
  | { readonly cancel: { readonly entry: string } }
  | { readonly startBefore: { readonly element: string } }
  | { readonly startAfter: { readonly element: string } };
export interface ModificationAnswer {
  readonly cancelledCount: number;
  readonly started: readonly { readonly activityId: string; readonly openedActivityIds: readonly string[] }[];
  /** simulated; null without dry run. `isCut`: the simulation took too long, so the state is incomplete */
  readonly after: {
    readonly isCompleted: boolean;
    readonly isFailed: boolean;
    readonly activeActivityIds: readonly string[];
    readonly errorState: { readonly code: string; readonly message: string } | null;
    readonly isCut: boolean;
  } | null;
}

/** Response of a migration (docs/contributing/spec/moving-to-a-version.md#migration-report). */
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

/** Response of a restart (docs/contributing/spec/forks.md#revive). */
export interface ReviveAnswer {
  readonly WorkflowInstanceId: string;
  readonly IsFork: boolean;
  /** null: the process */
  readonly Repeats: readonly { readonly ActivityId: string | null; readonly RetryDoes: string }[];
}
