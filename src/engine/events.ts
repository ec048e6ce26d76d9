import type { CancelCause, CompletionCause, FailureCause, Trigger } from './causes.ts';
import type { WithDecided } from './decisions/decided.ts';
import type { IncidentEvent, Tries } from './events/incident-events.ts';
import type { OwnJobEvent } from './events/job-events.ts';
import type {
  AfterCompensation,
  Caller,
  CompensationItemRecord,
  JobRetry,
  SubscriptionOwner,
  SubscriptionSubject,
} from './events/records.ts';
import type { ContinuedChild, InstanceRestored, Origin } from './events/restore-events.ts';
import type { SuspensionEvent, VariableEvent } from './events/scope-events.ts';
import type { Fact } from './fact.ts';
import type { InstanceMigrated } from './migration/migrations.ts';
import type { InstanceModified } from './migration/modifications.ts';
import type { FormModel, TaskPlan, UserTaskEdit } from './model/model-texts.ts';
import type { ElementType } from './model.ts';
import type {
  ActivityInstanceOrdinal,
  CompensationItemOrdinal,
  CompensationRunOrdinal,
  ScopeOrdinal,
  SubscriptionOrdinal,
  VariableScopeOrdinal,
} from './ordinals.ts';
import type { IterationItem } from './state/iteration-item.ts';
import type { FailurePoint, RunPaused, RunResumed } from './state/paused-runs.ts';
import type { Json, Variables } from './values.ts';

/**
 * The only output of the engine. Each event has all data for applying and projecting it.
 * GUIDs of the HTTP API are derived from instance id and ordinal. All events of one command have the time of their row in the event history
 * (docs/contributing/spec/journal.md#journal-events).
 * Event histories are permanent and never rewritten. An optional field can be added; any other change needs the next version and a step in upcast.ts
 * (docs/contributing/extend.md#change-an-event). "Absent before 0.2": in event histories that an earlier release wrote.
 */
export const EVENT_VERSION = 3;

interface OfActivityInstance {
  entry: ActivityInstanceOrdinal;
  element: string;
  elementType: ElementType;
}
interface OfEndedActivityInstance extends OfActivityInstance {
  /** time of activation, ms since epoch */
  since: number;
}

export type InstanceStarted = Fact<
  'InstanceStarted',
  {
    instanceId: string;
    definitionId: string;
    key: string;
    version: number;
    businessId: string | null;
    /** null: the container determines it (docs/contributing/spec/execution.md#opening-a-scope) */
    startElement: string | null;
    variables: Variables;
    /** opened by this event with `variables` */
    rootVariables: VariableScopeOrdinal;
    /** opened by this event */
    rootScope: ScopeOrdinal;
    /** set if called */
    caller?: Caller;
    origin?: Origin;
    /** of a fork from the beginning; a later step has it in InstanceRestored */
    reason?: string;
  }
>;

/** `variableScope`: of the body, ends with this scope. */
export type ScopeOpened = Fact<
  'ScopeOpened',
  {
    scope: ScopeOrdinal;
    container: string;
    host: ActivityInstanceOrdinal;
    parent: ScopeOrdinal;
    variableScope: VariableScopeOrdinal;
    /** item whose activities this scope compensates */
    restores?: {
      readonly walk: CompensationRunOrdinal;
      readonly item: CompensationItemOrdinal;
      readonly log: readonly CompensationItemRecord[];
    };
  }
>;
export type ScopeClosed = Fact<'ScopeClosed', { scope: ScopeOrdinal }>;
/** `via`: incoming flow, needed by joins. */
export type ElementActivated = Fact<
  'ElementActivated',
  OfActivityInstance & {
    scope: ScopeOrdinal;
    variableScope: VariableScopeOrdinal;
    via?: string;
    /** waits for all tokens: a join or a start quantity */
    isJoin?: true;
    /** opens a body: sub-process or loop */
    host?: true;
    /** set on a loop body */
    loop?: 'multiInstance' | 'standardLoop';
    /** iteration index from 0 */
    index?: number;
    /** event-based gateway whose alternatives exclude each other */
    race?: ActivityInstanceOrdinal;
    /** item that this handler compensates */
    compensates?: CompensationItemOrdinal;
    /** trigger of a boundary event or event sub-process; absent before 0.2 */
    trigger?: Trigger;
    /** replaces a failed activity instance */
    again?: Tries;
  }
>;
/** All tokens of a start quantity arrived; they continue with this scope (docs/contributing/spec/execution.md#start-quantity). */
export type TokensGathered = Fact<'TokensGathered', { entry: ActivityInstanceOrdinal; variableScope: VariableScopeOrdinal }>;
/** A complex gateway waits for the remaining tokens. `delivered`: flows with a token. */
export type JoinFired = Fact<'JoinFired', { scope: ScopeOrdinal; element: string; delivered: readonly string[] }>;
/** It waits for new tokens. */
export type JoinReset = Fact<'JoinReset', { scope: ScopeOrdinal; element: string }>;
/** A token arrived after a complex gateway fired. */
export type LateTokenArrived = Fact<'LateTokenArrived', { scope: ScopeOrdinal; element: string; flow: string }>;
/** `entry`: a join or activity with a start quantity, which holds the token. */
export type TokenArrived = Fact<
  'TokenArrived',
  { entry: ActivityInstanceOrdinal; element: string; flow: string; variableScope: VariableScopeOrdinal }
>;
/** Ids are repeated for readers without the model. */
export type ConditionEvaluated = Fact<
  'ConditionEvaluated',
  { entry: ActivityInstanceOrdinal; flow: string; condition: string; source: string; target: string; result: boolean }
>;
/** Attempt that completed a job. `since`: of its lock, ms since epoch. `attempt`: from 1. */
export interface JobWork {
  readonly since: number;
  readonly attempt: number;
}
/**
 * `flows`: chosen by a gateway. `cause`: the request that completed it. Both absent before 0.2. `skipped`: without its work
 * (docs/contributing/spec/elements.md#skip-expression). `work`: of the job whose result completed it without listener jobs; absent before 0.5.
 */
export type ElementCompleted = Fact<
  'ElementCompleted',
  OfEndedActivityInstance & WithDecided & { flows?: readonly string[]; cause?: CompletionCause; skipped?: true; work?: JobWork }
>;
/** `cause` is absent before 0.2. */
export type ElementFailed = Fact<
  'ElementFailed',
  OfEndedActivityInstance & {
    code: string;
    message: string;
    cause?: FailureCause;
    /** an earlier event has recorded it, with its time: a retry in place only removes the activity instance */
    isRecorded?: true;
  }
>;
export type ElementCancelled = Fact<'ElementCancelled', OfEndedActivityInstance & { reason: string; cause?: CancelCause }>;
export type FlowTaken = Fact<'FlowTaken', { flow: string; entry: ActivityInstanceOrdinal }>;

/** `form`, `plan`: absent if undefined in the model, and before 0.3. `item`: absent outside of loops, and before 0.5. */
export type UserTaskCreated = Fact<
  'UserTaskCreated',
  OfActivityInstance & {
    assignee: string | null;
    candidateUsers: readonly string[];
    candidateGroups: readonly string[];
    expectedOutputs: readonly string[];
    form?: FormModel;
    plan?: TaskPlan;
    item?: IterationItem;
  }
>;
export type UserTaskClaimed = Fact<'UserTaskClaimed', OfActivityInstance & { userId: string }>;
export type UserTaskUnclaimed = Fact<'UserTaskUnclaimed', OfActivityInstance>;
/** Changed members only. */
export type UserTaskEdited = Fact<'UserTaskEdited', OfActivityInstance & UserTaskEdit>;

export type SubscriptionOpened = Fact<
  'SubscriptionOpened',
  {
    subscription: SubscriptionOrdinal;
    subject: SubscriptionSubject;
    /** payloads of the other definitions of a parallel multiple event */
    gathered?: Variables;
  } & SubscriptionOwner
>;
/** `fired` false: cancelled. `payload`: kept for the other definitions of a parallel multiple event. */
export type SubscriptionClosed = Fact<
  'SubscriptionClosed',
  { subscription: SubscriptionOrdinal; fired: boolean; subject: SubscriptionSubject; payload?: Variables } & SubscriptionOwner
>;
/** Value changed; the subscription remains open. */
export type ConditionObserved = Fact<'ConditionObserved', { subscription: SubscriptionOrdinal; isTrue: boolean }>;

/** `retry`: set in the model (docs/contributing/spec/elements.md#service-task). `priority`: absent if not modeled, and for fixed ones before 0.5. */
export type JobCreated = Fact<
  'JobCreated',
  { entry: ActivityInstanceOrdinal; element: string; taskType: string; inputs: Variables; retry?: JobRetry; priority?: number }
>;
export type SignalThrown = Fact<'SignalThrown', { entry: ActivityInstanceOrdinal; element: string; name: string }>;
export type MessagePublished = Fact<
  'MessagePublished',
  { entry: ActivityInstanceOrdinal; element: string; name: string; key: string; variables: Variables }
>;
/**
 * `caught`: here; else it goes to the calling instance. `variables`: mapped output of a called instance, for the caller; absent: thrown here, with the
 * root variables.
 */
export type EscalationThrown = Fact<
  'EscalationThrown',
  { entry: ActivityInstanceOrdinal; element: string; code: string; caught: boolean; variables?: Variables }
>;

/** `items`: of the collection. */
export type LoopOpened = Fact<'LoopOpened', { entry: ActivityInstanceOrdinal; total: number; items?: readonly Json[] }>;
/** `output`: value of the output element. */
export type IterationEnded = Fact<
  'IterationEnded',
  { loop: ActivityInstanceOrdinal; index: number; outcome: 'completed' | 'terminated'; output?: Json }
>;

/** `activities`: to start, in order; empty if a job chooses them. `started`: number that start now. */
export type AdHocOpened = Fact<'AdHocOpened', { entry: ActivityInstanceOrdinal; activities: readonly string[]; started: number }>;
/** The next activity of a sequence starts. */
export type AdHocAdvanced = Fact<'AdHocAdvanced', { entry: ActivityInstanceOrdinal }>;
/** The completion condition is true: no further activity starts. */
export type AdHocClosed = Fact<'AdHocClosed', { entry: ActivityInstanceOrdinal }>;

/** An interrupting event sub-process started. */
export type ScopeInterrupted = Fact<'ScopeInterrupted', { scope: ScopeOrdinal; by: string }>;

/** `seeds`: variables to restore. */
export type CompensationLogged = Fact<
  'CompensationLogged',
  {
    item: CompensationItemOrdinal;
    scope: ScopeOrdinal;
    entry: ActivityInstanceOrdinal;
    element: string;
    handler: string | null;
    seeds: Variables;
    index?: number;
  }
>;
/** `items`: in this order, or together for iterations of a loop. */
export type CompensationStarted = Fact<
  'CompensationStarted',
  {
    walk: CompensationRunOrdinal;
    thrower: ActivityInstanceOrdinal;
    element: string;
    activityRef: string | null;
    scope: ScopeOrdinal;
    items: readonly CompensationItemOrdinal[];
    together?: true;
    after: AfterCompensation;
  }
>;
export type CompensationItemDone = Fact<'CompensationItemDone', { walk: CompensationRunOrdinal; item: CompensationItemOrdinal }>;
export type CompensationEnded = Fact<
  'CompensationEnded',
  { walk: CompensationRunOrdinal; thrower: ActivityInstanceOrdinal; element: string }
>;
/** `code`: error that left the transaction; absent for other outcomes and before 0.2. */
export type TransactionOutcome = Fact<
  'TransactionOutcome',
  { entry: ActivityInstanceOrdinal; element: string; outcome: 'completed' | 'cancelled' | 'hazard'; code?: string }
>;

/** The id is derived from the ordinal of the call activity. `continues`: the called instance that a retry continues; absent: a new one. */
export type ChildStartRequested = Fact<
  'ChildStartRequested',
  {
    entry: ActivityInstanceOrdinal;
    element: string;
    key: string;
    binding: 'latest' | 'deployment' | 'version' | 'versionTag';
    bindingValue: string | null;
    variables: Variables;
    caller: Caller;
    continues?: ContinuedChild;
  }
>;
export type ChildStarted = Fact<
  'ChildStarted',
  { entry: ActivityInstanceOrdinal; element: string; key: string; childInstanceId: string }
>;
/** The call activity ended first. */
export type ChildCancelRequested = Fact<
  'ChildCancelRequested',
  { entry: ActivityInstanceOrdinal; element: string; childInstanceId: string; reason: string }
>;

/** `code`: empty if the error end event has none. `caught`: in this instance. */
export type ErrorThrown = Fact<
  'ErrorThrown',
  { entry: ActivityInstanceOrdinal; element: string; code: string; message: string; caught: boolean }
>;

/** `since`: start time, ms since epoch. `error`: caught by the caller, so the instance counts as completed. `data`: of jBPM. */
export type InstanceCompleted = Fact<
  'InstanceCompleted',
  { since: number; error?: { readonly code: string; readonly message: string; readonly data?: Json } }
>;
export type InstanceCancelled = Fact<'InstanceCancelled', { since: number; reason: string; cause?: CancelCause }>;
/** `element`: failed; null at the step limit. `retry`: retry target; absent if nothing had started, and before 0.3. */
export type InstanceFailed = Fact<
  'InstanceFailed',
  { since: number; element: string | null; code: string; message: string; cause?: FailureCause; retry?: FailurePoint }
>;

export type EngineEvent =
  | InstanceStarted
  | InstanceRestored
  | ScopeOpened
  | ScopeClosed
  | VariableEvent
  | ElementActivated
  | TokenArrived
  | ConditionEvaluated
  | ElementCompleted
  | ElementFailed
  | ElementCancelled
  | FlowTaken
  | InstanceModified
  | InstanceMigrated
  | UserTaskCreated
  | UserTaskClaimed
  | UserTaskUnclaimed
  | UserTaskEdited
  | ErrorThrown
  | TokensGathered
  | JoinFired
  | JoinReset
  | LateTokenArrived
  | SubscriptionOpened
  | SubscriptionClosed
  | ConditionObserved
  | JobCreated
  | OwnJobEvent
  | SignalThrown
  | MessagePublished
  | EscalationThrown
  | LoopOpened
  | IterationEnded
  | AdHocOpened
  | AdHocAdvanced
  | AdHocClosed
  | ScopeInterrupted
  | CompensationLogged
  | CompensationStarted
  | CompensationItemDone
  | CompensationEnded
  | TransactionOutcome
  | ChildStartRequested
  | ChildStarted
  | ChildCancelRequested
  | RunPaused
  | RunResumed
  | IncidentEvent
  | SuspensionEvent
  | InstanceCompleted
  | InstanceCancelled
  | InstanceFailed;
export type EventType = EngineEvent['type'];
