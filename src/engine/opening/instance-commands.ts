import type { EngineCommandOf, Rejection } from '../commands.ts';
import { elementOf } from '../model.ts';
import type { Ordinal, VariableScopeOrdinal } from '../ordinals.ts';
import { fire } from '../policies/firing.ts';
import { cancelEverything } from '../policies/instance-failure.ts';
import { givenCancellation } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import { isSuspended } from '../state/suspension.ts';
import {
  type ActivityInstance,
  activityInstanceIn,
  type InstanceState,
  isTerminal,
  openScope,
  ownJobOf,
  queuedEntries,
  type SubscriptionState,
} from '../state.ts';
import { sizeOfVariable } from '../values/value-size.ts';
import { sizeOfVariables } from '../values/variable-growth.ts';
import { scopeIn } from '../values/variable-scopes.ts';
import { type Json, noVariables } from '../values.ts';
import { completeWith } from './complete-with.ts';
import { completeOwnJob } from './job.ts';

/** Cancels activity instances and called instances first, newest first (docs/contributing/spec/execution.md#cancel-command). */
export function cancelInstance(run: Run, { reason, by }: EngineCommandOf<'CancelInstance'>): undefined {
  const why = givenCancellation(by ?? 'givenByCaller', reason);
  cancelEverything(run, why);
  run.emit({ type: 'InstanceCancelled', since: run.state.startedAt, ...why });
  return undefined;
}

/**
 * Completes the oldest active instance; in a loop the oldest waiting iteration
 * (docs/contributing/spec/loops-and-compensation.md#completing-an-iteration). An open listener or ad-hoc job of it or the process is completed instead.
 */
export function completeActivity(
  run: Run,
  { activityId, variables }: EngineCommandOf<'CompleteActivity'>,
): Rejection | undefined {
  const oldest = oldestActivityInstance(run, activityId);
  const own = ownJobOf(run.state, oldest?.ordinal ?? null);
  if (own?.element === activityId) {
    completeOwnJob(run, own, variables);
    return undefined;
  }
  if (oldest === undefined || isTerminal(run.state)) return { code: 'NO_ACTIVE_ENTRY', activityId };
  const element = elementOf(run.model, activityId);
  const behaviour = run.behaviours[element.type];
  const completable = behaviour.completableByClient(element);
  if (completable !== 'completable') return { code: completable, activityId };
  if (oldest.loop !== null || oldest.held !== null) return { code: 'ACTIVITY_NOT_COMPLETABLE', activityId };
  completeWith(run, oldest, variables, { kind: 'givenByCaller' }, behaviour.outputsForClient(element));
  return undefined;
}

function oldestActivityInstance(run: Run, element: string): ActivityInstance | undefined {
  let wrapper: ActivityInstance | undefined;
  const queued = queuedEntries(run.state);
  for (const ordinal of run.state.byElement.get(element) ?? []) {
    const entry = activityInstanceIn(run.state, ordinal);
    if (entry.loop !== null) wrapper = entry;
    else if (!queued.has(ordinal)) return entry;
  }
  return wrapper;
}

/** Sets and removes variables of one scope. `settle` evaluates conditions as after any write (docs/contributing/spec/variables.md#edited-variables). */
export function editVariables(run: Run, command: EngineCommandOf<'EditVariables'>): Rejection | undefined {
  if (isTerminal(run.state)) return { code: 'INSTANCE_ENDED' };
  const variableScope = scopeToEdit(run.state, command.scope);
  if (variableScope === undefined) return { code: 'SCOPE_NOT_ACTIVE' };
  const tooLarge = checkEditSize(run, variableScope, command);
  if (tooLarge !== undefined) return tooLarge;
  const { values: before } = scopeIn(run.state.variables, variableScope);
  const removed = [...new Set(command.removed)].filter((name) => Object.hasOwn(before, name));
  if (removed.length === 0 && Object.keys(command.values).length === 0) return undefined;
  const { values, reason } = command;
  run.emit({ type: 'VariablesEdited', variableScope, values, removed, ...(reason !== undefined && { reason }) });
  run.takesNoSteps = isSuspended(run.state);
  return undefined;
}

/** @param named null: root; a variable scope; or an activity instance: its body, if it has one */
function scopeToEdit(state: InstanceState, named: Ordinal | null): VariableScopeOrdinal | undefined {
  if (named === null) return state.rootVariables;
  if (state.variables.has(named)) return named;
  const entry = state.entries.get(named);
  if (entry === undefined) return undefined;
  const [body] = state.bodies.get(named) ?? [];
  return body === undefined ? entry.variableScope : openScope(state, body).variableScope;
}

function checkEditSize(
  run: Run,
  variableScope: VariableScopeOrdinal,
  { values, removed }: EngineCommandOf<'EditVariables'>,
): Rejection | undefined {
  const { maxWriteSize, maxVariablesSize } = run.context.limits;
  const size = sizeOfVariables(values);
  if (size > maxWriteSize) return { code: 'VARIABLES_TOO_LARGE', limit: maxWriteSize, of: 'write' };
  const before = scopeIn(run.state.variables, variableScope).values;
  const replaced = new Set([...Object.keys(values), ...removed].filter((name) => Object.hasOwn(before, name)));
  let growth = size;
  for (const name of replaced) growth -= sizeOfVariable(name, before[name] as Json);
  // an instance may always become smaller
  if (growth <= 0 || run.state.variablesSize + growth <= maxVariablesSize) {
    run.written += size;
    return undefined;
  }
  return { code: 'VARIABLES_TOO_LARGE', limit: maxVariablesSize, of: 'instance' };
}

/** Delivers it; ignored if the subscription is closed (docs/contributing/spec/events-and-errors.md#stale-firing). */
export function deliver(run: Run, command: EngineCommandOf<'Deliver'>): undefined {
  const subscription = receiverOf(run.state, command);
  if (subscription !== undefined) fire(run, subscription, command.variables);
  return undefined;
}

/**
 * Subscription, or, for a closed one and a delivery queued during suspension, the oldest with the same subject
 * (docs/contributing/spec/suspension.md#messages-of-suspended-instances).
 */
export function receiverOf(
  { subscriptions }: InstanceState,
  { subscription: ordinal, instead }: EngineCommandOf<'Deliver'>,
): SubscriptionState | undefined {
  const open = subscriptions.get(ordinal);
  if (open !== undefined || instead === undefined) return open;
  for (const subscription of subscriptions.values()) {
    const { subject } = subscription;
    if (subject.kind !== instead.kind || subject.name !== instead.name) continue;
    if (subject.kind === 'signal' || subject.key === instead.key) return subscription;
  }
  return undefined;
}

/** Closes the subscription, so a repeated attempt has no effect (docs/contributing/spec/waiting.md#due-timer). */
export function fireTimer(run: Run, command: EngineCommandOf<'FireTimer'>): undefined {
  const subscription = run.state.subscriptions.get(command.subscription);
  if (subscription?.subject.kind === 'timer') fire(run, subscription, noVariables());
  return undefined;
}
