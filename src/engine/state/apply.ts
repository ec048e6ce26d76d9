import type { ElementActivated, EngineEvent, EventType, SubscriptionOpened } from '../events.ts';
import type { UserTaskEdit } from '../model.ts';
import type { Ordinal, ScopeOrdinal } from '../ordinals.ts';
import {
  type ActivityInstance,
  activityInstanceIn,
  type InstanceState,
  type InstanceStatus,
  openScope,
  type SubscriptionState,
  subscriptionIn,
} from '../state.ts';
import { growthOf } from '../values/variable-growth.ts';
import { copyVariables, noVariables, type Variables } from '../values.ts';
import { applyToCompensation } from './apply-compensation.ts';
import { applyMigration } from './apply-migration.ts';
import { applyToVariables } from './apply-variables.ts';
import { CompensationLog } from './compensation-items.ts';
import { editedTask } from './edited-task.ts';
import { applyToLoop, newLoop } from './loop-counters.ts';
import { noteTries } from './open-incidents.ts';
import { replaceState } from './snapshot.ts';
import {
  addActivityInstance,
  addIncident,
  addJob,
  addScope,
  addSubscription,
  forgetVariableScope,
  gatherTokens,
  holdToken,
  indexVariableScope,
  removeActivityInstance,
  removeFrom,
  removeIncident,
  removeJob,
  removeSubscription,
} from './state-index.ts';

/**
 * Changes the state in place; nothing else does, and no model is needed (docs/contributing/spec/journal.md#pure-function).
 * @param at of the row in the event history, ms since epoch
 */
export function apply(state: InstanceState, event: EngineEvent, at: number): void {
  if (!Object.hasOwn(APPLIERS, event.type)) throw new Error(`unknown event: ${JSON.stringify(event)}`);
  if (event.type === 'VariableScopeClosed') forgetVariableScope(state, event.variableScope);
  state.variablesSize += growthOf(state.variables, event);
  applyToVariables(state.variables, event);
  state.eventCount += 1;
  const applyOne = APPLIERS[event.type] as Applier<EngineEvent>;
  applyOne(state, event, at);
}

type Applier<E extends EngineEvent> = (state: InstanceState, event: E, at: number) => void;
type EventOf<T extends EventType> = Extract<EngineEvent, { type: T }>;

/** Changes variables only. */
const nothing = () => {};
const end: Applier<EventOf<'ElementCompleted' | 'ElementFailed' | 'ElementCancelled'>> = (state, event) =>
  removeActivityInstance(state, activityInstanceIn(state, event.entry));

/** Changes other than variables. A missing event type does not compile. */
const APPLIERS: { readonly [T in EventType]: Applier<EventOf<T>> } = {
  InstanceStarted: startInstance,
  InstanceRestored: (state, event) => {
    replaceState(state, event.state);
    Object.assign(state, event.definition);
  },
  InstanceCompleted: (state) => endInstance(state, 'completed'),
  InstanceCancelled: (state) => endInstance(state, 'cancelled'),
  InstanceFailed: (state) => endInstance(state, 'failed'),
  ScopeOpened: (state, { scope, container, host, parent, variableScope, restores }) => {
    seen(state, scope);
    const restored = restores && {
      restores: { walk: restores.walk, item: restores.item },
      log: new CompensationLog(restores.log),
    };
    addScope(state, { ordinal: scope, container, host, parent, variableScope, ...restored });
  },
  ScopeClosed: (state, event) => closeScope(state, event.scope),
  VariableScopeOpened: (state, event) => {
    seen(state, event.variableScope);
    indexVariableScope(state, event.kind, event.parent);
  },
  VariableScopeClosed: nothing,
  VariablesMoved: nothing,
  VariablesWritten: nothing,
  ItemsAdded: nothing,
  VariablesEdited: nothing,
  ElementActivated: (state, event, at) => {
    seen(state, event.entry);
    addActivityInstance(state, entryOf(event, at));
    if (event.index !== undefined && event.again === undefined) countIteration(state, event.scope);
  },
  TokenArrived: (state, event) => holdToken(state, activityInstanceIn(state, event.entry), event.flow, event.variableScope),
  ConditionEvaluated: nothing,
  ElementCompleted: end,
  ElementFailed: end,
  ElementCancelled: end,
  FlowTaken: nothing,
  UserTaskCreated: (state, { entry, assignee, candidateUsers, candidateGroups, expectedOutputs }) => {
    activityInstanceIn(state, entry).userTask = { assignee, candidateUsers, candidateGroups, expectedOutputs, claimedBy: null };
  },
  UserTaskClaimed: (state, event) => claim(activityInstanceIn(state, event.entry), event.userId),
  UserTaskUnclaimed: (state, event) => claim(activityInstanceIn(state, event.entry), null),
  UserTaskEdited: (state, event) => editTask(activityInstanceIn(state, event.entry), event),
  ErrorThrown: nothing,
  TokensGathered: (state, event) => gatherTokens(state, activityInstanceIn(state, event.entry), event.variableScope),
  JoinFired: (state, event) => {
    openScope(state, event.scope).fired.set(event.element, { delivered: new Set(event.delivered) });
    state.firedIn.add(event.scope);
  },
  JoinReset: (state, event) => {
    const { fired } = openScope(state, event.scope);
    fired.delete(event.element);
    if (fired.size === 0) state.firedIn.delete(event.scope);
  },
  LateTokenArrived: (state, event) => {
    openScope(state, event.scope).fired.get(event.element)?.delivered.add(event.flow);
  },
  SubscriptionOpened: (state, event) => {
    seen(state, event.subscription);
    addSubscription(state, subscriptionOf(event));
  },
  SubscriptionClosed: (state, event) => {
    removeSubscription(state, subscriptionIn(state, event.subscription));
    if (event.payload !== undefined) gather(state, event, event.payload);
  },
  ConditionObserved: (state, event) => {
    subscriptionIn(state, event.subscription).subject = { kind: 'conditional', isTrue: event.isTrue };
  },
  JobCreated: nothing,
  JobOpened: (state, { job: ordinal, entry, element, purpose }) => {
    seen(state, ordinal);
    addJob(state, { ordinal, entry, element, purpose });
  },
  JobClosed: (state, { job: ordinal, entry }) => removeJob(state, { ordinal, entry }),
  SignalThrown: nothing,
  MessagePublished: nothing,
  EscalationThrown: nothing,
  LoopOpened: applyToLoop,
  IterationEnded: applyToLoop,
  AdHocOpened: (state, { entry, activities, started }) => {
    activityInstanceIn(state, entry).adHoc = { activities, started, isClosed: false };
  },
  AdHocAdvanced: (state, event) => {
    const { adHoc } = activityInstanceIn(state, event.entry);
    if (adHoc !== null) adHoc.started += 1;
  },
  AdHocClosed: (state, event) => {
    const { adHoc } = activityInstanceIn(state, event.entry);
    if (adHoc !== null) adHoc.isClosed = true;
  },
  ScopeInterrupted: (state, event) => {
    openScope(state, event.scope).isInterrupted = true;
  },
  CompensationLogged: applyToCompensation,
  CompensationStarted: applyToCompensation,
  CompensationItemDone: applyToCompensation,
  CompensationEnded: applyToCompensation,
  TransactionOutcome: nothing,
  ChildStartRequested: nothing,
  ChildStarted: (state, event) => {
    activityInstanceIn(state, event.entry).childInstanceId = event.childInstanceId;
  },
  ChildCancelRequested: nothing,
  IncidentRaised: (state, { type: _, ...incident }) => {
    seen(state, incident.incident);
    addIncident(state, incident);
  },
  IncidentEnded: (state, event) => {
    const incident = state.incidents.get(event.incident);
    if (incident !== undefined) noteTries(state, incident);
    removeIncident(state, event.incident);
  },
  InstanceModified: nothing,
  InstanceMigrated: applyMigration,
  InstanceSuspended: (state, event) => {
    state.suspendedBy.add(event.by);
  },
  InstanceResumed: (state, event) => {
    state.suspendedBy.delete(event.by);
    if (state.suspendedBy.size === 0) state.resumesUnderWay += 1;
  },
  InstanceCaughtUp: (state) => {
    state.resumesUnderWay -= 1;
  },
  RunPaused: (state, { type: _, ...paused }) => {
    state.paused = paused;
  },
  RunResumed: (state) => {
    state.paused = null;
  },
};

function startInstance(state: InstanceState, event: EventOf<'InstanceStarted'>, at: number): void {
  state.status = 'running';
  state.instanceId = event.instanceId;
  state.definitionId = event.definitionId;
  state.key = event.key;
  state.version = event.version;
  state.businessId = event.businessId;
  state.startedAt = at;
  state.rootScope = event.rootScope;
  state.rootVariables = event.rootVariables;
  state.caller = event.caller ?? null;
  seen(state, Math.max(event.rootScope, event.rootVariables));
  addScope(state, {
    ordinal: event.rootScope,
    container: event.key,
    host: null,
    parent: null,
    variableScope: event.rootVariables,
  });
}

function endInstance(state: InstanceState, status: InstanceStatus): void {
  state.status = status;
  state.paused = null;
}

/** The log moves to the sub-process until that is logged. */
function closeScope(state: InstanceState, ordinal: ScopeOrdinal): void {
  const { host, log, restores } = openScope(state, ordinal);
  if (host !== null) {
    removeFrom(state.bodies, host, ordinal);
    const entry = state.entries.get(host);
    if (entry !== undefined && restores === null) entry.innerLog = log;
  }
  state.scopes.delete(ordinal);
  state.firedIn.delete(ordinal);
}

function countIteration(state: InstanceState, scope: ScopeOrdinal): void {
  const { host } = openScope(state, scope);
  const loop = host === null ? null : activityInstanceIn(state, host).loop;
  if (loop !== null) loop.created += 1;
}

function seen(state: InstanceState, ordinal: Ordinal): void {
  if (ordinal > state.counter) state.counter = ordinal;
}

function entryOf(event: ElementActivated, at: number): ActivityInstance {
  return {
    ordinal: event.entry,
    element: event.element,
    elementType: event.elementType,
    scope: event.scope,
    variableScope: event.variableScope,
    since: at,
    isHost: event.host === true,
    held: event.isJoin === true && event.via !== undefined ? new Map([[event.via, [event.variableScope]]]) : null,
    userTask: null,
    index: event.index ?? null,
    race: event.race ?? null,
    compensates: event.compensates ?? null,
    loop: event.loop === undefined ? null : newLoop(event.loop),
    adHoc: null,
    childInstanceId: null,
    innerLog: new CompensationLog(),
    tries: event.again ?? null,
  };
}

function subscriptionOf(event: SubscriptionOpened): SubscriptionState {
  const { subscription, subject, owner, entry, scope, element, definition, gathered } = event;
  const before = gathered === undefined ? {} : { gathered: copyVariables(gathered) };
  return { ordinal: subscription, subject, owner, entry, scope, element, definition, ...before };
}

/** Stores the payload in the remaining subscriptions of a parallel multiple event. */
function gather(state: InstanceState, { entry, scope, element }: EventOf<'SubscriptionClosed'>, payload: Variables): void {
  const open = entry === null ? state.subscriptionsIn.get(scope) : state.subscriptionsOf.get(entry);
  for (const ordinal of open ?? []) {
    const other = subscriptionIn(state, ordinal);
    if (other.element === element) other.gathered = Object.assign(copyVariables(other.gathered ?? noVariables()), payload);
  }
}

/** Changes the assignment only; the plan is in the query tables. */
function editTask({ userTask }: ActivityInstance, edit: UserTaskEdit): void {
  if (userTask === null) return;
  const { assignee, candidateUsers, candidateGroups } = editedTask(userTask, edit);
  Object.assign(userTask, { assignee, candidateUsers, candidateGroups });
}

function claim(entry: ActivityInstance, userId: string | null): void {
  if (entry.userTask !== null) entry.userTask.claimedBy = userId;
}
