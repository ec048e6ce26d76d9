import { applyToCompensation } from './apply-compensation.ts';
import { applyToLoop, newLoop } from './apply-loop.ts';
import type { ElementActivated, EngineEvent, Ordinal, SubscriptionOpened } from './events.ts';
import { type EntryState, entryIn, type InstanceState, openScope, type SubscriptionState, subscriptionIn } from './state.ts';
import {
  addEntry,
  addScope,
  addSubscription,
  forgetVariableScope,
  gatherTokens,
  holdToken,
  indexVariableScope,
  removeEntry,
  removeSubscription,
} from './state-index.ts';
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
      state.caller = event.caller ?? null;
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
    case 'ScopeClosed':
      closeScope(state, event.scope);
      return;
    case 'VariableScopeOpened':
      seen(state, event.variableScope);
      indexVariableScope(state, event.kind, event.parent);
      return;
    case 'ElementActivated':
      seen(state, event.entry);
      addEntry(state, entryOf(event, at));
      if (event.index !== undefined) countIteration(state, event.scope);
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
    case 'TokensGathered':
      gatherTokens(state, entryIn(state, event.entry), event.variableScope);
      return;
    case 'JoinFired':
      openScope(state, event.scope).fired.set(event.element, { delivered: new Set(event.delivered) });
      return;
    case 'JoinReset':
      openScope(state, event.scope).fired.delete(event.element);
      return;
    case 'LateTokenArrived':
      openScope(state, event.scope).fired.get(event.element)?.delivered.add(event.flow);
      return;
    case 'SubscriptionOpened':
      seen(state, event.subscription);
      addSubscription(state, subscriptionOf(event));
      return;
    case 'SubscriptionClosed':
      removeSubscription(state, subscriptionIn(state, event.subscription));
      return;
    case 'ConditionObserved':
      subscriptionIn(state, event.subscription).subject = { kind: 'conditional', isTrue: event.isTrue };
      return;
    case 'ChildStarted':
      entryIn(state, event.entry).childInstanceId = event.childInstanceId;
      return;
    case 'LoopOpened':
    case 'IterationEnded':
      applyToLoop(state, event);
      return;
    case 'ScopeInterrupted':
      openScope(state, event.scope).isInterrupted = true;
      return;
    case 'CompensationLogged':
    case 'CompensationStarted':
    case 'CompensationItemDone':
    case 'CompensationEnded':
      applyToCompensation(state, event);
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
    case 'JobCreated':
    case 'SignalThrown':
    case 'MessagePublished':
    case 'EscalationThrown':
    case 'TransactionOutcome':
    case 'ChildStartRequested':
    case 'ChildCancelRequested':
      return;
    default:
      unreachable(event);
  }
}

/** The log of a body stays with its host until the host is logged itself (K1). */
function closeScope(state: InstanceState, ordinal: Ordinal): void {
  const { host, log } = openScope(state, ordinal);
  if (host !== null) {
    state.bodies.delete(host);
    const entry = state.entries.get(host);
    if (entry !== undefined) entry.innerLog = log;
  }
  state.scopes.delete(ordinal);
}

function countIteration(state: InstanceState, scope: Ordinal): void {
  const { host } = openScope(state, scope);
  const loop = host === null ? null : entryIn(state, host).loop;
  if (loop !== null) loop.created += 1;
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
    index: event.index ?? null,
    race: event.race ?? null,
    compensates: event.compensates ?? null,
    loop: event.loop === undefined ? null : newLoop(event.loop),
    childInstanceId: null,
    innerLog: [],
  };
}

function subscriptionOf(event: SubscriptionOpened): SubscriptionState {
  const { subscription, subject, owner, entry, scope, element, definition } = event;
  return { ordinal: subscription, subject, owner, entry, scope, element, definition };
}

function claim(entry: EntryState, userId: string | null): void {
  if (entry.userTask !== null) entry.userTask.claimedBy = userId;
}
