import type { ListedFailure, ListedOpenIncident } from '../../wire/instances.ts';
import type { Timestamp } from '../../wire/page.ts';

/** Answers of the API for several pages. */

/** Activity instance (docs/contributing/spec/http/instances.md#entries). `isExecuting`: started. `variablesStateId`: id of its variable scope. */
export interface Entry {
  readonly activityInstanceId: string;
  readonly activityId: string;
  readonly activityType: string;
  readonly isCompleted: boolean;
  readonly isExecuting: boolean;
  readonly isCancelled: boolean;
  readonly variablesStateId: string;
  readonly errorState: { readonly code: string; readonly message: string } | null;
  readonly cancellationReason: string | null;
  readonly createdAt: Timestamp;
  readonly executionStartedAt: Timestamp | null;
  readonly completedAt: Timestamp | null;
  readonly childWorkflowInstanceId: string | null;
}

/** See docs/contributing/spec/http/instances.md#state. */
export interface ShownInstanceState {
  readonly activeActivityIds: readonly string[];
  readonly completedActivityIds: readonly string[];
  readonly isStarted: boolean;
  readonly isCompleted: boolean;
  readonly isCancelled: boolean;
  readonly isFailed: boolean;
  /** absent: not suspended */
  readonly suspendedBy?: readonly string[];
  readonly businessId: string | null;
  readonly processDefinitionId: string;
  readonly createdAt: Timestamp;
  readonly executionStartedAt: Timestamp | null;
  readonly completedAt: Timestamp | null;
  readonly activeActivities: readonly Entry[];
  readonly completedActivities: readonly Entry[];
  readonly variableStates: readonly {
    readonly variablesId: string;
    /** scope around this one; absent: root scope */
    readonly parentVariablesId?: string;
    readonly variables: Readonly<Record<string, unknown>>;
  }[];
  readonly conditionSequences: readonly {
    readonly sequenceFlowId: string;
    readonly condition: string;
    readonly sourceActivityId: string;
    readonly targetActivityId: string;
    readonly result: boolean;
  }[];
  readonly paging: {
    readonly pageSize: number;
    readonly totalCounts: {
      readonly activeActivities: number;
      readonly completedActivities: number;
      readonly variableStates: number;
      readonly conditionSequences: number;
    };
  };
}

/** See docs/contributing/spec/http/user-tasks.md#comments. */
export interface TaskCommentPage {
  readonly items: readonly {
    readonly commentId: string;
    readonly author: string;
    readonly text: string;
    readonly createdAt: Timestamp;
  }[];
  readonly totalCount: number;
}

/** See docs/contributing/spec/http/instances.md#history. */
export interface HistoryPage {
  readonly items: readonly {
    readonly sequence: number;
    readonly type: string;
    readonly occurredAt: Timestamp;
    readonly activityId: string | null;
    readonly activityInstanceId: string | null;
    readonly data: Readonly<Record<string, unknown>>;
    /** absent: unknown user */
    readonly actor?: string;
  }[];
  readonly totalCount: number;
  readonly page: number;
  readonly pageSize: number;
}

/** See docs/contributing/spec/http/instances.md#find-instances. */
export interface FoundInstances {
  readonly items: readonly FoundInstanceRow[];
  readonly totalCount: number;
  /** false: `totalCount` is a minimum */
  readonly isTotalCountExact: boolean;
  readonly page: number;
  readonly pageSize: number;
}
export interface ListedCalledIncident {
  readonly workflowInstanceId: string;
  readonly activityId: string;
  readonly errorCode: string;
  readonly errorMessage: string;
  readonly openIncidents: number;
}
export interface FoundInstanceRow {
  readonly instanceId: string;
  readonly processDefinitionKey: string;
  readonly version: number;
  readonly status: string;
  readonly businessId: string | null;
  readonly activeActivityIds: readonly string[];
  readonly failure: ListedFailure | null;
  /** absent: no open incident */
  readonly incident?: ListedOpenIncident;
  /** in an instance that it calls; absent: none */
  readonly calledIncident?: ListedCalledIncident;
  readonly rootInstanceId?: string;
  readonly rootBusinessId?: string | null;
  readonly createdAt: Timestamp;
  readonly completedAt: Timestamp | null;
  /** absent: not suspended */
  readonly suspendedBy?: readonly string[];
}

/** See docs/contributing/spec/incidents.md#list-of-dead-letters. */
export interface DeadLetterList {
  readonly items: readonly DeadLetterListItem[];
  readonly totalCount: number;
  readonly page: number;
  readonly pageSize: number;
}
export interface DeadLetterListItem {
  readonly deadLetterId: string;
  readonly kind: string;
  readonly status: string;
  readonly instanceId: string | null;
  readonly processKey: string | null;
  readonly businessId: string | null;
  readonly rootInstanceId?: string;
  readonly rootBusinessId?: string | null;
  /** first line of the error */
  readonly errorMessage: string;
  /** number of permanent failures */
  readonly attempts: number;
  readonly firstParkedAt: Timestamp;
  readonly parkedAt: Timestamp;
  readonly retriedAt: Timestamp | null;
  readonly retriedBy: string | null;
  readonly endedAt: Timestamp | null;
  readonly endedBy: string | null;
  /** reason of the drop */
  readonly reason: string | null;
  readonly canRetry: boolean;
}

export interface DeadLetterContent extends DeadLetterListItem {
  /** whole text of the error */
  readonly error: string;
  readonly command: unknown;
  readonly senderInstanceId: string | null;
  /** null: it can be retried, or has ended */
  readonly whyNotRetried: string | null;
  /** effect of a drop */
  readonly ifDropped: string | null;
}

/** Response of a deploy (docs/contributing/spec/http/definitions.md#deploy). */
export interface Deployed {
  readonly ProcessDefinitionKey: string;
  readonly Version: number;
  readonly AdditionalDefinitions?: readonly { readonly ProcessDefinitionKey: string; readonly Version: number }[];
  readonly Warnings?: readonly string[];
}

/** See docs/contributing/spec/incidents.md#ignored. */
export interface IgnoredList {
  readonly items: readonly IgnoredGroup[];
}
export interface IgnoredGroup {
  readonly processDefinitionKey: string;
  readonly activityId: string | null;
  readonly errorCode: string | null;
  /** null: any message */
  readonly errorMessage: string | null;
  /** messages that do not belong to the group */
  readonly exceptErrorMessages: readonly string[];
  readonly reason: string;
  readonly until: string | null;
  readonly ignoredBy: string | null;
  readonly ignoredAt: string;
  readonly incidentCount: number;
  readonly failedInstanceCount: number;
  readonly lastFailedAt: string | null;
}
export interface IncidentList {
  readonly items: readonly ListedIncident[];
  readonly totalCount: number;
  readonly page: number;
  readonly pageSize: number;
}
export interface ListedIncident {
  readonly incidentId: string;
  readonly workflowInstanceId: string;
  /** null: the process */
  readonly activityInstanceId: string | null;
  readonly activityId: string;
  readonly processDefinitionId: string;
  readonly processDefinitionKey: string;
  readonly businessId: string | null;
  /** topmost caller; absent: no instance called it */
  readonly rootInstanceId?: string;
  readonly rootBusinessId?: string | null;
  readonly errorCode: string;
  readonly errorMessage: string;
  /** failures in a row */
  readonly count: number;
  readonly firstFailedAt: Timestamp;
  readonly lastFailedAt: Timestamp;
}

/** See docs/contributing/spec/batches.md#create-a-batch. `batchId` null: dry run. */
export interface BatchAnswer {
  readonly batchId: string | null;
  readonly totalCount: number;
  readonly processes: readonly { readonly processDefinitionKey: string; readonly count: number }[];
}
export interface BatchProgress {
  readonly batchId: string;
  readonly operation: string;
  readonly status: string;
  readonly totalCount: number;
  readonly pendingCount: number;
  readonly succeededCount: number;
  readonly failedCount: number;
  readonly skippedCount: number;
  readonly endedAt: Timestamp | null;
}
export interface ListedBatch extends BatchProgress {
  readonly processDefinitionKeys: readonly string[];
  readonly createdBy: string | null;
  readonly createdAt: Timestamp;
}
export interface BatchList {
  readonly items: readonly ListedBatch[];
  readonly totalCount: number;
  readonly page: number;
  readonly pageSize: number;
}
export interface BatchItemList {
  readonly items: readonly {
    readonly position: number;
    readonly subjectId: string;
    readonly workflowInstanceId: string | null;
    readonly processDefinitionKey: string | null;
    readonly resultInstanceId: string | null;
    readonly status: string;
    readonly reason: string | null;
    readonly businessId: string | null;
    readonly rootInstanceId?: string;
    readonly rootBusinessId?: string | null;
    readonly failureNow: ListedFailure | null;
    readonly statusNow: string | null;
    readonly isWaitingNow: boolean;
  }[];
  readonly totalCount: number;
  readonly page: number;
  readonly pageSize: number;
}
