import type { FailureCause } from './causes.ts';
import type { Repeat, Tries } from './events/incident-events.ts';
import type { JobPurpose } from './events/job-events.ts';
import type { AfterCompensation, Caller, SubscriptionOwner, SubscriptionSubject } from './events/records.ts';
import type { SuspendedBy } from './events/scope-events.ts';
import type { ElementType } from './model.ts';
import type {
  ActivityInstanceOrdinal,
  CompensationItemOrdinal,
  CompensationRunOrdinal,
  IncidentOrdinal,
  JobOrdinal,
  Ordinal,
  ScopeOrdinal,
  SubscriptionOrdinal,
  VariableScopeOrdinal,
} from './ordinals.ts';
import type { CompensationItems, CompensationLog } from './state/compensation-items.ts';
import type { Beginning, FailedPart, PausedSignals, PausedStep } from './state/paused-runs.ts';
import type { PendingItem } from './state/pending.ts';
import type { VariableScopes } from './values/variable-scopes.ts';
import type { Json, Variables } from './values.ts';

/** new → running → one of the three terminal states (docs/contributing/spec/execution.md#instance-states). */
export type InstanceStatus = 'new' | 'running' | 'completed' | 'cancelled' | 'failed';

/** Assignment and claim of an open task (docs/contributing/spec/elements.md#user-task). */
export interface UserTaskState {
  readonly assignee: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  readonly expectedOutputs: readonly string[];
  claimedBy: string | null;
}

/** An active activity instance (`entry` in variables and events). Ended ones remain in the event history. */
export interface ActivityInstance {
  readonly ordinal: ActivityInstanceOrdinal;
  /** changes only by a migration, like every model id in this state */
  element: string;
  readonly elementType: ElementType;
  readonly scope: ScopeOrdinal;
  /** changes only when all tokens of a start quantity have arrived */
  variableScope: VariableScopeOrdinal;
  /** ms since epoch */
  readonly since: number;
  /** a sub-process or loop: opens a scope */
  readonly isHost: boolean;
  /** waiting join or start quantity: variable scopes of its tokens by incoming flow, oldest first */
  held: Map<string, VariableScopeOrdinal[]> | null;
  userTask: UserTaskState | null;
  readonly index: number | null;
  /** event-based gateway whose alternatives exclude each other */
  readonly race: ActivityInstanceOrdinal | null;
  /** item that this handler compensates */
  readonly compensates: CompensationItemOrdinal | null;
  loop: LoopState | null;
  adHoc: AdHocState | null;
  /** called instance of a call activity; null until it starts */
  childInstanceId: string | null;
  /** compensation log of the closed body or of the iterations so far; moves into the item of this activity */
  innerLog: CompensationLog;
  /** earlier failures of its token */
  tries: Tries | null;
}

/** Progress of a loop body (docs/contributing/spec/loops-and-compensation.md#loops). */
export interface LoopState {
  readonly kind: 'multiInstance' | 'standardLoop';
  total: number;
  items: readonly Json[] | null;
  created: number;
  completed: number;
  terminated: number;
  /** outputs of completed iterations, by index */
  readonly outputs: Map<number, Json>;
}

/** Progress of an ad-hoc sub-process (docs/contributing/spec/elements.md#ad-hoc-sub-process). */
export interface AdHocState {
  readonly activities: readonly string[];
  started: number;
  /** the completion condition was true: no further activity starts */
  isClosed: boolean;
}

export interface SubscriptionState extends Omit<SubscriptionOwner, 'element'> {
  readonly ordinal: SubscriptionOrdinal;
  element: string;
  subject: SubscriptionSubject;
  /** payloads of the other definitions of a parallel multiple event that have occurred */
  gathered?: Variables;
}

/** An open listener job or ad-hoc job, which has its own ordinal. `entry`: null for the process itself. */
export interface OwnJobState {
  readonly ordinal: JobOrdinal;
  readonly entry: ActivityInstanceOrdinal | null;
  element: string;
  purpose: JobPurpose;
}

/** `entry`: null for the process itself. */
export interface IncidentState extends Tries {
  readonly entry: ActivityInstanceOrdinal | null;
  element: string;
  readonly code: string;
  readonly message: string;
  readonly cause: FailureCause;
  repeat: Repeat;
}

/** `items`: the remaining ones, newest first. */
export interface CompensationRun {
  readonly ordinal: CompensationRunOrdinal;
  readonly thrower: ActivityInstanceOrdinal;
  element: string;
  /** scope whose log is compensated */
  readonly scope: ScopeOrdinal;
  readonly items: CompensationItems;
  readonly together: boolean;
  readonly after: AfterCompensation;
}

/** Rest of a run, for the next command (docs/contributing/spec/execution.md#paused-runs). */
export interface PausedRun {
  readonly steps: readonly PausedStep[];
  readonly stepsTaken: number;
  readonly signals?: PausedSignals;
  readonly failed?: readonly FailedPart[];
  readonly pending?: readonly PendingItem[];
  /** stopped by the step limit; an incident reports it */
  readonly isStopped?: true;
  /** set if suspended before its first step */
  readonly begins?: Beginning;
}

/** Fired complex gateway that waits for the remaining tokens. `delivered`: flows with a token so far. */
export interface FiredJoin {
  readonly delivered: Set<string>;
}

/** One execution of a container. `host`: instance of its sub-process; null for the root scope. */
export interface ScopeState {
  readonly ordinal: ScopeOrdinal;
  container: string;
  readonly host: ActivityInstanceOrdinal | null;
  readonly parent: ScopeOrdinal | null;
  /** ends with this scope */
  readonly variableScope: VariableScopeOrdinal;
  /** directly in this scope, oldest first */
  readonly entries: Set<ActivityInstanceOrdinal>;
  /** joins and start quantities that wait for tokens, by element */
  readonly joins: Map<string, ActivityInstanceOrdinal>;
  readonly fired: Map<string, FiredJoin>;
  /** an interrupting event sub-process has started */
  isInterrupted: boolean;
  /** completed activities that can be compensated, oldest first */
  readonly log: CompensationLog;
  /** set on a scope that compensates inside a completed sub-process */
  readonly restores: { readonly walk: CompensationRunOrdinal; readonly item: CompensationItemOrdinal } | null;
}

/** Written only by `apply`. Fields below the line are indexes that make applying an event O(1). */
export interface InstanceState {
  status: InstanceStatus;
  instanceId: string;
  definitionId: string;
  key: string;
  version: number;
  businessId: string | null;
  startedAt: number;
  counter: Ordinal;
  /** applied events; also identifies a moment in the life of the instance */
  eventCount: number;
  rootScope: ScopeOrdinal;
  rootVariables: VariableScopeOrdinal;
  caller: Caller | null;
  readonly entries: Map<ActivityInstanceOrdinal, ActivityInstance>;
  readonly scopes: Map<ScopeOrdinal, ScopeState>;
  readonly variables: VariableScopes;
  /** oldest first */
  readonly subscriptions: Map<SubscriptionOrdinal, SubscriptionState>;
  readonly compensationRuns: Map<CompensationRunOrdinal, CompensationRun>;
  readonly jobs: Map<JobOrdinal, OwnJobState>;
  readonly incidents: Map<IncidentOrdinal, IncidentState>;
  /** earlier failure of the process; `of`: the failed part */
  tries: (Tries & { readonly of: string }) | null;
  paused: PausedRun | null;
  /** reasons for suspension (docs/contributing/spec/suspension.md) */
  readonly suspendedBy: Set<SuspendedBy>;
  /** resumes since the queued work was last finished */
  resumesUnderWay: number;
  // ---- indexes ----
  /** active activity instances by element id, oldest first */
  readonly byElement: Map<string, Set<ActivityInstanceOrdinal>>;
  /** scopes of a sub-process: its body, or the one its compensation restores; oldest first */
  readonly bodies: Map<ActivityInstanceOrdinal, Set<ScopeOrdinal>>;
  /** users of a variable scope: activity instances, held tokens, nested scopes */
  readonly uses: Map<VariableScopeOrdinal, number>;
  /** open branch scopes by parent */
  readonly branches: Map<VariableScopeOrdinal, number>;
  /** characters of JSON (docs/contributing/spec/variables.md#variable-limits) */
  variablesSize: number;
  /** loop body by variable scope of an iteration */
  readonly loopOf: Map<VariableScopeOrdinal, ActivityInstanceOrdinal>;
  /** waiting, oldest first */
  readonly inclusiveJoins: Set<ActivityInstanceOrdinal>;
  /** scopes with a fired complex gateway, oldest first */
  readonly firedIn: Set<ScopeOrdinal>;
  /** open job by activity instance; null: of the process */
  readonly jobOf: Map<ActivityInstanceOrdinal | null, JobOrdinal>;
  /** incidents by failed activity instance; null: of the process */
  readonly incidentsOf: Map<ActivityInstanceOrdinal | null, Set<IncidentOrdinal>>;
  /** open, by catching or attached activity instance */
  readonly subscriptionsOf: Map<ActivityInstanceOrdinal, Set<SubscriptionOrdinal>>;
  /** open, of event sub-processes by scope */
  readonly subscriptionsIn: Map<ScopeOrdinal, Set<SubscriptionOrdinal>>;
  /** open, in order of creation */
  readonly conditions: Set<SubscriptionOrdinal>;
  /** alternatives by event-based gateway */
  readonly races: Map<ActivityInstanceOrdinal, Set<ActivityInstanceOrdinal>>;
  /** the run that has started this item and not finished it */
  readonly compensationRunOf: Map<CompensationItemOrdinal, CompensationRunOrdinal>;
  /** compensation runs by throwing activity instance, oldest first */
  readonly compensationRunsOf: Map<ActivityInstanceOrdinal, Set<CompensationRunOrdinal>>;
  /** compensation runs by scope of the log, oldest first */
  readonly compensationRunsIn: Map<ScopeOrdinal, Set<CompensationRunOrdinal>>;
  /** active, by compensation item */
  readonly handlers: Map<CompensationItemOrdinal, ActivityInstanceOrdinal>;
}

export function initialState(): InstanceState {
  return {
    status: 'new',
    instanceId: '',
    definitionId: '',
    key: '',
    version: 0,
    businessId: null,
    startedAt: 0,
    counter: 0,
    eventCount: 0,
    rootScope: 0,
    rootVariables: 0,
    caller: null,
    entries: new Map(),
    scopes: new Map(),
    variables: new Map(),
    subscriptions: new Map(),
    compensationRuns: new Map(),
    jobs: new Map(),
    incidents: new Map(),
    tries: null,
    paused: null,
    suspendedBy: new Set(),
    resumesUnderWay: 0,
    byElement: new Map(),
    bodies: new Map(),
    uses: new Map(),
    branches: new Map(),
    variablesSize: 0,
    loopOf: new Map(),
    inclusiveJoins: new Set(),
    firedIn: new Set(),
    jobOf: new Map(),
    incidentsOf: new Map(),
    subscriptionsOf: new Map(),
    subscriptionsIn: new Map(),
    conditions: new Set(),
    races: new Map(),
    compensationRunOf: new Map(),
    compensationRunsOf: new Map(),
    compensationRunsIn: new Map(),
    handlers: new Map(),
  };
}

export function isTerminal(state: InstanceState): boolean {
  return state.status === 'completed' || state.status === 'cancelled' || state.status === 'failed';
}

/** Throws if not active: a bug or a damaged event history. */
export function activityInstanceIn(state: InstanceState, ordinal: ActivityInstanceOrdinal): ActivityInstance {
  const entry = state.entries.get(ordinal);
  if (entry === undefined) throw new Error(`entry ${ordinal} is not active`);
  return entry;
}

/** Throws like {@link activityInstanceIn}. */
export function openScope(state: InstanceState, ordinal: ScopeOrdinal): ScopeState {
  const scope = state.scopes.get(ordinal);
  if (scope === undefined) throw new Error(`scope ${ordinal} is not open`);
  return scope;
}

/** Throws like {@link activityInstanceIn}. */
export function subscriptionIn(state: InstanceState, ordinal: SubscriptionOrdinal): SubscriptionState {
  const subscription = state.subscriptions.get(ordinal);
  if (subscription === undefined) throw new Error(`subscription ${ordinal} is not open`);
  return subscription;
}

/** @param entry null: the process */
export function ownJobOf(state: InstanceState, entry: ActivityInstanceOrdinal | null): OwnJobState | undefined {
  const ordinal = state.jobOf.get(entry);
  return ordinal === undefined ? undefined : state.jobs.get(ordinal);
}

/** @param entry null: the process */
export function incidentsOf(state: InstanceState, entry: ActivityInstanceOrdinal | null): IncidentState[] {
  return [...(state.incidentsOf.get(entry) ?? [])].map((ordinal) => state.incidents.get(ordinal) as IncidentState);
}

/** True for an open listener or ad-hoc job, and for an activity instance that waits for the result of its work, not of such a job. */
export function awaitsResult(state: InstanceState, ordinal: Ordinal): boolean {
  if (state.jobs.has(ordinal)) return true;
  if (!state.entries.has(ordinal) || state.jobOf.has(ordinal) || hasFailed(state, ordinal)) return false;
  return !queuedEntries(state).has(ordinal);
}

/** True if its result could not be processed, or it has no attempts left. */
function hasFailed(state: InstanceState, entry: ActivityInstanceOrdinal): boolean {
  if (state.incidents.size === 0) return false;
  return incidentsOf(state, entry).some(({ repeat: { kind } }) => kind !== 'condition' && kind !== 'arm' && kind !== 'wait');
}

/** Activity instances created but not started when their run paused. */
export function queuedEntries({ paused }: InstanceState): ReadonlySet<ActivityInstanceOrdinal> {
  return new Set((paused?.steps ?? []).flatMap(({ entry }) => entry ?? []));
}

/** Variables that the worker reads. `ordinal`: of the job or its activity instance. Undefined if neither exists. */
export function scopeOfResult(state: InstanceState, ordinal: Ordinal): VariableScopeOrdinal | undefined {
  const job = state.jobs.get(ordinal);
  if (job === undefined) return state.entries.get(ordinal)?.variableScope;
  if (job.entry === null) return state.rootVariables;
  const [body] = job.purpose.kind === 'adHoc' ? (state.bodies.get(job.entry) ?? []) : [];
  return body === undefined ? activityInstanceIn(state, job.entry).variableScope : openScope(state, body).variableScope;
}

/** Compensation runs that it has thrown, oldest first. */
export function compensationRunsOf(state: InstanceState, thrower: ActivityInstanceOrdinal): CompensationRun[] {
  return compensationRunsNamed(state, state.compensationRunsOf.get(thrower));
}

/** Compensation runs over the log of a scope, oldest first. */
export function compensationRunsIn(state: InstanceState, scope: ScopeOrdinal): CompensationRun[] {
  return compensationRunsNamed(state, state.compensationRunsIn.get(scope));
}

function compensationRunsNamed(
  { compensationRuns }: InstanceState,
  ordinals: ReadonlySet<CompensationRunOrdinal> = new Set(),
): CompensationRun[] {
  return [...ordinals].map((ordinal) => compensationRuns.get(ordinal) as CompensationRun);
}
