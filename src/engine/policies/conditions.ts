import { type ConditionalCatch, elementOf } from '../model.ts';
import { catchesOf } from '../model-shape.ts';
import { isDeaf } from '../open-incidents.ts';
import type { EntryOrdinal, SubscriptionOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import { type EntryState, entryIn, openScope, type SubscriptionState } from '../state.ts';
import { noVariables } from '../values.ts';
import type { ChangeKind } from '../variable-changes.ts';
import { scopeIn } from '../variable-scopes.ts';
import { fire } from './firing.ts';
import { failOwner } from './owner-failure.ts';
import { isTrueNow } from './subscriptions.ts';

type Changes = ReadonlyMap<VariableScopeOrdinal, ReadonlyMap<string, ChangeKind>>;

/**
 * Evaluates the armed conditions that a change concerns, in order of arming, and fires those that rise. True when one fired or failed
 * (docs/contributing/spec/execution.md#settle-conditions).
 */
export function checkConditions(run: Run): boolean {
  if (run.state.conditions.size === 0 || run.changes.isEmpty) return false;
  const changes = run.changes.take();
  let happened = false;
  for (const ordinal of [...run.state.conditions]) {
    const subscription = run.state.subscriptions.get(ordinal);
    if (subscription === undefined || !isOwned(run, subscription) || !isConcerned(run, subscription, changes)) continue;
    // A failure finds its catcher first: the others are looked at when the run settles.
    if (run.pending.has('findCatcher')) run.pending.add({ kind: 'checkNewCondition', subscription: ordinal });
    else if (check(run, subscription)) happened = true;
  }
  return happened;
}

/** Evaluates a condition that was armed in this step, before a scope without a token ends (docs/contributing/spec/waiting.md#condition-in-an-instance). */
export function checkNewCondition(run: Run, ordinal: SubscriptionOrdinal): void {
  const subscription = run.state.subscriptions.get(ordinal);
  if (subscription !== undefined) check(run, subscription);
}

/**
 * Evaluates conditions that were just armed on an entry: an interrupting one that is true fires before the behaviour starts
 * (docs/contributing/spec/execution.md#arming-boundaries).
 */
export function checkNewConditionsOf(run: Run, host: EntryState): void {
  for (const ordinal of [...(run.state.subscriptionsOf.get(host.ordinal) ?? [])]) {
    const subscription = run.state.subscriptions.get(ordinal);
    if (subscription?.subject.kind !== 'conditional' || !run.pending.remove('checkNewCondition', ordinal)) continue;
    check(run, subscription);
    if (run.pending.has('findCatcher') || !run.state.entries.has(host.ordinal)) return;
  }
}

/** An entry that has just failed is disarmed when its failure finds a catcher. */
function isOwned(run: Run, { entry }: SubscriptionState): boolean {
  return entry === null || run.state.entries.has(entry);
}

/** True when it fired or failed. */
function check(run: Run, subscription: SubscriptionState): boolean {
  if (isDeaf(run.state, ownerOf(run, subscription), subscription.ordinal)) return false;
  const { condition } = definitionOf(run, subscription);
  const value = isTrueNow(run, condition, subscription.element, scopeOf(run, subscription));
  if (typeof value === 'object') {
    failOwner(run, subscription, value, { kind: 'condition', subscription: subscription.ordinal });
    return true;
  }
  const wasTrue = subscription.subject.kind === 'conditional' && subscription.subject.isTrue;
  if (value && !wasTrue) {
    fire(run, subscription, noVariables());
    return true;
  }
  if (value !== wasTrue) run.emit({ type: 'ConditionObserved', subscription: subscription.ordinal, isTrue: value });
  return false;
}

/** Whose incident it is when the condition cannot be evaluated. */
function ownerOf(run: Run, { entry, scope }: SubscriptionState): EntryOrdinal | null {
  return entry ?? openScope(run.state, scope).host;
}

function definitionOf(run: Run, subscription: SubscriptionState): ConditionalCatch {
  return catchesOf(elementOf(run.model, subscription.element))[subscription.definition] as ConditionalCatch;
}

/** A catch reads its entry's scope, a boundary its host's, an event sub-process the enclosing scope's. */
function scopeOf(run: Run, subscription: SubscriptionState): VariableScopeOrdinal {
  if (subscription.entry !== null) return entryIn(run.state, subscription.entry).variableScope;
  return openScope(run.state, subscription.scope).variableScope;
}

function isConcerned(run: Run, subscription: SubscriptionState, changes: Changes): boolean {
  const { variableName, variableEvents } = definitionOf(run, subscription);
  for (
    let at: VariableScopeOrdinal | null = scopeOf(run, subscription);
    at !== null;
    at = scopeIn(run.state.variables, at).parent
  ) {
    const names = changes.get(at);
    if (names === undefined) continue;
    for (const [name, kind] of names) {
      if (variableName !== undefined && name !== variableName) continue;
      if (variableEvents === undefined || variableEvents.includes(kind)) return true;
    }
  }
  return false;
}
