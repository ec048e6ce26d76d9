import type { FailureCause } from './causes.ts';
import type { Caller } from './events.ts';
import type { MigrationFault, MigrationOrder } from './migrations.ts';
import type { ProcessModel } from './model.ts';
import type { Instruction, InstructionFault } from './modifications.ts';
import type { EntryOrdinal, IncidentOrdinal, Ordinal, SubscriptionOrdinal } from './ordinals.ts';
import type { RestorePoint } from './restore-point.ts';
import type { Hold, SuspendedBy } from './suspension-events.ts';
import type { Variables } from './values.ts';

/** One outside stimulus applied to one instance. */
export type EngineCommand =
  | {
      readonly type: 'StartInstance';
      readonly instanceId: string;
      readonly definitionId: string;
      readonly version: number;
      readonly businessId: string | null;
      readonly variables: Variables;
      /** element that a message, signal, timer or condition starts at; absent: the model's own start */
      readonly startElement?: string;
      readonly caller?: Caller;
      /** who asks for the start; absent: nobody is known */
      readonly starter?: string;
      /** it is suspended before it begins */
      readonly hold?: Hold;
    }
  | { readonly type: 'CompleteActivity'; readonly activityId: string; readonly variables: Variables }
  | {
      readonly type: 'ClaimUserTask';
      readonly entry: EntryOrdinal;
      readonly userId: string;
      readonly userGroups: readonly string[];
    }
  | { readonly type: 'UnclaimUserTask'; readonly entry: EntryOrdinal }
  | { readonly type: 'CompleteUserTask'; readonly entry: EntryOrdinal; readonly userId: string; readonly variables: Variables }
  | { readonly type: 'FailUserTask'; readonly entry: EntryOrdinal; readonly code: string; readonly message: string }
  | { readonly type: 'CancelUserTask'; readonly entry: EntryOrdinal; readonly reason: string }
  /** a message or signal for an open subscription; nothing happens when it is closed */
  | {
      readonly type: 'Deliver';
      readonly subscription: SubscriptionOrdinal;
      readonly variables: Variables;
      /** what it waited for, when this has waited for the instance to be resumed: another one may have taken its place; absent: it is this one or none */
      readonly instead?: { readonly kind: 'message' | 'signal'; readonly name: string; readonly key: string };
    }
  | { readonly type: 'FireTimer'; readonly subscription: SubscriptionOrdinal }
  /** `entry`: whose work it is, or the number of a job that has one of its own */
  | { readonly type: 'CompleteJob'; readonly entry: Ordinal; readonly result: Variables }
  | {
      readonly type: 'FailJob';
      readonly entry: Ordinal;
      readonly code: string;
      readonly message: string;
      /** number of the attempt that has failed; absent: unknown */
      readonly attempt?: number;
    }
  /** notices about the child of a call activity; ignored when the entry has ended */
  | { readonly type: 'ChildStarted'; readonly entry: EntryOrdinal; readonly childInstanceId: string; readonly key: string }
  | { readonly type: 'ChildCompleted'; readonly entry: EntryOrdinal; readonly variables: Variables }
  | {
      readonly type: 'ChildFailed';
      readonly entry: EntryOrdinal;
      readonly code: string;
      readonly message: string;
      /** absent for an error end event */
      readonly cause?: FailureCause;
      /** the root variables of the child; absent: none, as from earlier releases */
      readonly variables?: Variables;
    }
  | { readonly type: 'ChildCancelled'; readonly entry: EntryOrdinal; readonly reason: string }
  | { readonly type: 'ChildEscalated'; readonly entry: EntryOrdinal; readonly code: string; readonly variables: Variables }
  | { readonly type: 'RetryIncident'; readonly incident: IncidentOrdinal }
  /** `variables`: what stands for the result of what has failed */
  | { readonly type: 'ResolveIncident'; readonly incident: IncidentOrdinal; readonly variables: Variables }
  /** nothing moves until it is resumed; nothing happens when `by` holds it already */
  | { readonly type: 'SuspendInstance'; readonly by: SuspendedBy; readonly reason?: string }
  | { readonly type: 'ResumeInstance'; readonly by: SuspendedBy; readonly reason?: string }
  /** what has waited is carried out: it stands behind that */
  | { readonly type: 'CatchUp' }
  /** a new instance goes on from a point in the life of another one. `before`: the model of that one */
  | {
      readonly type: 'ForkInstance';
      readonly point: RestorePoint;
      readonly before: ProcessModel;
      readonly instanceId: string;
      readonly definitionId: string;
      readonly version: number;
      /** written to its root variables */
      readonly variables: Variables;
      /** it is suspended before it goes on */
      readonly hold?: Hold;
      /** set on the child of a call activity */
      readonly caller?: Caller;
      /** it takes the place of an instance that has ended: called instances continue too; absent: others are started */
      readonly continuesCalls?: true;
    }
  /** an instance that has failed or was cancelled goes on from a point before its end. `definition`: the version it was in there, where it is in another one */
  | {
      readonly type: 'ReviveInstance';
      readonly point: RestorePoint;
      readonly variables: Variables;
      readonly hold?: Hold;
      readonly definition?: { readonly definitionId: string; readonly version: number };
    }
  /** goes on in another version of its process. `before`: the model of the present one */
  | {
      readonly type: 'MigrateInstance';
      readonly definitionId: string;
      readonly version: number;
      readonly before: ProcessModel;
      readonly order: MigrationOrder;
    }
  /** goes on with a run that has stopped between two steps; nothing happens when none has */
  | { readonly type: 'ContinueRun' }
  /** sets and removes variables of one scope. `scope`: an active entry or a variable scope; null: the root */
  | {
      readonly type: 'EditVariables';
      readonly scope: Ordinal | null;
      readonly values: Variables;
      readonly removed: readonly string[];
    }
  /** all of it or nothing. `reason`: of what is cancelled; null: none was given */
  | { readonly type: 'Modify'; readonly instructions: readonly Instruction[]; readonly reason: string | null }
  /** by an operator or the calling instance */
  | { readonly type: 'CancelInstance'; readonly reason: string; readonly by?: 'callingInstance' };

export type EngineCommandOf<T extends EngineCommand['type']> = Extract<EngineCommand, { type: T }>;

/**
 * Why the rules say no. The code names the rule; the data are what the client's text needs (api/http-errors.ts).
 * Never an exception: a rejection crosses a queue and has to keep its fields.
 */
export type Rejection =
  | { readonly code: 'NO_ACTIVE_ENTRY'; readonly activityId: string }
  | { readonly code: 'ACTIVITY_IS_USER_TASK'; readonly activityId: string }
  | { readonly code: 'ACTIVITY_NOT_COMPLETABLE'; readonly activityId: string }
  | { readonly code: 'USER_TASK_NOT_FOUND' }
  /** a worker is at what listens to the task */
  | { readonly code: 'LISTENER_IS_OPEN' }
  | { readonly code: 'CLAIM_NOT_ALLOWED'; readonly userId: string }
  | { readonly code: 'TASK_NOT_CLAIMED' }
  | { readonly code: 'TASK_CLAIMED_BY_OTHER'; readonly claimedBy: string; readonly userId: string }
  | { readonly code: 'MISSING_OUTPUT_VARIABLES'; readonly names: readonly string[] }
  | { readonly code: 'INSTANCE_SUSPENDED'; readonly instanceId: string }
  | { readonly code: 'INCIDENT_NOT_FOUND' }
  | { readonly code: 'INCIDENT_NOT_RESOLVABLE'; readonly reason: string }
  /** `element`: what cannot go on from there */
  | { readonly code: 'NOT_RESTORABLE'; readonly element: string; readonly reason: string }
  | { readonly code: 'INSTANCE_ENDED' }
  /** `index`: of the instruction, from 0 */
  | { readonly code: 'INSTRUCTION_REFUSED'; readonly index: number; readonly fault: InstructionFault }
  /** `faults`: the first ones, in the order of the state; `count`: of all */
  | {
      readonly code: 'MIGRATION_REFUSED';
      readonly instanceId: string;
      readonly faults: readonly MigrationFault[];
      readonly count: number;
    }
  /** no active entry and no variable scope has this number */
  | { readonly code: 'SCOPE_NOT_ACTIVE' }
  /** `limit`: characters of JSON; `of`: one write, or all variables together */
  | { readonly code: 'VARIABLES_TOO_LARGE'; readonly limit: number; readonly of: 'write' | 'instance' };
