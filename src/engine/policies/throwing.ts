import { errorNotCaught, type Failure, MAX_CODE, MAX_MESSAGE, textFailed } from '../failures.ts';
import {
  type EndEventModel,
  type ExpressionModel,
  elementOf,
  type FlowModel,
  type IntermediateThrowEventModel,
  type ThrowDefinition,
} from '../model.ts';
import type { ActivityInstanceOrdinal, ScopeOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import { terminatedBy } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, isTerminal, openScope } from '../state.ts';
import { cutText } from '../values/cut-text.ts';
import { type Json, noVariables, textOf, type Variables } from '../values.ts';
import { collectAdHocOutput } from './ad-hoc-output.ts';
import { cancelOtherTokens } from './cancellation.ts';
import { causationFailure } from './causation.ts';
import { chooseFlows } from './choose-flows.ts';
import { beginCompensation } from './compensation-run.ts';
import { findCatcher, findEscalationCatcher, propagateRaised, startEscalationCatcher } from './error-propagation.ts';
import { evaluateText } from './evaluate-text.ts';
import { completeActivityInstance, endToken, takeFlows } from './leave.ts';
import { runEndListeners, runTakeListeners } from './listeners.ts';
import { dataIn, enclosingScope } from './result.ts';
import { broadcastInside } from './signals.ts';
import { keyText, nameOf } from './subscriptions.ts';
import { cancelTransaction } from './transaction.ts';
import { closeLocal } from './variable-scope.ts';

type Thrower = EndEventModel | IntermediateThrowEventModel;
type Thrown =
  | { readonly kind: 'message'; readonly name: string; readonly key: string; readonly variables: Variables }
  | { readonly kind: 'signal'; readonly name: string; readonly staysInside: boolean }
  | {
      readonly kind: 'error';
      readonly code: string;
      readonly message: string;
      readonly mustBeCaught: boolean;
      readonly data?: Json;
    }
  | { readonly kind: 'escalation'; readonly code: string; readonly data?: Json }
  | { readonly kind: 'compensation'; readonly activityRef: string | null }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'terminate'; readonly isOfInstance?: true };

/**
 * Runs a throw or end event: evaluates all definitions, throws them in order, completes the event and takes its flows. A compensation run keeps the
 * event active, and the definitions after it wait for its end (docs/contributing/spec/elements.md#several-definitions-thrown).
 * @param from index of the first definition to throw
 * @returns `wait`: a compensation run is active; a failure: an evaluation failed, or nothing catches an error that must be caught; `done`: everything
 * else, also if the event has failed or ended
 */
export function throwAll(run: Run, element: Thrower, entry: ActivityInstance, from = 0): 'done' | 'wait' | Failure {
  const thrown = evaluateAll(run, element, entry, from);
  if (!Array.isArray(thrown)) return thrown;
  const uncaught = thrown.find((one) => one.kind === 'error' && one.mustBeCaught && !run.catches(entry, one.code));
  if (uncaught?.kind === 'error') return errorNotCaught(uncaught);
  let rest: Thrown[] = thrown;
  for (let at = positionOf(rest); at >= 0; at = positionOf(rest)) {
    effects(run, entry, rest.slice(0, at));
    if (!run.state.entries.has(entry.ordinal)) return 'done';
    const { activityRef } = rest[at] as Thrown & { kind: 'compensation' };
    rest = rest.slice(at + 1);
    if (beginCompensation(run, entry, activityRef, element.throws.length - rest.length)) return 'wait';
  }
  finishThrow(run, element, entry, rest);
  return 'done';
}

/** Returns the first compensation, or -1. */
function positionOf(thrown: readonly Thrown[]): number {
  return thrown.findIndex((one) => one.kind === 'compensation');
}

/** Continues after a compensation run. A failed evaluation fails the event (docs/contributing/spec/loops-and-compensation.md#compensation-walk). */
export function throwAfterCompensation(run: Run, element: Thrower, entry: ActivityInstance, from: number): void {
  const outcome = throwAll(run, element, entry, from);
  if (typeof outcome === 'object') run.fail(entry, entry.variableScope, outcome, { kind: 'throw', next: from });
}

/**
 * Throws the definitions before the message of an event with a custom task. Throws nothing if one is a compensation: then all follow the task
 * (docs/contributing/spec/elements.md#message-throw).
 * @returns undefined: start the task; `done`: a definition has ended the event; a failure: nothing was thrown
 */
export function throwBeforeWork(run: Run, element: Thrower, entry: ActivityInstance): 'done' | Failure | undefined {
  const before = throwsBeforeWork(element);
  if (before === 0) return undefined;
  const thrown = evaluateAll(run, element, entry, 0, before);
  if (!Array.isArray(thrown)) return thrown;
  effects(run, entry, thrown);
  return run.state.entries.has(entry.ordinal) ? undefined : 'done';
}

/** Throws the other definitions after its custom task. Does nothing if the event has ended. */
export function throwAfterWork(run: Run, ordinal: ActivityInstanceOrdinal): void {
  const entry = run.state.entries.get(ordinal);
  if (entry === undefined) return;
  const element = elementOf(run.model, entry.element) as Thrower;
  throwAfterCompensation(run, element, entry, throwsBeforeWork(element));
}

function throwsBeforeWork({ throws, throwsBeforeWork = 0 }: Thrower): number {
  return throws.slice(0, throwsBeforeWork).some(({ kind }) => kind === 'compensation') ? 0 : throwsBeforeWork;
}

/** The caller completes the task. Fails if the message cannot be evaluated (docs/contributing/spec/elements.md#send-task). */
export function publish(
  run: Run,
  definition: ThrowDefinition & { kind: 'message' },
  entry: ActivityInstance,
): Failure | undefined {
  const thrown = evaluate(run, definition, entry);
  if (!('kind' in thrown)) return thrown;
  effect(run, entry, thrown);
  return undefined;
}

function evaluateAll(run: Run, element: Thrower, entry: ActivityInstance, from: number, to?: number): Thrown[] | Failure {
  const thrown: Thrown[] = [];
  for (const definition of element.throws.slice(from, to)) {
    const one = evaluate(run, definition, entry);
    if (!('kind' in one)) return one;
    thrown.push(one);
  }
  return thrown;
}

/** Runs the end listeners, then continues with the flows. `thrown`: evaluated, not thrown yet. */
function finishThrow(run: Run, element: Thrower, entry: ActivityInstance, thrown: readonly Thrown[]): void {
  // a custom task has already run the end listeners
  const rest = { next: element.throws.length - thrown.length };
  const ended = element.work === undefined ? runEndListeners(run, element, entry, entry.variableScope, rest) : undefined;
  if (ended === undefined) finishAfterListeners(run, element, entry, thrown);
  else if (ended !== 'wait') run.fail(entry, entry.variableScope, ended, { kind: 'throw', ...rest });
}

function finishAfterListeners(run: Run, element: Thrower, entry: ActivityInstance, thrown: readonly Thrown[]): void {
  const rest = { next: element.throws.length - thrown.length };
  const choice = chooseFlows(run, element, entry, entry.variableScope);
  if ('failure' in choice) {
    run.fail(entry, entry.variableScope, choice.failure, { kind: 'throw', ...rest, isHeard: true });
    return;
  }
  const listenerResult = runTakeListeners(run, choice.flows, { entry, variableScope: enclosingScope(run, entry), rest });
  if (listenerResult === undefined) finishOnFlows(run, element, entry, thrown, choice.flows);
  else if (listenerResult !== 'wait')
    run.fail(entry, entry.variableScope, listenerResult, { kind: 'throw', ...rest, isHeard: true });
}

/**
 * Continues after a listener job.
 * @param from index of the first definition to throw
 * @param flows set after a flow listener, absent after an end listener
 */
export function throwAfterListeners(
  run: Run,
  element: Thrower,
  entry: ActivityInstance,
  from: number,
  flows?: readonly FlowModel[],
): void {
  const thrown = evaluateAll(run, element, entry, from);
  if (!Array.isArray(thrown)) run.fail(entry, entry.variableScope, thrown, { kind: 'throw', next: from, isHeard: true });
  else if (flows === undefined) finishAfterListeners(run, element, entry, thrown);
  else finishOnFlows(run, element, entry, thrown, flows);
}

function finishOnFlows(
  run: Run,
  element: Thrower,
  entry: ActivityInstance,
  thrown: readonly Thrown[],
  flows: readonly FlowModel[],
): void {
  const failure = flows.length === 0 ? collectAdHocOutput(run, entry, entry.variableScope) : undefined;
  if (failure !== undefined) {
    run.fail(entry, entry.variableScope, failure, {
      kind: 'throw',
      next: element.throws.length - thrown.length,
      isHeard: true,
    });
    return;
  }
  const { scope } = entry;
  completeActivityInstance(run, element, entry);
  const variableScope = closeLocal(run, entry.variableScope);
  run.agenda.hold(variableScope);
  const isStillThere = effects(run, entry, thrown);
  run.agenda.release(variableScope);
  if (isStillThere) takeFlows(run, element, entry, variableScope, flows);
  else if (run.state.scopes.has(scope) && !isTerminal(run.state)) endToken(run, scope, variableScope);
}

/** Returns false if a definition ended the instance, or ended or interrupted the scope: the rest is not thrown. */
function effects(run: Run, entry: ActivityInstance, thrown: readonly Thrown[]): boolean {
  const { scope } = entry;
  const wasInterrupted = openScope(run.state, scope).isInterrupted;
  for (const one of thrown) {
    effect(run, entry, one);
    // a path of this definition can have failed; `settle` handles thrown errors after the event has completed
    if (one.kind !== 'error') propagateRaised(run);
    const now = run.state.scopes.get(scope);
    if (isTerminal(run.state) || now === undefined || (now.isInterrupted && !wasInterrupted)) return false;
  }
  return true;
}

function effect(run: Run, entry: ActivityInstance, one: Thrown): void {
  const { ordinal, element, scope, variableScope } = entry;
  const by = { entry: ordinal, element };
  switch (one.kind) {
    case 'message':
      run.emit({ type: 'MessagePublished', ...by, name: one.name, key: one.key, variables: one.variables });
      return;
    case 'signal':
      if (!one.staysInside) run.emit({ type: 'SignalThrown', ...by, name: one.name });
      broadcastInside(run, one.name);
      return;
    case 'escalation':
      escalateFrom(run, by, scope, one);
      return;
    case 'terminate':
      cancelOtherTokens(run, one.isOfInstance === true ? run.state.rootScope : scope, null, terminatedBy(element));
      // this token was cancelled with its scope
      if (one.isOfInstance === true) run.tokenLeft(run.state.rootScope);
      return;
    case 'error': {
      const caught = findCatcher(run, { scope, code: one.code }) !== undefined;
      run.emit({ type: 'ErrorThrown', ...by, code: one.code, message: one.message, caught });
      run.raise({
        kind: 'errorEnd',
        ...by,
        isIteration: false,
        compensates: null,
        race: null,
        scope,
        variableScope,
        code: one.code,
        message: one.message,
        ...(one.data === undefined ? {} : { data: one.data }),
      });
      return;
    }
    case 'cancel':
      cancelTransaction(run, scope);
      return;
    case 'compensation':
      return;
  }
}

/** Throws it to the calling instance, at the commit, if this instance does not catch it. */
function escalateFrom(
  run: Run,
  by: { entry: ActivityInstanceOrdinal; element: string },
  scope: ScopeOrdinal,
  { code, data = null }: Extract<Thrown, { kind: 'escalation' }>,
): void {
  const catcher = findEscalationCatcher(run, scope, code);
  run.emit({ type: 'EscalationThrown', ...by, code, caught: catcher !== undefined });
  if (catcher !== undefined) startEscalationCatcher(run, catcher, { code, variables: noVariables(), data });
}

function evaluate(run: Run, definition: ThrowDefinition, entry: ActivityInstance): Thrown | Failure {
  switch (definition.kind) {
    case 'message':
      return causationFailure(run.context) ?? message(run, definition, entry);
    case 'signal': {
      const tooDeep = causationFailure(run.context);
      if (tooDeep !== undefined) return tooDeep;
      const name = nameOf(run, definition.name, entry.element, entry.variableScope);
      return typeof name === 'string' ? { kind: 'signal', name, staysInside: definition.staysInside === true } : name;
    }
    case 'error': {
      const code = shortText(run, definition.code, entry, MAX_CODE);
      if (typeof code !== 'string') return code;
      const text = shortText(run, definition.message, entry, MAX_MESSAGE);
      if (typeof text !== 'string') return text;
      return { kind: 'error', code, message: text, mustBeCaught: definition.mustBeCaught === true, ...dataOf(run, entry) };
    }
    case 'escalation': {
      const code = shortText(run, definition.code, entry, MAX_CODE);
      return typeof code === 'string' ? { kind: 'escalation', code, ...dataOf(run, entry) } : code;
    }
    case 'compensation':
      return { kind: 'compensation', activityRef: definition.activityRef ?? null };
    default:
      return definition;
  }
}

/** jBPM: the mapped input (docs/contributing/spec/mappings.md#data-of-an-event). */
function dataOf(run: Run, { variableScope }: ActivityInstance): { readonly data?: Json } {
  const payload = payloadIn(run, variableScope);
  return Object.keys(payload).length === 0 ? {} : { data: dataIn(payload) };
}

/** Mapped inputs of an event. */
function payloadIn(run: Run, variableScope: VariableScopeOrdinal): Variables {
  const scope = run.state.variables.get(variableScope);
  return scope?.kind === 'local' ? { ...scope.values } : noVariables();
}

/** An invalid key becomes empty. The payload is the mapped inputs (docs/contributing/spec/waiting.md#message-publication). */
function message(run: Run, definition: ThrowDefinition & { kind: 'message' }, entry: ActivityInstance): Thrown | Failure {
  const { element, variableScope } = entry;
  const name = nameOf(run, definition.name, element, variableScope);
  if (typeof name !== 'string') return name;
  const key = definition.key === undefined ? undefined : evaluateText(run, definition.key, element, variableScope);
  if (key !== undefined && !key.ok) return textFailed(key);
  const variables = payloadIn(run, variableScope);
  return { kind: 'message', name, key: (key?.ok ? keyText(key.value) : undefined) ?? '', variables };
}

/** Error code, escalation code or error message. Empty if absent; cut to `length` (docs/contributing/spec/events-and-errors.md#failure-codes). */
function shortText(run: Run, text: ExpressionModel | undefined, entry: ActivityInstance, length: number): string | Failure {
  if (text === undefined) return '';
  const result = evaluateText(run, text, entry.element, entry.variableScope);
  if (!result.ok) return textFailed(result);
  return cutText(textOf(result.value), length);
}
