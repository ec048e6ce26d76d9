import type { Failure } from '../behaviour.ts';
import type { Ordinal } from '../events.ts';
import type { EndEventModel, ExpressionModel, IntermediateThrowEventModel, ThrowDefinition } from '../model.ts';
import type { Run } from '../run.ts';
import { type EntryState, openScope } from '../state.ts';
import { noVariables, type Variables } from '../values.ts';
import { cancelOtherTokens } from './cancellation.ts';
import { chooseFlows } from './choose-flows.ts';
import { beginCompensation } from './compensation-walk.ts';
import { findCatcher } from './error-propagation.ts';
import { escalate } from './escalation.ts';
import { completeEntry, endToken, takeFlows } from './leave.ts';
import { broadcastInside } from './signals.ts';
import { keyText, nameOf } from './subscriptions.ts';
import { cancelTransaction } from './transaction.ts';
import { closeLocal } from './variable-scope.ts';

type Thrower = EndEventModel | IntermediateThrowEventModel;
/** A definition with its texts evaluated. */
type Thrown =
  | { readonly kind: 'message'; readonly name: string; readonly key: string; readonly variables: Variables }
  | { readonly kind: 'signal'; readonly name: string }
  | { readonly kind: 'error'; readonly code: string; readonly message: string }
  | { readonly kind: 'escalation'; readonly code: string }
  | { readonly kind: 'compensation'; readonly activityRef: string | null }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'terminate' };

/** Runs a throw or end event (bpmn.md 3.3–3.11): texts first, then `+ - ^`, effects, flows; compensation keeps the entry active until its walk is over. */
export function throwAll(run: Run, element: Thrower, entry: EntryState): 'done' | 'wait' | Failure {
  const thrown = evaluateAll(run, element, entry);
  if (!Array.isArray(thrown)) return thrown;
  const compensation = thrown.find((t) => t.kind === 'compensation');
  if (compensation?.kind === 'compensation' && beginCompensation(run, entry, compensation.activityRef)) return 'wait';
  finishThrow(run, element, entry, thrown);
  return 'done';
}

/** The compensation walk of an event is over: everything else it throws, then its flows (K4). */
export function throwAfterWalk(run: Run, element: Thrower, entry: EntryState): void {
  const thrown = evaluateAll(run, element, entry);
  if (Array.isArray(thrown)) finishThrow(run, element, entry, thrown);
  else run.fail(entry, entry.variableScope, thrown.code, thrown.message);
}

function evaluateAll(run: Run, element: Thrower, entry: EntryState): Thrown[] | Failure {
  const thrown: Thrown[] = [];
  for (const definition of element.throws) {
    const one = evaluate(run, definition, entry);
    if (!('kind' in one)) return one;
    thrown.push(one);
  }
  return thrown;
}

function finishThrow(run: Run, element: Thrower, entry: EntryState, thrown: readonly Thrown[]): void {
  const choice = chooseFlows(run, element, entry, entry.variableScope);
  if ('failure' in choice) {
    run.fail(entry, entry.variableScope, choice.failure.code, choice.failure.message);
    return;
  }
  const { scope } = entry;
  completeEntry(run, element, entry);
  const variableScope = closeLocal(run, entry.variableScope);
  run.hold(variableScope);
  const isStillThere = effects(run, element, entry, thrown);
  run.letGo(variableScope);
  if (isStillThere) takeFlows(run, element, entry, variableScope, choice.flows);
  else if (run.state.scopes.has(scope)) endToken(run, scope, variableScope);
}

/** @returns false when the thrower's token was taken away by what it threw */
function effects(run: Run, element: Thrower, entry: EntryState, thrown: readonly Thrown[]): boolean {
  const { scope } = entry;
  const wasInterrupted = openScope(run.state, scope).isInterrupted;
  for (const one of thrown) {
    effect(run, element, entry, one);
    const now = run.state.scopes.get(scope);
    if (now === undefined || (now.isInterrupted && !wasInterrupted)) return false;
  }
  return true;
}

function effect(run: Run, element: Thrower, entry: EntryState, one: Thrown): void {
  const { ordinal, scope, variableScope } = entry;
  const by = { entry: ordinal, element: element.id };
  switch (one.kind) {
    case 'message':
      run.emit({ type: 'MessagePublished', ...by, name: one.name, key: one.key, variables: one.variables });
      return;
    case 'signal':
      run.emit({ type: 'SignalThrown', ...by, name: one.name });
      broadcastInside(run, one.name);
      return;
    case 'escalation':
      escalateFrom(run, by, scope, one.code);
      return;
    case 'terminate':
      cancelOtherTokens(run, scope, null, `Terminated by '${element.id}'`);
      return;
    case 'error': {
      const caught = findCatcher(run, { scope, code: one.code }) !== undefined;
      run.emit({ type: 'ErrorThrown', ...by, code: one.code, message: one.message, caught });
      run.raised = {
        kind: 'errorEnd',
        ...by,
        isIteration: false,
        compensates: null,
        scope,
        variableScope,
        code: one.code,
        message: one.message,
      };
      return;
    }
    case 'cancel':
      cancelTransaction(run, scope);
      return;
    case 'compensation':
      return;
  }
}

function escalateFrom(run: Run, by: { entry: Ordinal; element: string }, scope: Ordinal, code: string): void {
  const before = run.events.length;
  run.emit({ type: 'EscalationThrown', ...by, code, caught: true });
  if (escalate(run, scope, { code, variables: noVariables() })) return;
  // Nobody here: the caller is asked after the run is stored (X3); the fact has to say so.
  run.events[before] = { type: 'EscalationThrown', ...by, code, caught: false };
}

function evaluate(run: Run, definition: ThrowDefinition, entry: EntryState): Thrown | Failure {
  switch (definition.kind) {
    case 'message':
      return message(run, definition, entry);
    case 'signal': {
      const name = nameOf(run, definition.name, entry.element, entry.variableScope);
      return typeof name === 'string' ? { kind: 'signal', name } : name;
    }
    case 'error': {
      const code = textOf(run, definition.code, entry);
      if (typeof code !== 'string') return code;
      const text = textOf(run, definition.message, entry);
      return typeof text === 'string' ? { kind: 'error', code, message: text } : text;
    }
    case 'escalation': {
      const code = textOf(run, definition.code, entry);
      return typeof code === 'string' ? { kind: 'escalation', code } : code;
    }
    case 'compensation':
      return { kind: 'compensation', activityRef: definition.activityRef ?? null };
    default:
      return definition;
  }
}

/** M7: the key is empty when it cannot be read; the payload is what the event's input mappings made. */
function message(run: Run, definition: ThrowDefinition & { kind: 'message' }, entry: EntryState): Thrown | Failure {
  const { element, variableScope } = entry;
  const name = nameOf(run, definition.name, element, variableScope);
  if (typeof name !== 'string') return name;
  const key = definition.key === undefined ? undefined : run.evaluate(definition.key, element, variableScope);
  if (key !== undefined && !key.ok) return { code: key.code, message: key.reason };
  const scope = run.state.variables.get(variableScope);
  const variables = scope?.kind === 'local' ? { ...scope.values } : noVariables();
  return { kind: 'message', name, key: (key?.ok ? keyText(key.value) : undefined) ?? '', variables };
}

function textOf(run: Run, text: ExpressionModel | undefined, entry: EntryState): string | Failure {
  if (text === undefined) return '';
  const result = run.evaluate(text, entry.element, entry.variableScope);
  if (!result.ok) return { code: result.code, message: result.reason };
  return result.value === null ? '' : String(result.value);
}
