import type { ElementActivated, EngineEvent, EventType, Ordinal } from './events.ts';
import { type EntryState, entryIn, type InstanceState, openScope } from './state.ts';
import { addEntry, addScope, forgetVariableScope, holdToken, indexVariableScope, removeEntry } from './state-index.ts';
import { growthOf } from './variable-growth.ts';
import { applyToVariables } from './variable-scopes.ts';

/**
 * Folds one fact into the state, in place. The only way state changes; never reads the model (bpmn.md Q1).
 * @param at time of the event's journal row, ms since epoch
 */
export function apply(state: InstanceState, event: EngineEvent, at: number): void {
  if (!Object.hasOwn(FOLDS, event.type)) throw new Error(`unknown event: ${JSON.stringify(event)}`);
  if (event.type === 'VariableScopeClosed') forgetVariableScope(state, event.variableScope);
  state.variablesSize += growthOf(state.variables, event);
  applyToVariables(state.variables, event);
  state.eventCount += 1;
  const fold = FOLDS[event.type] as Fold<EngineEvent>;
  fold(state, event, at);
}

type Fold<E extends EngineEvent> = (state: InstanceState, event: E, at: number) => void;
type EventOf<T extends EventType> = Extract<EngineEvent, { type: T }>;

/** Folded into the variables already, or nothing the live state keeps. */
const nothing = () => {};
const end: Fold<EventOf<'ElementCompleted' | 'ElementFailed' | 'ElementCancelled'>> = (state, event) =>
  removeEntry(state, entryIn(state, event.entry));

/** What each fact changes beside the variables; an event without a row does not compile. */
const FOLDS: { readonly [T in EventType]: Fold<EventOf<T>> } = {
  InstanceStarted: startInstance,
  InstanceCompleted: (state) => {
    state.status = 'completed';
  },
  InstanceCancelled: (state) => {
    state.status = 'cancelled';
  },
  InstanceFailed: (state) => {
    state.status = 'failed';
  },
  ScopeOpened: (state, { scope, container, host, parent, variableScope }) => {
    seen(state, scope);
    addScope(state, { ordinal: scope, container, host, parent, variableScope });
  },
  ScopeClosed: (state, event) => {
    const { host } = openScope(state, event.scope);
    if (host !== null) state.bodies.delete(host);
    state.scopes.delete(event.scope);
  },
  VariableScopeOpened: (state, event) => {
    seen(state, event.variableScope);
    indexVariableScope(state, event.kind, event.parent);
  },
  VariableScopeClosed: nothing,
  VariablesMoved: nothing,
  VariablesWritten: nothing,
  ElementActivated: (state, event, at) => {
    seen(state, event.entry);
    addEntry(state, entryOf(event, at));
  },
  TokenArrived: (state, event) => holdToken(state, entryIn(state, event.entry), event.flow, event.variableScope),
  ConditionEvaluated: nothing,
  ElementCompleted: end,
  ElementFailed: end,
  ElementCancelled: end,
  FlowTaken: nothing,
  UserTaskCreated: (state, { entry, assignee, candidateUsers, candidateGroups, expectedOutputs }) => {
    entryIn(state, entry).userTask = { assignee, candidateUsers, candidateGroups, expectedOutputs, claimedBy: null };
  },
  UserTaskClaimed: (state, event) => claim(entryIn(state, event.entry), event.userId),
  UserTaskUnclaimed: (state, event) => claim(entryIn(state, event.entry), null),
  ErrorThrown: nothing,
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
  seen(state, Math.max(event.rootScope, event.rootVariables));
  addScope(state, {
    ordinal: event.rootScope,
    container: event.key,
    host: null,
    parent: null,
    variableScope: event.rootVariables,
  });
}

function seen(state: InstanceState, ordinal: Ordinal): void {
  if (ordinal > state.counter) state.counter = ordinal;
}

function entryOf(event: ElementActivated, at: number): EntryState {
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
  };
}

function claim(entry: EntryState, userId: string | null): void {
  if (entry.userTask !== null) entry.userTask.claimedBy = userId;
}
