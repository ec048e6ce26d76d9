import { catchesOf } from '../model/model-shape.ts';
import { type ConditionalCatch, elementOf } from '../model.ts';
import type { ActivityInstanceOrdinal, SubscriptionOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import type { ChangeKind } from '../running/variable-changes.ts';
import { isConditionBlocked } from '../state/open-incidents.ts';
import { type ActivityInstance, activityInstanceIn, openScope, type SubscriptionState } from '../state.ts';
import { scopeIn } from '../values/variable-scopes.ts';
import { noVariables } from '../values.ts';
import { fire } from './firing.ts';
import { failOwner } from './owner-failure.ts';
import { isTrueNow } from './subscriptions.ts';

type Changes = ReadonlyMap<VariableScopeOrdinal, ReadonlyMap<string, ChangeKind>>;

/**
 * Evaluates conditions affected by variable changes, in order of creation, and fires those that become true
 * (docs/contributing/spec/execution.md#settle-conditions).
 * @returns true if one fired or failed
 */
export function checkConditions(run: Run): boolean {
  if (run.state.conditions.size === 0 || run.changes.isEmpty) return false;
  const { changes, evaluated } = run.changes.take();
  let happened = false;
  for (const ordinal of [...run.state.conditions]) {
    const subscription = run.state.subscriptions.get(ordinal);
    if (subscription === undefined || !isOwned(run, subscription) || !isConcerned(run, subscription, changes)) continue;
    // a catcher search comes first; `settle` evaluates other conditions later
    if (run.pending.has('findCatcher')) run.pending.add({ kind: 'checkNewCondition', subscription: ordinal });
    else if (check(run, subscription, !evaluated.has(ordinal))) happened = true;
  }
  return happened;
}

/** Evaluates it before an empty scope ends (docs/contributing/spec/waiting.md#condition-in-an-instance). */
export function checkNewCondition(run: Run, ordinal: SubscriptionOrdinal): void {
  const subscription = run.state.subscriptions.get(ordinal);
  if (subscription !== undefined) checkNew(run, subscription);
}

function checkNew(run: Run, subscription: SubscriptionState): void {
  run.changes.noteEvaluated(subscription.ordinal);
  check(run, subscription);
}

/** Fires an interrupting boundary condition before the behaviour starts (docs/contributing/spec/execution.md#arming-boundaries). */
export function checkNewConditionsOf(run: Run, host: ActivityInstance): void {
  for (const ordinal of [...(run.state.subscriptionsOf.get(host.ordinal) ?? [])]) {
    const subscription = run.state.subscriptions.get(ordinal);
    if (subscription?.subject.kind !== 'conditional' || !run.pending.remove('checkNewCondition', ordinal)) continue;
    checkNew(run, subscription);
    if (run.pending.has('findCatcher') || !run.state.entries.has(host.ordinal)) return;
  }
}

/** Returns false for a failed activity instance: its subscriptions end when the failure finds a catcher. */
function isOwned(run: Run, { entry }: SubscriptionState): boolean {
  return entry === null || run.state.entries.has(entry);
}

/**
 * Fires if the condition has become true.
 * @param isAfterChange a variable has changed: a condition that stays true may fire again
 * @returns true also if the evaluation failed; false also if an incident blocks the condition
 */
function check(run: Run, subscription: SubscriptionState, isAfterChange = false): boolean {
  if (isConditionBlocked(run.state, ownerOf(run, subscription), subscription.ordinal)) return false;
  const { condition, firesOnEachChange } = definitionOf(run, subscription);
  const value = isTrueNow(run, condition, subscription.element, scopeOf(run, subscription));
  if (typeof value === 'object') {
    failOwner(run, subscription, value, { kind: 'condition', subscription: subscription.ordinal });
    return true;
  }
  const wasTrue = subscription.subject.kind === 'conditional' && subscription.subject.isTrue;
  if (value && (!wasTrue || (isAfterChange && firesOnEachChange === true))) {
    fire(run, subscription, noVariables());
    return true;
  }
  if (value !== wasTrue) run.emit({ type: 'ConditionObserved', subscription: subscription.ordinal, isTrue: value });
  return false;
}

/** Owner of an incident of this condition; null: the process. */
function ownerOf(run: Run, { entry, scope }: SubscriptionState): ActivityInstanceOrdinal | null {
  return entry ?? openScope(run.state, scope).host;
}

function definitionOf(run: Run, subscription: SubscriptionState): ConditionalCatch {
  return catchesOf(elementOf(run.model, subscription.element))[subscription.definition] as ConditionalCatch;
}

/** Variables of the catching or attached activity instance, or of the scope with the event sub-process. */
function scopeOf(run: Run, subscription: SubscriptionState): VariableScopeOrdinal {
  if (subscription.entry !== null) return activityInstanceIn(run.state, subscription.entry).variableScope;
  return openScope(run.state, subscription.scope).variableScope;
}

function isConcerned(run: Run, subscription: SubscriptionState, changes: Changes): boolean {
  const { variableName, variableNames, variableEvents } = definitionOf(run, subscription);
  for (
    let at: VariableScopeOrdinal | null = scopeOf(run, subscription);
    at !== null;
    at = scopeIn(run.state.variables, at).parent
  ) {
    const names = changes.get(at);
    if (names === undefined) continue;
    for (const [name, kind] of names) {
      if (variableName !== undefined && name !== variableName) continue;
      if (variableNames?.includes(name) === false) continue;
      if (variableEvents === undefined || variableEvents.includes(kind)) return true;
    }
  }
  return false;
}
