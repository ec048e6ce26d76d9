import type { FailureCause } from './causes.ts';
import type { CompensationLog } from './compensation-log.ts';
import type { AfterWalk, Caller, SubscriptionOwner, SubscriptionSubject } from './events.ts';
import type { Repeat, Tries } from './incident-events.ts';
import type { JobPurpose } from './job-events.ts';
import type { ElementType } from './model.ts';
import type {
  CompensationItemOrdinal,
  EntryOrdinal,
  IncidentOrdinal,
  JobOrdinal,
  Ordinal,
  ScopeOrdinal,
  SubscriptionOrdinal,
  VariableScopeOrdinal,
  WalkOrdinal,
} from './ordinals.ts';
import type { Beginning, PausedSignals, PausedStep } from './paused-runs.ts';
import type { PendingItem } from './pending.ts';
import type { SuspendedBy } from './suspension-events.ts';
import type { FailedPart } from './unfinished.ts';
import type { Json, Variables } from './values.ts';
import type { VariableScopes } from './variable-scopes.ts';
import type { WalkItems } from './walk-items.ts';

/** new → running → one of the three terminal states (docs/contributing/spec/execution.md#instance-states). */
export type InstanceStatus = 'new' | 'running' | 'completed' | 'cancelled' | 'failed';

/** What an open user task knows about itself (docs/contributing/spec/elements.md#user-task). */
export interface UserTaskState {
  readonly assignee: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  readonly expectedOutputs: readonly string[];
  claimedBy: string | null;
}

/** One active entry. Ended entries leave the state; their history is the journal. */
export interface EntryState {
  readonly ordinal: EntryOrdinal;
  /** changes only when the instance goes on in another version, as every id of the model in this state */
  element: string;
  readonly elementType: ElementType;
  readonly scope: ScopeOrdinal;
  /** changes only when an activity has gathered the tokens it needs */
  variableScope: VariableScopeOrdinal;
  /** ms since epoch */
  readonly since: number;
  readonly isHost: boolean;
  /** a join: the variable scopes of the tokens it holds, by incoming flow, oldest first; null for everything else */
  held: Map<string, VariableScopeOrdinal[]> | null;
  userTask: UserTaskState | null;
  /** index of an iteration; null for everything else */
  readonly index: number | null;
  /** the race it takes part in */
  readonly race: EntryOrdinal | null;
  /** the compensation item it handles */
  readonly compensates: CompensationItemOrdinal | null;
  loop: LoopState | null;
  adHoc: AdHocState | null;
  /** the child of a call activity, once it has started */
  childInstanceId: string | null;
  /** log of the body that has just closed, or of the iterations so far; moves into the item when the entry is logged */
  innerLog: CompensationLog;
  /** its token has failed here before */
  tries: Tries | null;
}

/** Progress of a loop wrapper (docs/contributing/spec/loops-and-compensation.md#loops). */
export interface LoopState {
  readonly kind: 'multiInstance' | 'standardLoop';
  total: number;
  items: readonly Json[] | null;
  /** iterations created, completed, ended without completing */
  created: number;
  completed: number;
  terminated: number;
  /** output values by index; only indexes that completed */
  readonly outputs: Map<number, Json>;
}

/** Progress of an ad-hoc body (docs/contributing/spec/elements.md#ad-hoc-sub-process). */
export interface AdHocState {
  readonly activities: readonly string[];
  /** how many of them have begun */
  started: number;
  /** the completion condition was true: nothing further begins */
  isClosed: boolean;
}

/** An open subscription. */
export interface SubscriptionState extends Omit<SubscriptionOwner, 'element'> {
  readonly ordinal: SubscriptionOrdinal;
  element: string;
  subject: SubscriptionSubject;
  /** what the definitions of the same parallel multiple event that have occurred so far brought */
  gathered?: Variables;
}

/** An open job that has a number of its own. */
export interface OwnJobState {
  readonly ordinal: JobOrdinal;
  /** null: of the process itself */
  readonly entry: EntryOrdinal | null;
  element: string;
  purpose: JobPurpose;
}

/** Something that has failed and waits for an operator. */
export interface IncidentState extends Tries {
  /** null: the process itself */
  readonly entry: EntryOrdinal | null;
  element: string;
  readonly code: string;
  readonly message: string;
  readonly cause: FailureCause;
  repeat: Repeat;
}

/** A compensation walk: what is left to do, newest first. */
export interface CompensationWalk {
  readonly ordinal: WalkOrdinal;
  readonly thrower: EntryOrdinal;
  element: string;
  /** scope whose log is walked */
  readonly scope: ScopeOrdinal;
  readonly items: WalkItems;
  readonly together: boolean;
  readonly after: AfterWalk;
}

/** The rest of a run, to be gone on with by the next command (docs/contributing/spec/execution.md#paused-runs). */
export interface PausedRun {
  /** in order */
  readonly steps: readonly PausedStep[];
  readonly stepsTaken: number;
  /** absent: none was thrown */
  readonly signals?: PausedSignals;
  /** see RunPaused */
  readonly failed?: readonly FailedPart[];
  readonly pending?: readonly PendingItem[];
  /** it took too many steps: an incident tells of it */
  readonly isStopped?: true;
  /** the instance was suspended before it began */
  readonly begins?: Beginning;
}

/** A complex gateway that has fired and waits for the rest of its pass. */
export interface FiredJoin {
  readonly delivered: Set<string>;
}

/** One run of a container. `host` is the entry that owns it; null for the root scope. */
export interface ScopeState {
  readonly ordinal: ScopeOrdinal;
  container: string;
  readonly host: EntryOrdinal | null;
  readonly parent: ScopeOrdinal | null;
  /** root or body variable scope: ends with this scope */
  readonly variableScope: VariableScopeOrdinal;
  /** active entries directly in this scope, oldest first */
  readonly entries: Set<EntryOrdinal>;
  /** waiting joins by element id */
  readonly joins: Map<string, EntryOrdinal>;
  /** fired complex gateways by element id */
  readonly fired: Map<string, FiredJoin>;
  /** an interrupting event sub-process has taken over */
  isInterrupted: boolean;
  /** what can be compensated, oldest first */
  readonly log: CompensationLog;
  /** set on a scope that restores the inside of a compensation item */
  readonly restores: { readonly walk: WalkOrdinal; readonly item: CompensationItemOrdinal } | null;
}

/**
 * State of one instance: only what is live. Written in place by `apply` and nothing else; the fields below the line are derived from those
 * above it, so that every event costs O(1).
 */
export interface InstanceState {
  status: InstanceStatus;
  instanceId: string;
  definitionId: string;
  key: string;
  version: number;
  businessId: string | null;
  startedAt: number;
  /** the highest ordinal given so far */
  counter: Ordinal;
  /** events folded so far; grows with every event, which makes it a name for a moment in the instance's life */
  eventCount: number;
  rootScope: ScopeOrdinal;
  rootVariables: VariableScopeOrdinal;
  caller: Caller | null;
  readonly entries: Map<EntryOrdinal, EntryState>;
  readonly scopes: Map<ScopeOrdinal, ScopeState>;
  readonly variables: VariableScopes;
  /** open subscriptions, in order of arming */
  readonly subscriptions: Map<SubscriptionOrdinal, SubscriptionState>;
  readonly walks: Map<WalkOrdinal, CompensationWalk>;
  /** open jobs that have numbers of their own */
  readonly jobs: Map<JobOrdinal, OwnJobState>;
  readonly incidents: Map<IncidentOrdinal, IncidentState>;
  /** the process itself has failed before. `of`: at what */
  tries: (Tries & { readonly of: string }) | null;
  /** what is left of a run that has stopped between two steps; null when no run is under way */
  paused: PausedRun | null;
  /** who holds it (docs/contributing/spec/suspension.md) */
  readonly suspendedBy: Set<SuspendedBy>;
  /** how often it was resumed without having caught up since */
  resumesUnderWay: number;
  // ---- derived ----
  /** active entries by element id, oldest first */
  readonly byElement: Map<string, Set<EntryOrdinal>>;
  /** scopes a host entry owns: its body, or what its compensation restores; oldest first */
  readonly bodies: Map<EntryOrdinal, Set<ScopeOrdinal>>;
  /** tokens (entries, held tokens) and child scopes that use a variable scope */
  readonly uses: Map<VariableScopeOrdinal, number>;
  /** living branch scopes by parent */
  readonly branches: Map<VariableScopeOrdinal, number>;
  /** characters of JSON of all variables together (docs/contributing/spec/variables.md#variable-limits) */
  variablesSize: number;
  /** loop wrapper by the variable scope of an iteration */
  readonly loopOf: Map<VariableScopeOrdinal, EntryOrdinal>;
  /** waiting inclusive joins, oldest first */
  readonly inclusiveJoins: Set<EntryOrdinal>;
  /** scopes in which a fired complex gateway waits for the rest of its pass, oldest first */
  readonly firedIn: Set<ScopeOrdinal>;
  /** the open job of `jobs` by its entry; null: that of the process */
  readonly jobOf: Map<EntryOrdinal | null, JobOrdinal>;
  /** incidents by the entry that has failed; null: those of the process */
  readonly incidentsOf: Map<EntryOrdinal | null, Set<IncidentOrdinal>>;
  /** open subscriptions by the entry that waits or hosts */
  readonly subscriptionsOf: Map<EntryOrdinal, Set<SubscriptionOrdinal>>;
  /** open subscriptions of event sub-processes by scope */
  readonly subscriptionsIn: Map<ScopeOrdinal, Set<SubscriptionOrdinal>>;
  /** open subscriptions of conditions, in order of arming */
  readonly conditions: Set<SubscriptionOrdinal>;
  /** entries of a race by the gateway entry that began it */
  readonly races: Map<EntryOrdinal, Set<EntryOrdinal>>;
  /** the walk that has taken on a compensation item and not ended it */
  readonly walkOf: Map<CompensationItemOrdinal, WalkOrdinal>;
  /** walks by the entry that threw them, oldest first */
  readonly walksOf: Map<EntryOrdinal, Set<WalkOrdinal>>;
  /** walks by the scope whose log they walk, oldest first */
  readonly walksIn: Map<ScopeOrdinal, Set<WalkOrdinal>>;
  /** active handlers by the compensation item they handle */
  readonly handlers: Map<CompensationItemOrdinal, EntryOrdinal>;
}

/** The state before the first event. */
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
    walks: new Map(),
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
    walkOf: new Map(),
    walksOf: new Map(),
    walksIn: new Map(),
    handlers: new Map(),
  };
}

/** True once the instance accepts no command any more. */
export function isTerminal(state: InstanceState): boolean {
  return state.status === 'completed' || state.status === 'cancelled' || state.status === 'failed';
}

/** The entry; throws when it is not active, which is a bug or a damaged journal. */
export function entryIn(state: InstanceState, ordinal: EntryOrdinal): EntryState {
  const entry = state.entries.get(ordinal);
  if (entry === undefined) throw new Error(`entry ${ordinal} is not active`);
  return entry;
}

/** The scope; throws when it does not exist, which is a bug or a damaged journal. */
export function openScope(state: InstanceState, ordinal: ScopeOrdinal): ScopeState {
  const scope = state.scopes.get(ordinal);
  if (scope === undefined) throw new Error(`scope ${ordinal} is not open`);
  return scope;
}

/** The subscription; throws when it is not open, which is a bug or a damaged journal. */
export function subscriptionIn(state: InstanceState, ordinal: SubscriptionOrdinal): SubscriptionState {
  const subscription = state.subscriptions.get(ordinal);
  if (subscription === undefined) throw new Error(`subscription ${ordinal} is not open`);
  return subscription;
}

/** The open job of an entry, or of the process, that has a number of its own; undefined when there is none. */
export function ownJobOf(state: InstanceState, entry: EntryOrdinal | null): OwnJobState | undefined {
  const ordinal = state.jobOf.get(entry);
  return ordinal === undefined ? undefined : state.jobs.get(ordinal);
}

/** The incidents of an entry, or of the process, oldest first. */
export function incidentsOf(state: InstanceState, entry: EntryOrdinal | null): IncidentState[] {
  return [...(state.incidentsOf.get(entry) ?? [])].map((ordinal) => state.incidents.get(ordinal) as IncidentState);
}

/** Whether a result is waited for under this number: that of a job, or of an entry whose own work is not over. */
export function awaitsResult(state: InstanceState, ordinal: Ordinal): boolean {
  if (state.jobs.has(ordinal)) return true;
  if (!state.entries.has(ordinal) || state.jobOf.has(ordinal) || hasFailed(state, ordinal)) return false;
  return !queuedEntries(state).has(ordinal);
}

/** What waits for an operator waits for no result: it has come, or its attempts are used up. */
function hasFailed(state: InstanceState, entry: EntryOrdinal): boolean {
  if (state.incidents.size === 0) return false;
  return incidentsOf(state, entry).some(({ repeat: { kind } }) => kind !== 'condition' && kind !== 'arm' && kind !== 'wait');
}

/** Entries that have been made and have not begun: their run has paused before. */
export function queuedEntries({ paused }: InstanceState): ReadonlySet<EntryOrdinal> {
  return new Set((paused?.steps ?? []).flatMap(({ entry }) => entry ?? []));
}

/** The variable scope that whoever works under this number can read; undefined when no result is waited for under it. */
export function scopeOfResult(state: InstanceState, ordinal: Ordinal): VariableScopeOrdinal | undefined {
  const job = state.jobs.get(ordinal);
  if (job === undefined) return state.entries.get(ordinal)?.variableScope;
  if (job.entry === null) return state.rootVariables;
  const [body] = job.purpose.kind === 'adHoc' ? (state.bodies.get(job.entry) ?? []) : [];
  return body === undefined ? entryIn(state, job.entry).variableScope : openScope(state, body).variableScope;
}

/** The compensation walks that an entry has thrown, oldest first. */
export function walksOf(state: InstanceState, thrower: EntryOrdinal): CompensationWalk[] {
  return walksNamed(state, state.walksOf.get(thrower));
}

/** The compensation walks over the log of a scope, oldest first. */
export function walksIn(state: InstanceState, scope: ScopeOrdinal): CompensationWalk[] {
  return walksNamed(state, state.walksIn.get(scope));
}

function walksNamed({ walks }: InstanceState, ordinals: ReadonlySet<WalkOrdinal> = new Set()): CompensationWalk[] {
  return [...ordinals].map((ordinal) => walks.get(ordinal) as CompensationWalk);
}
