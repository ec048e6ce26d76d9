import type { CancelCause, CompletionCause, FailureCause, HazardError, Trigger } from './causes.ts';
import type { WithDecided } from './decisions/decided.ts';
import type { TimerSchedule } from './evaluator.ts';
import type { Fact } from './fact.ts';
import type { IncidentEvent, Tries } from './incident-events.ts';
import type { OwnJobEvent } from './job-events.ts';
import type { InstanceMigrated } from './migrations.ts';
import type { ElementType } from './model.ts';
import type { FormModel } from './model-forms.ts';
import type { TaskPlan } from './model-plans.ts';
import type { InstanceModified } from './modifications.ts';
import type {
  CompensationItemOrdinal,
  EntryOrdinal,
  ScopeOrdinal,
  SubscriptionOrdinal,
  VariableScopeOrdinal,
  WalkOrdinal,
} from './ordinals.ts';
import type { RunPaused, RunResumed } from './paused-runs.ts';
import type { ContinuedChild, InstanceRestored, Origin } from './restore-events.ts';
import type { SuspensionEvent } from './suspension-events.ts';
import type { FailurePoint } from './unfinished.ts';
import type { Json, Variables } from './values.ts';
import type { VariableEvent } from './variable-events.ts';

/**
 * The engine's only output: facts, in the past tense, each with everything that folding and projecting it needs.
 *
 * Entries, scopes and variable scopes are named by the number the per-instance counter gave them; the GUID on the wire is derived
 * from (instance id, number). The time of an event is the time of its journal row: one clock value for everything one command did
 * (docs/contributing/spec/journal.md#journal-events).
 *
 * Journals are kept for ever and never rewritten. A member that may be absent can be added; any other change of a shape needs the next version
 * and a step in upcast.ts (docs/contributing/change-an-event.md).
 */
export const EVENT_VERSION = 2;

/** Facts every event about one entry carries. `since`: ms since epoch when the entry was activated. */
interface OfEntry {
  entry: EntryOrdinal;
  element: string;
  elementType: ElementType;
}
interface OfEndedEntry extends OfEntry {
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
    /** element the first token enters; null when the body decides where it starts (docs/contributing/spec/execution.md#opening-a-scope) */
    startElement: string | null;
    variables: Variables;
    /** the root variable scope, opened by this event, holding `variables` */
    rootVariables: VariableScopeOrdinal;
    /** the root scope, opened by this event */
    rootScope: ScopeOrdinal;
    /** set on the child of a call activity */
    caller?: Caller;
    /** the instance that this one is a fork of; absent: it is none */
    origin?: Origin;
  }
>;

/**
 * Who called this instance, and which error codes its callers catch at that place; null in `codes` = everything
 * (docs/contributing/spec/events-and-errors.md#error-across-a-call).
 */
export interface Caller {
  readonly instanceId: string;
  /** entry of the call activity */
  readonly entry: EntryOrdinal;
  readonly catches: { readonly codes: readonly string[]; readonly all: boolean };
  /** instances above this one */
  readonly depth: number;
  /** the instance at the top of the calls; absent in journals of before 0.2 */
  readonly root?: string;
}
/** `variableScope`: the body variable scope that ends with this scope. */
export type ScopeOpened = Fact<
  'ScopeOpened',
  {
    scope: ScopeOrdinal;
    container: string;
    host: EntryOrdinal;
    parent: ScopeOrdinal;
    variableScope: VariableScopeOrdinal;
    /** the compensation item whose inside this scope restores */
    restores?: {
      readonly walk: WalkOrdinal;
      readonly item: CompensationItemOrdinal;
      readonly log: readonly CompensationItemRecord[];
    };
  }
>;
export type ScopeClosed = Fact<'ScopeClosed', { scope: ScopeOrdinal }>;
/** A token became an entry. `via`: the flow it came on; joins remember it. */
export type ElementActivated = Fact<
  'ElementActivated',
  OfEntry & {
    scope: ScopeOrdinal;
    variableScope: VariableScopeOrdinal;
    via?: string;
    isJoin?: true;
    host?: true;
    /** the entry stands for a loop as a whole */
    loop?: 'multiInstance' | 'standardLoop';
    /** index of an iteration, from 0 */
    index?: number;
    /** the gateway entry whose first-come race it takes part in */
    race?: EntryOrdinal;
    /** the compensation item it handles */
    compensates?: CompensationItemOrdinal;
    /** what let a boundary event or an event sub-process begin; absent in journals of before 0.2 */
    trigger?: Trigger;
    /** it takes the place of an entry that had failed; absent: its token is new */
    again?: Tries;
  }
>;
/** All tokens that an activity needs to begin have arrived; it goes on in this variable scope (docs/contributing/spec/execution.md#start-quantity). */
export type TokensGathered = Fact<'TokensGathered', { entry: EntryOrdinal; variableScope: VariableScopeOrdinal }>;
/** A fired complex gateway waits for the rest of its pass. `delivered`: flows that have delivered a token. */
export type JoinFired = Fact<'JoinFired', { scope: ScopeOrdinal; element: string; delivered: readonly string[] }>;
export type JoinReset = Fact<'JoinReset', { scope: ScopeOrdinal; element: string }>;
/** A late token of a fired pass. */
export type LateTokenArrived = Fact<'LateTokenArrived', { scope: ScopeOrdinal; element: string; flow: string }>;
/** A further token reached a waiting join. */
export type TokenArrived = Fact<
  'TokenArrived',
  { entry: EntryOrdinal; element: string; flow: string; variableScope: VariableScopeOrdinal }
>;
/** A condition of a sequence flow was evaluated. `condition`: its text; ids repeated so that no reader needs the model. */
export type ConditionEvaluated = Fact<
  'ConditionEvaluated',
  { entry: EntryOrdinal; flow: string; condition: string; source: string; target: string; result: boolean }
>;
/**
 * `flows`: those a gateway sends its token on. `cause`: a caller ended what waited. Both are absent in journals of before 0.2. `skipped`: it did not do its
 * work (docs/contributing/spec/elements.md#skip-expression); absent: it did.
 */
export type ElementCompleted = Fact<
  'ElementCompleted',
  OfEndedEntry & WithDecided & { flows?: readonly string[]; cause?: CompletionCause; skipped?: true }
>;
/** Causes are absent in journals of before 0.2. */
export type ElementFailed = Fact<'ElementFailed', OfEndedEntry & { code: string; message: string; cause?: FailureCause }>;
export type ElementCancelled = Fact<'ElementCancelled', OfEndedEntry & { reason: string; cause?: CancelCause }>;
export type FlowTaken = Fact<'FlowTaken', { flow: string; entry: EntryOrdinal }>;

/** `form`, `plan`: absent where the model says nothing, and in journals of before 0.3. */
export type UserTaskCreated = Fact<
  'UserTaskCreated',
  OfEntry & {
    assignee: string | null;
    candidateUsers: readonly string[];
    candidateGroups: readonly string[];
    expectedOutputs: readonly string[];
    form?: FormModel;
    plan?: TaskPlan;
  }
>;
export type UserTaskClaimed = Fact<'UserTaskClaimed', OfEntry & { userId: string }>;
export type UserTaskUnclaimed = Fact<'UserTaskUnclaimed', OfEntry>;

/** What a subscription waits for. `schedule`: when, and how it goes on. `isTrue`: the last value of the condition. */
export type SubscriptionSubject =
  | { readonly kind: 'message'; readonly name: string; readonly key: string }
  | { readonly kind: 'signal'; readonly name: string }
  | { readonly kind: 'timer'; readonly schedule: TimerSchedule }
  | { readonly kind: 'conditional'; readonly isTrue: boolean };

/**
 * Who waits: a catching entry itself, an entry for its boundary event, or a scope for its event sub-process.
 * `element`: the catching element, the boundary event, or the start event of the event sub-process. `definition`: index among its triggers.
 */
export interface SubscriptionOwner {
  readonly owner: 'catch' | 'boundary' | 'eventSubProcess';
  /** the catching or host entry; null for an event sub-process */
  readonly entry: EntryOrdinal | null;
  readonly scope: ScopeOrdinal;
  readonly element: string;
  readonly definition: number;
}
export type SubscriptionOpened = Fact<
  'SubscriptionOpened',
  {
    subscription: SubscriptionOrdinal;
    subject: SubscriptionSubject;
    /** what the others of the same parallel multiple event have brought before; absent: nothing */
    gathered?: Variables;
  } & SubscriptionOwner
>;
/** `fired`: its event occurred; otherwise it was disarmed. `payload`: what the event brought, kept until the others of a parallel multiple one have occurred. */
export type SubscriptionClosed = Fact<
  'SubscriptionClosed',
  { subscription: SubscriptionOrdinal; fired: boolean; subject: SubscriptionSubject; payload?: Variables } & SubscriptionOwner
>;
/** The condition of a subscription that stays open has another value now. */
export type ConditionObserved = Fact<'ConditionObserved', { subscription: SubscriptionOrdinal; isTrue: boolean }>;

/** Work for a plugin: the type and the evaluated inputs. `retry`: what the model says about it, if anything (docs/contributing/spec/elements.md#service-task). */
export type JobCreated = Fact<
  'JobCreated',
  { entry: EntryOrdinal; element: string; taskType: string; inputs: Variables; retry?: JobRetry }
>;
/** `attempts`: runs in all. `delaysMs`: wait after each failure, the last one again and again; empty: the configuration decides. */
export interface JobRetry {
  readonly attempts: number;
  readonly delaysMs: readonly number[];
}

export type SignalThrown = Fact<'SignalThrown', { entry: EntryOrdinal; element: string; name: string }>;
export type MessagePublished = Fact<
  'MessagePublished',
  { entry: EntryOrdinal; element: string; name: string; key: string; variables: Variables }
>;
/**
 * `caught`: whether somebody in this instance catches it; otherwise it goes to the caller, if there is one. `variables`: what a called instance
 * gave, after the output rules of its call, when it is passed on to the caller; absent: thrown here, the root variables go along.
 */
export type EscalationThrown = Fact<
  'EscalationThrown',
  { entry: EntryOrdinal; element: string; code: string; caught: boolean; variables?: Variables }
>;

/** A multi-instance loop began. `items`: the elements of the collection, when there is one. */
export type LoopOpened = Fact<'LoopOpened', { entry: EntryOrdinal; total: number; items?: readonly Json[] }>;
/** An iteration ended. `output`: value of the output element, when there is an output collection. */
export type IterationEnded = Fact<
  'IterationEnded',
  { loop: EntryOrdinal; index: number; outcome: 'completed' | 'terminated'; output?: Json }
>;

/** An ad-hoc body opened: the activities it may start, in order. */
export type AdHocOpened = Fact<'AdHocOpened', { entry: EntryOrdinal; activities: readonly string[]; started: number }>;
/** The next activity of a sequential ad-hoc body begins. */
export type AdHocAdvanced = Fact<'AdHocAdvanced', { entry: EntryOrdinal }>;
/** Its completion condition was true: nothing further is started. */
export type AdHocClosed = Fact<'AdHocClosed', { entry: EntryOrdinal }>;

/** A scope was taken over by an interrupting event sub-process. */
export type ScopeInterrupted = Fact<'ScopeInterrupted', { scope: ScopeOrdinal; by: string }>;

/** A completed activity that can be compensated. `seeds`: restored values. */
export type CompensationLogged = Fact<
  'CompensationLogged',
  {
    item: CompensationItemOrdinal;
    scope: ScopeOrdinal;
    entry: EntryOrdinal;
    element: string;
    handler: string | null;
    seeds: Variables;
    index?: number;
  }
>;
/** A completed activity that can be compensated, as it lies in the log of its scope. */
export interface CompensationItemRecord {
  readonly ordinal: CompensationItemOrdinal;
  readonly element: string;
  /** handler activity; null: compensate what is inside */
  readonly handler: string | null;
  /** restored values */
  readonly seeds: Variables;
  /** set on an iteration of a loop */
  readonly index?: number;
  readonly inner: readonly CompensationItemRecord[];
}
/** What follows a walk: the throwing event goes on, its parent walk goes on, or a transaction ends. */
export type AfterWalk =
  /** `next`: index of the definition that the event goes on with */
  | { readonly kind: 'throw'; readonly next: number }
  | { readonly kind: 'item'; readonly walk: WalkOrdinal; readonly item: CompensationItemOrdinal }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'hazard'; readonly error: HazardError };
/** `items`: what this walk compensates, in this order, one after the other, or all together for the iterations of a loop. */
export type CompensationStarted = Fact<
  'CompensationStarted',
  {
    walk: WalkOrdinal;
    /** the throwing entry, or the transaction host */
    thrower: EntryOrdinal;
    element: string;
    activityRef: string | null;
    scope: ScopeOrdinal;
    items: readonly CompensationItemOrdinal[];
    together?: true;
    after: AfterWalk;
  }
>;
export type CompensationItemDone = Fact<'CompensationItemDone', { walk: WalkOrdinal; item: CompensationItemOrdinal }>;
export type CompensationEnded = Fact<'CompensationEnded', { walk: WalkOrdinal; thrower: EntryOrdinal; element: string }>;
/** `code`: that of the error which left it; absent for other outcomes, and in journals of before 0.2. */
export type TransactionOutcome = Fact<
  'TransactionOutcome',
  { entry: EntryOrdinal; element: string; outcome: 'completed' | 'cancelled' | 'hazard'; code?: string }
>;

/** A call activity asks for a child. The id of a new one is derived from the entry's id. `continues`: the one that a retry continues; absent: a new one begins. */
export type ChildStartRequested = Fact<
  'ChildStartRequested',
  {
    entry: EntryOrdinal;
    element: string;
    key: string;
    binding: 'latest' | 'deployment' | 'version' | 'versionTag';
    bindingValue: string | null;
    variables: Variables;
    caller: Caller;
    continues?: ContinuedChild;
  }
>;
/** The child exists. */
export type ChildStarted = Fact<'ChildStarted', { entry: EntryOrdinal; element: string; key: string; childInstanceId: string }>;
/** The call activity is gone while its child runs: cancel it. */
export type ChildCancelRequested = Fact<
  'ChildCancelRequested',
  { entry: EntryOrdinal; element: string; childInstanceId: string; reason: string }
>;

/** An error end event threw. `code` is empty when it names none. `caught`: whether somebody catches it. */
export type ErrorThrown = Fact<
  'ErrorThrown',
  { entry: EntryOrdinal; element: string; code: string; message: string; caught: boolean }
>;

/** `since`: ms since epoch at which the instance was started. `error`: the code a caller catches; the instance counts as completed. */
export type InstanceCompleted = Fact<
  'InstanceCompleted',
  { since: number; error?: { readonly code: string; readonly message: string } }
>;
export type InstanceCancelled = Fact<'InstanceCancelled', { since: number; reason: string; cause?: CancelCause }>;
/**
 * `element`: the failed element, null when no element is to blame (the step limit). `retry`: where and how a retry continues; absent where nothing had begun,
 * and in journals of before 0.3.
 */
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
