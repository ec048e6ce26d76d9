import type { FailureCause } from './causes.ts';
import type { Caller } from './events/records.ts';
import type { Hold, SuspendedBy } from './events/scope-events.ts';
import type { JobWork } from './events.ts';
import type { MigrationFault, MigrationOrder } from './migration/migrations.ts';
import type { Instruction, InstructionFault } from './migration/modifications.ts';
import type { ProcessModel, UserTaskEdit } from './model.ts';
import type { ActivityInstanceOrdinal, IncidentOrdinal, Ordinal, SubscriptionOrdinal } from './ordinals.ts';
import type { RestorePoint } from './state/restore-point.ts';
import type { Json, Variables } from './values.ts';

/** Commands to one instance, from clients, timers, plugin hosts and other instances. */
export type EngineCommand =
  | {
      readonly type: 'StartInstance';
      readonly instanceId: string;
      readonly definitionId: string;
      readonly version: number;
      readonly businessId: string | null;
      readonly variables: Variables;
      /** element of a message, signal, timer or condition start */
      readonly startElement?: string;
      readonly caller?: Caller;
      /** user, if known */
      readonly starter?: string;
      /** starts the instance suspended */
      readonly hold?: Hold;
    }
  | { readonly type: 'CompleteActivity'; readonly activityId: string; readonly variables: Variables }
  | {
      readonly type: 'ClaimUserTask';
      readonly entry: ActivityInstanceOrdinal;
      readonly userId: string;
      readonly userGroups: readonly string[];
      /** the other user whose claim is replaced; null: none; absent: any */
      readonly replaces?: string | null;
    }
  | { readonly type: 'UnclaimUserTask'; readonly entry: ActivityInstanceOrdinal }
  | { readonly type: 'EditUserTask'; readonly entry: ActivityInstanceOrdinal; readonly edit: UserTaskEdit }
  | {
      readonly type: 'CompleteUserTask';
      readonly entry: ActivityInstanceOrdinal;
      readonly userId: string;
      readonly variables: Variables;
    }
  | { readonly type: 'FailUserTask'; readonly entry: ActivityInstanceOrdinal; readonly code: string; readonly message: string }
  | { readonly type: 'CancelUserTask'; readonly entry: ActivityInstanceOrdinal; readonly reason: string }
  /** ignored if the subscription is closed */
  | {
      readonly type: 'Deliver';
      readonly subscription: SubscriptionOrdinal;
      readonly variables: Variables;
      /** delivery queued during suspension: the new subscription with this subject receives it; absent: only `subscription` */
      readonly instead?: { readonly kind: 'message' | 'signal'; readonly name: string; readonly key: string };
    }
  /** ignored if the timer is closed */
  | { readonly type: 'FireTimer'; readonly subscription: SubscriptionOrdinal }
  /** `entry`: activity instance of the job, or ordinal of a listener or ad-hoc job; ignored if not open */
  | {
      readonly type: 'CompleteJob';
      readonly entry: Ordinal;
      readonly result: Variables;
      /** values only for output parameters of Camunda; they hide `result` */
      readonly localVariables?: Variables | undefined;
      readonly work?: JobWork;
    }
  | {
      readonly type: 'FailJob';
      readonly entry: Ordinal;
      readonly code: string;
      readonly message: string;
      /** failed attempt, if known */
      readonly attempt?: number;
    }
  /** notifications from the called instance; ignored if the call activity has ended */
  | {
      readonly type: 'ChildStarted';
      readonly entry: ActivityInstanceOrdinal;
      readonly childInstanceId: string;
      readonly key: string;
    }
  | { readonly type: 'ChildCompleted'; readonly entry: ActivityInstanceOrdinal; readonly variables: Variables }
  | {
      readonly type: 'ChildFailed';
      readonly entry: ActivityInstanceOrdinal;
      readonly code: string;
      readonly message: string;
      /** absent for an error end event */
      readonly cause?: FailureCause;
      /** data of an error end event of jBPM */
      readonly data?: Json;
      /** root variables of the called instance; absent: none, or an earlier release */
      readonly variables?: Variables;
    }
  | { readonly type: 'ChildCancelled'; readonly entry: ActivityInstanceOrdinal; readonly reason: string }
  | {
      readonly type: 'ChildEscalated';
      readonly entry: ActivityInstanceOrdinal;
      readonly code: string;
      readonly variables: Variables;
    }
  /** `variables`: written to the root scope first. `reason`: of this change */
  | {
      readonly type: 'RetryIncident';
      readonly incident: IncidentOrdinal;
      readonly variables?: Variables;
      readonly reason?: string;
    }
  /** `variables`: replace the result of the failed work */
  | { readonly type: 'ResolveIncident'; readonly incident: IncidentOrdinal; readonly variables: Variables }
  /** ignored if already suspended by `by` */
  | { readonly type: 'SuspendInstance'; readonly by: SuspendedBy; readonly reason?: string }
  | { readonly type: 'ResumeInstance'; readonly by: SuspendedBy; readonly reason?: string }
  /** commands queued during suspension were run before */
  | { readonly type: 'CatchUp' }
  /** new instance continues from a restore point of another one. `before`: its model */
  | {
      readonly type: 'ForkInstance';
      readonly point: RestorePoint;
      readonly before: ProcessModel;
      readonly instanceId: string;
      readonly definitionId: string;
      readonly version: number;
      /** written to the root variables */
      readonly variables: Variables;
      /** starts the instance suspended */
      readonly hold?: Hold;
      /** set if called */
      readonly caller?: Caller;
      /** replaces an ended instance: called instances continue too; absent: new ones start */
      readonly continuesCalls?: true;
      readonly reason?: string;
    }
  /** continues a failed or cancelled instance. `definition`: its version at that point, if different */
  | {
      readonly type: 'ReviveInstance';
      readonly point: RestorePoint;
      readonly variables: Variables;
      readonly hold?: Hold;
      readonly definition?: { readonly definitionId: string; readonly version: number };
      readonly reason?: string;
    }
  /** `before`: current version */
  | {
      readonly type: 'MigrateInstance';
      readonly definitionId: string;
      readonly version: number;
      readonly before: ProcessModel;
      readonly order: MigrationOrder;
    }
  /** ignored if no run paused */
  | { readonly type: 'ContinueRun' }
  /** `scope`: an active activity instance or a variable scope; null: the root */
  | {
      readonly type: 'EditVariables';
      readonly scope: Ordinal | null;
      readonly values: Variables;
      readonly removed: readonly string[];
      readonly reason?: string;
    }
  /** all or nothing. `reason`: of the cancellations */
  | { readonly type: 'Modify'; readonly instructions: readonly Instruction[]; readonly reason: string | null }
  | { readonly type: 'CancelInstance'; readonly reason: string; readonly by?: 'callingInstance' };

export type EngineCommandOf<T extends EngineCommand['type']> = Extract<EngineCommand, { type: T }>;

/** Violation of a business rule. Other fields are data for the error text (api/http-errors.ts). Not an exception: it must survive a queue. */
export type Rejection =
  | { readonly code: 'NO_ACTIVE_ENTRY'; readonly activityId: string }
  | { readonly code: 'ACTIVITY_IS_USER_TASK'; readonly activityId: string }
  | { readonly code: 'ACTIVITY_NOT_COMPLETABLE'; readonly activityId: string }
  | { readonly code: 'USER_TASK_NOT_FOUND' }
  /** a worker is running a listener of the task */
  | { readonly code: 'LISTENER_IS_OPEN' }
  | { readonly code: 'CLAIM_NOT_ALLOWED'; readonly userId: string }
  | { readonly code: 'TASK_NOT_CLAIMED' }
  | { readonly code: 'TASK_CLAIMED_BY_OTHER'; readonly claimedBy: string; readonly userId: string }
  | { readonly code: 'MISSING_OUTPUT_VARIABLES'; readonly names: readonly string[] }
  | { readonly code: 'INSTANCE_SUSPENDED'; readonly instanceId: string }
  | { readonly code: 'INCIDENT_NOT_FOUND' }
  | { readonly code: 'INCIDENT_NOT_RESOLVABLE'; readonly reason: string }
  /** `element`: cannot continue from there */
  | { readonly code: 'NOT_RESTORABLE'; readonly element: string; readonly reason: string }
  | { readonly code: 'INSTANCE_ENDED' }
  /** `index`: of the instruction, from 0 */
  | { readonly code: 'INSTRUCTION_REFUSED'; readonly index: number; readonly fault: InstructionFault }
  /** `faults`: the first, in state order; `count`: total */
  | {
      readonly code: 'MIGRATION_REFUSED';
      readonly instanceId: string;
      readonly faults: readonly MigrationFault[];
      readonly count: number;
    }
  | { readonly code: 'SCOPE_NOT_ACTIVE' }
  /** `limit`: characters of JSON; `of`: one write, or all variables */
  | { readonly code: 'VARIABLES_TOO_LARGE'; readonly limit: number; readonly of: 'write' | 'instance' };
