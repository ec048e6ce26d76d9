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
import type { FailurePoint, RunPaused, RunResumed } from './state/paused-runs.ts';
import type { Json, Variables } from './values.ts';

/**
 * Events: the only output of the engine. Each event contains all data for applying and projecting it.
 *
 * Activity instances, scopes and variable scopes have an ordinal from the counter of the instance; the GUID of the HTTP API is
 * derived from (instance id, ordinal). All events of one command have the time of their row in the event history
 * (docs/contributing/spec/journal.md#journal-events).
 *
 * Event histories are permanent and never rewritten. An optional field can be added; any other change needs the next version and
 * a step in upcast.ts (docs/contributing/extend.md#change-an-event).
 */
export const EVENT_VERSION = 3;

/** Common fields of events of an activity instance. */
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
    /** element of the first token; null if the container determines it (docs/contributing/spec/execution.md#opening-a-scope) */
    startElement: string | null;
    variables: Variables;
    /** root variable scope; this event opens it with `variables` */
    rootVariables: VariableScopeOrdinal;
    /** root scope; this event opens it */
    rootScope: ScopeOrdinal;
    /** set if a call activity started the instance */
    caller?: Caller;
    origin?: Origin;
  }
>;

/** `variableScope`: body variable scope, which ends with this scope. */
export type ScopeOpened = Fact<
  'ScopeOpened',
  {
    scope: ScopeOrdinal;
    container: string;
    host: ActivityInstanceOrdinal;
    parent: ScopeOrdinal;
    variableScope: VariableScopeOrdinal;
    /** compensation item whose activities this scope compensates */
    restores?: {
      readonly walk: CompensationRunOrdinal;
      readonly item: CompensationItemOrdinal;
      readonly log: readonly CompensationItemRecord[];
    };
  }
>;
export type ScopeClosed = Fact<'ScopeClosed', { scope: ScopeOrdinal }>;
/** A token activated an element. `via`: incoming flow, needed by joins. */
export type ElementActivated = Fact<
  'ElementActivated',
  OfActivityInstance & {
    scope: ScopeOrdinal;
    variableScope: VariableScopeOrdinal;
    via?: string;
    /** holds tokens until it has all of them: a join, or an activity with a start quantity */
    isJoin?: true;
    /** opens a body: a sub-process or loop */
    host?: true;
    /** set on a loop body */
    loop?: 'multiInstance' | 'standardLoop';
    /** iteration index from 0 */
    index?: number;
    /** event-based gateway whose alternatives exclude each other */
    race?: ActivityInstanceOrdinal;
    /** compensation item of this handler */
    compensates?: CompensationItemOrdinal;
    /** trigger of a boundary event or event sub-process; absent in event histories before 0.2 */
    trigger?: Trigger;
    /** set if it replaces a failed activity instance */
    again?: Tries;
  }
>;
/** All tokens of the start quantity have arrived; the activity uses this variable scope (docs/contributing/spec/execution.md#start-quantity). */
export type TokensGathered = Fact<'TokensGathered', { entry: ActivityInstanceOrdinal; variableScope: VariableScopeOrdinal }>;
/** A complex gateway fired and waits for the remaining tokens. `delivered`: flows with a token. */
export type JoinFired = Fact<'JoinFired', { scope: ScopeOrdinal; element: string; delivered: readonly string[] }>;
/** A fired complex gateway waits for new tokens. */
export type JoinReset = Fact<'JoinReset', { scope: ScopeOrdinal; element: string }>;
/** A token arrived after a complex gateway fired. */
export type LateTokenArrived = Fact<'LateTokenArrived', { scope: ScopeOrdinal; element: string; flow: string }>;
/** A join, or an activity with a start quantity, holds one more token. `entry`: its activity instance. */
export type TokenArrived = Fact<
  'TokenArrived',
  { entry: ActivityInstanceOrdinal; element: string; flow: string; variableScope: VariableScopeOrdinal }
>;
/** A condition of a sequence flow was evaluated. The ids are repeated so that readers do not need the model. */
export type ConditionEvaluated = Fact<
  'ConditionEvaluated',
  { entry: ActivityInstanceOrdinal; flow: string; condition: string; source: string; target: string; result: boolean }
>;
/** The attempt that completed a job. `since`: time of its lock, ms since epoch. `attempt`: number of the attempt; the first is 1. */
export interface JobWork {
  readonly since: number;
  readonly attempt: number;
}
/**
 * `flows`: flows that a gateway chose. `cause`: set if a request completed the activity. Both are absent in event histories
 * before 0.2. `skipped`: its work was not done (docs/contributing/spec/elements.md#skip-expression). `work`: set if the result of a job
 * completed it without a wait for listener jobs; absent in event histories before 0.5.
 */
export type ElementCompleted = Fact<
  'ElementCompleted',
  OfEndedActivityInstance & WithDecided & { flows?: readonly string[]; cause?: CompletionCause; skipped?: true; work?: JobWork }
>;
/** `cause` is absent in event histories before 0.2. */
export type ElementFailed = Fact<
  'ElementFailed',
  OfEndedActivityInstance & { code: string; message: string; cause?: FailureCause }
>;
export type ElementCancelled = Fact<'ElementCancelled', OfEndedActivityInstance & { reason: string; cause?: CancelCause }>;
export type FlowTaken = Fact<'FlowTaken', { flow: string; entry: ActivityInstanceOrdinal }>;

/** `form`, `plan`: absent if the model does not define them, and in event histories before 0.3. */
export type UserTaskCreated = Fact<
  'UserTaskCreated',
  OfActivityInstance & {
    assignee: string | null;
    candidateUsers: readonly string[];
    candidateGroups: readonly string[];
    expectedOutputs: readonly string[];
    form?: FormModel;
    plan?: TaskPlan;
  }
>;
export type UserTaskClaimed = Fact<'UserTaskClaimed', OfActivityInstance & { userId: string }>;
export type UserTaskUnclaimed = Fact<'UserTaskUnclaimed', OfActivityInstance>;
/** The members that an edit changed; absent ones stay. */
export type UserTaskEdited = Fact<'UserTaskEdited', OfActivityInstance & UserTaskEdit>;

export type SubscriptionOpened = Fact<
  'SubscriptionOpened',
  {
    subscription: SubscriptionOrdinal;
    subject: SubscriptionSubject;
    /** payloads of the other definitions of the same parallel multiple event; absent: none */
    gathered?: Variables;
  } & SubscriptionOwner
>;
/** `fired`: its event occurred; false: cancelled. `payload`: variables of the event, kept until the other definitions of a parallel multiple event occur. */
export type SubscriptionClosed = Fact<
  'SubscriptionClosed',
  { subscription: SubscriptionOrdinal; fired: boolean; subject: SubscriptionSubject; payload?: Variables } & SubscriptionOwner
>;
/** The value of a condition changed; the subscription remains open. */
export type ConditionObserved = Fact<'ConditionObserved', { subscription: SubscriptionOrdinal; isTrue: boolean }>;

/**
 * A job for a plugin or worker. `retry`: set if the model defines it (docs/contributing/spec/elements.md#service-task). `priority`: absent if
 * the model gives none, and for fixed ones in event histories before 0.5.
 */
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
 * `caught`: caught in this instance; otherwise the calling instance receives it. `variables`: mapped output of a called instance
 * that is passed on to the caller; absent: thrown here, with the root variables.
 */
export type EscalationThrown = Fact<
  'EscalationThrown',
  { entry: ActivityInstanceOrdinal; element: string; code: string; caught: boolean; variables?: Variables }
>;

/** A multi-instance loop started. `items`: elements of the collection, if there is one. */
export type LoopOpened = Fact<'LoopOpened', { entry: ActivityInstanceOrdinal; total: number; items?: readonly Json[] }>;
/** `output`: value of the output element, if there is an output collection. */
export type IterationEnded = Fact<
  'IterationEnded',
  { loop: ActivityInstanceOrdinal; index: number; outcome: 'completed' | 'terminated'; output?: Json }
>;

/** An ad-hoc sub-process started. `activities`: activities to start, in order, empty if a job chooses them. `started`: number of those that start now. */
export type AdHocOpened = Fact<'AdHocOpened', { entry: ActivityInstanceOrdinal; activities: readonly string[]; started: number }>;
/** The next activity of a sequential ad-hoc sub-process starts. */
export type AdHocAdvanced = Fact<'AdHocAdvanced', { entry: ActivityInstanceOrdinal }>;
/** The completion condition was true: no further activity starts. */
export type AdHocClosed = Fact<'AdHocClosed', { entry: ActivityInstanceOrdinal }>;

/** An interrupting event sub-process started in the scope. */
export type ScopeInterrupted = Fact<'ScopeInterrupted', { scope: ScopeOrdinal; by: string }>;

/** A completed activity that can be compensated. `seeds`: restored variables. */
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
/** `items`: compensated one by one in this order, or together for iterations of a loop. */
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
/** An item is compensated. */
export type CompensationItemDone = Fact<'CompensationItemDone', { walk: CompensationRunOrdinal; item: CompensationItemOrdinal }>;
export type CompensationEnded = Fact<
  'CompensationEnded',
  { walk: CompensationRunOrdinal; thrower: ActivityInstanceOrdinal; element: string }
>;
/** `code`: error code that left the transaction; absent for other outcomes, and in event histories before 0.2. */
export type TransactionOutcome = Fact<
  'TransactionOutcome',
  { entry: ActivityInstanceOrdinal; element: string; outcome: 'completed' | 'cancelled' | 'hazard'; code?: string }
>;

/**
 * A call activity starts an instance. Its id is derived from the ordinal of the call activity. `continues`: the called instance that a retry
 * continues; absent: a new instance.
 */
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
/** The call activity ended while the called instance runs: cancel the called instance. */
export type ChildCancelRequested = Fact<
  'ChildCancelRequested',
  { entry: ActivityInstanceOrdinal; element: string; childInstanceId: string; reason: string }
>;

/** An error end event threw. `code` is empty if the event has none. `caught`: caught in this instance. */
export type ErrorThrown = Fact<
  'ErrorThrown',
  { entry: ActivityInstanceOrdinal; element: string; code: string; message: string; caught: boolean }
>;

/**
 * `since`: start time of the instance, ms since epoch. `error`: code that the caller catches; the instance counts as completed. `data`: of an
 * error end event of jBPM.
 */
export type InstanceCompleted = Fact<
  'InstanceCompleted',
  { since: number; error?: { readonly code: string; readonly message: string; readonly data?: Json } }
>;
export type InstanceCancelled = Fact<'InstanceCancelled', { since: number; reason: string; cause?: CancelCause }>;
/** `element`: failed element; null at the step limit. `retry`: retry target; absent if nothing had started, and in event histories before 0.3. */
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
