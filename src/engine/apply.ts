import type { ElementActivated, EngineEvent, Ordinal } from './events.ts';
import { type EntryState, entryIn, type InstanceState, openScope } from './state.ts';
import { addEntry, addScope, forgetVariableScope, holdToken, indexVariableScope, removeEntry } from './state-index.ts';
import { unreachable } from './values.ts';
import { growthOf } from './variable-growth.ts';
import { applyToVariables } from './variable-scopes.ts';

/**
 * Folds one fact into the state, in place. The only way state changes; never reads the model (bpmn.md Q1).
 * @param at time of the event's journal row, ms since epoch
 */
export function apply(state: InstanceState, event: EngineEvent, at: number): void {
  if (event.type === 'VariableScopeClosed') forgetVariableScope(state, event.variableScope);
  state.variablesSize += growthOf(state.variables, event);
  applyToVariables(state.variables, event);
  state.eventCount += 1;
  switch (event.type) {
    case 'InstanceStarted':
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
      return;
    case 'ScopeOpened':
      seen(state, event.scope);
      addScope(state, {
        ordinal: event.scope,
        container: event.container,
        host: event.host,
        parent: event.parent,
        variableScope: event.variableScope,
      });
      return;
    case 'ScopeClosed': {
      const { host } = openScope(state, event.scope);
      if (host !== null) state.bodies.delete(host);
      state.scopes.delete(event.scope);
      return;
    }
    case 'VariableScopeOpened':
      seen(state, event.variableScope);
      indexVariableScope(state, event.kind, event.parent);
      return;
    case 'ElementActivated':
      seen(state, event.entry);
      addEntry(state, entryOf(event, at));
      return;
    case 'TokenArrived':
      holdToken(state, entryIn(state, event.entry), event.flow, event.variableScope);
      return;
    case 'ElementCompleted':
    case 'ElementFailed':
    case 'ElementCancelled':
      removeEntry(state, entryIn(state, event.entry));
      return;
    case 'UserTaskCreated':
      entryIn(state, event.entry).userTask = {
        assignee: event.assignee,
        candidateUsers: event.candidateUsers,
        candidateGroups: event.candidateGroups,
        expectedOutputs: event.expectedOutputs,
        claimedBy: null,
      };
      return;
    case 'UserTaskClaimed':
      claim(entryIn(state, event.entry), event.userId);
      return;
    case 'UserTaskUnclaimed':
      claim(entryIn(state, event.entry), null);
      return;
    case 'InstanceCompleted':
      state.status = 'completed';
      return;
    case 'InstanceCancelled':
      state.status = 'cancelled';
      return;
    case 'InstanceFailed':
      state.status = 'failed';
      return;
    case 'VariablesWritten':
    case 'VariablesMoved':
    case 'VariableScopeClosed':
    case 'ConditionEvaluated':
    case 'FlowTaken':
    case 'ErrorThrown':
      return;
    default:
      unreachable(event);
  }
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
