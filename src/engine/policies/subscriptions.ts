import type { SubscriptionOwner, SubscriptionSubject } from '../events/records.ts';
import {
  conditionFailed,
  conditionNotBoolean,
  correlationMissing,
  emptyResult,
  type Failure,
  notIndexable,
  textFailed,
  unreadableTimer,
} from '../failures.ts';
import { isAttached } from '../model/model-shape.ts';
import { type ExpressionModel, elementOf, type SubscribingCatch } from '../model.ts';
import type { ActivityInstanceOrdinal, ScopeOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import { type SubscriptionState, subscriptionIn } from '../state.ts';
import type { Evaluation } from '../values/evaluation.ts';
import { type Json, noVariables, textOf, type Variables } from '../values.ts';
import { evaluateText } from './evaluate-text.ts';
import { closeOwnJobOf } from './own-job-end.ts';
import { aroundInputs } from './result.ts';

/** Limit in characters. */
const MAX_KEY = 512;
/** The database cannot store NUL and lone surrogates. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Fails if name, key, timer or condition cannot be evaluated.
 * @param variableScope for names, keys and timer texts
 * @param again has fired before: a condition must become false before it fires again
 */
export function subscribe(
  run: Run,
  owner: SubscriptionOwner,
  definition: SubscribingCatch,
  variableScope: VariableScopeOrdinal,
  again = false,
): Failure | undefined {
  const subject = subjectOf(run, definition, owner.element, variableScope);
  if ('message' in subject) return subject;
  if (again && definition.kind === 'conditional') {
    const isTrue = isTrueNow(run, definition.condition, owner.element, variableScope);
    if (typeof isTrue === 'object') return isTrue;
    open(run, owner, { kind: 'conditional', isTrue }, false);
  } else open(run, owner, subject);
  return undefined;
}

/** Null and unknown variables are false; other values that are not boolean fail (docs/contributing/spec/waiting.md#condition-in-an-instance). */
export function isTrueNow(
  run: Run,
  condition: ExpressionModel,
  element: string,
  variableScope: VariableScopeOrdinal,
): boolean | Failure {
  const result = run.texts.evaluate(condition, element, variableScope);
  const value = observed(result);
  if (typeof value === 'boolean') return value;
  if (!result.ok) return conditionFailed(result);
  return conditionNotBoolean(condition, result.value);
}

/** Value of a condition. Null and unknown variables are false; undefined: failed otherwise. */
export function observed(result: Evaluation): Json | undefined {
  if (result.ok) return result.value ?? false;
  return result.unknownName === undefined ? undefined : false;
}

/**
 * Creates a subscription for an evaluated subject (docs/contributing/spec/events-and-errors.md#armed-again).
 * @param isNew check the condition in this step
 * @param gathered variables of the other definitions of a parallel multiple event that have occurred
 */
export function open(
  run: Run,
  owner: SubscriptionOwner,
  subject: SubscriptionSubject,
  isNew = true,
  gathered: Variables | undefined = undefined,
): void {
  const subscription = run.ordinals.nextSubscription();
  const before = gathered === undefined ? {} : { gathered };
  run.emit({ type: 'SubscriptionOpened', subscription, subject, ...ownerOf(owner), ...before });
  if (subject.kind === 'conditional' && isNew) run.pending.add({ kind: 'checkNewCondition', subscription });
}

/**
 * @param fired false: cancelled (docs/contributing/spec/events-and-errors.md#several-definitions-caught)
 * @param payload kept until the other definitions of a parallel multiple event occur
 */
export function close(run: Run, subscription: SubscriptionState, fired: boolean, payload: Variables = noVariables()): void {
  run.emit({
    type: 'SubscriptionClosed',
    subscription: subscription.ordinal,
    fired,
    subject: subscription.subject,
    ...(Object.keys(payload).length === 0 ? {} : { payload }),
    ...ownerOf(subscription),
  });
}

/** Cancels also those of its boundary events, and its listener or ad-hoc job. */
export function unsubscribeActivityInstance(run: Run, entry: ActivityInstanceOrdinal): void {
  closeOwnJobOf(run, entry);
  for (const ordinal of [...(run.state.subscriptionsOf.get(entry) ?? [])]) close(run, subscriptionIn(run.state, ordinal), false);
}

/** Cancels those of all event sub-processes. */
export function unsubscribeScope(run: Run, scope: ScopeOrdinal): void {
  for (const ordinal of [...(run.state.subscriptionsIn.get(scope) ?? [])]) close(run, subscriptionIn(run.state, ordinal), false);
}

function ownerOf({ owner, entry, scope, element, definition }: SubscriptionOwner): SubscriptionOwner {
  return { owner, entry, scope, element, definition };
}

/** Evaluates name, key or timer. Fails if one is invalid. */
export function subjectOf(
  run: Run,
  definition: SubscribingCatch,
  element: string,
  variableScope: VariableScopeOrdinal,
): SubscriptionSubject | Failure {
  switch (definition.kind) {
    case 'message': {
      const name = nameOf(run, definition.name, element, variableScope);
      if (typeof name !== 'string') return name;
      const readBy = keyScope(run, element, variableScope);
      const key = definition.key === undefined ? '' : correlationKey(run, definition.key, name, element, readBy);
      return typeof key === 'string' ? { kind: 'message', name, key } : key;
    }
    case 'signal': {
      const name = nameOf(run, definition.name, element, variableScope);
      return typeof name === 'string' ? { kind: 'signal', name } : name;
    }
    case 'timer': {
      const text = evaluateText(run, definition.text, element, variableScope);
      if (!text.ok) return textFailed(text);
      const read = run.context.timers.read(definition.form, text.value, run.context.now, run.model.timerRules);
      return read.ok
        ? { kind: 'timer', schedule: read.schedule }
        : unreadableTimer(definition.text, definition.form, text.value, read.reason);
    }
    case 'conditional':
      return { kind: 'conditional', isTrue: false };
  }
}

/**
 * Evaluates the name of a message, signal, called process, decision or task type. Fails if blank or not storable
 * (docs/contributing/spec/expressions.md#slots-and-dialects).
 */
export function nameOf(run: Run, text: ExpressionModel, element: string, variableScope: VariableScopeOrdinal): string | Failure {
  const result = evaluateText(run, text, element, variableScope);
  if (!result.ok) return textFailed(result);
  const name = textOf(result.value);
  if (name.trim() === '') return emptyResult(text);
  return UNSTORABLE.test(name) ? notIndexable(text, name) : name;
}

/**
 * Scope that the key reads. In Camunda 8, that of a boundary event does not read the mapped inputs of its activity
 * (docs/contributing/spec/waiting.md#correlation-key).
 */
function keyScope(run: Run, element: string, variableScope: VariableScopeOrdinal): VariableScopeOrdinal {
  const { followsPlatform, platform } = run.model;
  const isAround = followsPlatform === true && platform === 'Camunda 8' && isAttached(elementOf(run.model, element));
  return isAround ? aroundInputs(run, variableScope) : variableScope;
}

/** Fails if not a string, number or boolean, or if {@link keyText} rejects it (docs/contributing/spec/waiting.md#correlation-key). */
function correlationKey(
  run: Run,
  text: ExpressionModel,
  name: string,
  element: string,
  variableScope: VariableScopeOrdinal,
): string | Failure {
  const result = evaluateText(run, text, element, variableScope);
  if (!result.ok) return textFailed(result);
  const key = keyText(result.value);
  if (key !== undefined) return key;
  const shown = text.text.startsWith('=') ? text.text.slice(1).trim() : text.text;
  return correlationMissing(shown, name);
}

/** Returns undefined if the type is wrong, or the text is blank, too long or not storable. */
export function keyText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const key = String(value);
  return key.trim() === '' || key.length > MAX_KEY || UNSTORABLE.test(key) ? undefined : key;
}
