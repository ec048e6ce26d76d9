import type { RepeatOf } from '../events/incident-events.ts';
import { type Failure, type ModelText, textFailed, tooManyIterations, wrongResult } from '../failures.ts';
import {
  type ActivityElement,
  type ElementModel,
  elementOf,
  type LoopModel,
  type MultiInstanceModel,
  type StandardLoopModel,
} from '../model.ts';
import type { ActivityInstanceOrdinal, ScopeOrdinal } from '../ordinals.ts';
import {
  type Cancellation,
  cancelledByOperator,
  completionConditionMet,
  iterationFailed,
  withLastToken,
} from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import { collected, loopCounters } from '../state/loop-counters.ts';
import type { PendingOf } from '../state/pending.ts';
import { type ActivityInstance, type LoopState, openScope } from '../state.ts';
import { type Json, noVariables, type Variables } from '../values.ts';
import { activateWithInputs } from './activation.ts';
import { boundariesOf, fireBoundary } from './boundary.ts';
import { cancelActivityInstance, cancelOtherTokens, closeBody } from './cancellation.ts';
import { propagateRaised } from './error-propagation.ts';
import { evaluateText } from './evaluate-text.ts';
import { leave } from './leave.ts';
import { checkWriteSize, writeVariables } from './variable-scope.ts';

/** Iterations created without a break, which would block other instances. */
const ITERATIONS_PER_PART = 200;

/** Creates the first iterations. Fails if their number or the condition cannot be evaluated (docs/contributing/spec/loops-and-compensation.md#loop-count). */
export function openLoop(run: Run, element: ActivityElement, wrapper: ActivityInstance, loop: LoopModel): Failure | undefined {
  const size = loop.kind === 'multiInstance' ? sizeOf(run, element, wrapper, loop) : { total: loop.maximum ?? 0 };
  if ('code' in size) return size;
  const scope = run.ordinals.nextScope();
  const { ordinal: host, scope: parent, variableScope } = wrapper;
  run.emit({ type: 'ScopeOpened', scope, container: element.id, host, parent, variableScope });
  run.emit({ type: 'LoopOpened', entry: host, total: size.total, ...('items' in size ? { items: size.items } : {}) });
  if (loop.kind === 'standardLoop') return openStandard(run, element, wrapper, loop, scope);
  const first = loop.isSequential ? Math.min(1, size.total) : size.total;
  createIterations(run, first, 0, (index) => createIteration(run, element, wrapper, loop, scope, index));
  if (size.total === 0) run.pending.add({ kind: 'advanceLoop', loop: host });
  return undefined;
}

/** Creates them in parts of one step. A failure must find its catcher before the next iteration. */
function createIterations(run: Run, count: number, from: number, create: (index: number) => void): void {
  const end = Math.min(count, from + ITERATIONS_PER_PART);
  for (let index = from; index < end; index += 1) {
    if (run.pending.has('findCatcher')) return;
    create(index);
  }
  if (end < count && !run.pending.has('findCatcher')) run.stepContinuation = () => createIterations(run, count, end, create);
}

function openStandard(
  run: Run,
  element: ActivityElement,
  wrapper: ActivityInstance,
  loop: StandardLoopModel,
  scope: ScopeOrdinal,
): Failure | undefined {
  const isRepeated = loop.testBefore ? conditionHolds(run, element, wrapper, loop, 0) : true;
  if (typeof isRepeated === 'object') return isRepeated;
  if (isRepeated) createIteration(run, element, wrapper, loop, scope, 0);
  else run.pending.add({ kind: 'advanceLoop', loop: wrapper.ordinal });
  return undefined;
}

/** Fixed at the start. Cardinality overrides the collection. `items`: of the collection. */
function sizeOf(
  run: Run,
  element: ActivityElement,
  wrapper: ActivityInstance,
  loop: MultiInstanceModel,
): { total: number; items?: readonly Json[] } | Failure {
  const { maxIterations } = run.context.limits;
  const items = loop.collection === undefined ? undefined : evaluateText(run, loop.collection, element.id, wrapper.variableScope);
  if (items !== undefined && !items.ok && loop.cardinality === undefined) return textFailed(items);
  const list = items?.ok && Array.isArray(items.value) ? (items.value as readonly Json[]) : undefined;
  if (loop.cardinality === undefined) {
    if (list === undefined) return wrongResult(loop.collection as ModelText, 'a list', items?.ok ? items.value : null);
    return list.length > maxIterations ? tooManyIterations(maxIterations) : { total: list.length, items: list };
  }
  const count = evaluateText(run, loop.cardinality, element.id, wrapper.variableScope);
  if (!count.ok) return textFailed(count);
  const total = typeof count.value === 'string' && /^\d{1,15}$/.test(count.value) ? Number(count.value) : count.value;
  if (typeof total !== 'number' || !Number.isInteger(total) || total < 0) {
    return wrongResult(loop.cardinality, 'a whole number of at least 0', total);
  }
  if (total > maxIterations) return tooManyIterations(maxIterations);
  return list === undefined ? { total } : { total, items: list };
}

/** Opens its variable scope and queues its behaviour. */
function createIteration(
  run: Run,
  element: ActivityElement,
  wrapper: ActivityInstance,
  loop: LoopModel,
  scope: ScopeOrdinal,
  index: number,
): void {
  const locals: Record<string, Json> = noVariables();
  locals['loopCounter'] = index + (loop.kind === 'multiInstance' ? loop.firstCounter : 0);
  if (loop.kind === 'multiInstance' && loop.elementVariable !== undefined) {
    locals[loop.elementVariable] = itemOf(run, element, wrapper, loop, index);
  }
  if (loop.kind === 'multiInstance' && loop.indexVariable !== undefined) locals[loop.indexVariable] = index;
  const hasOwnResult = loop.kind === 'multiInstance' && (loop.keepsPlaces === true || loop.showsResults === true);
  if (hasOwnResult && loop.resultName !== undefined) locals[loop.resultName] = null;
  const variableScope = run.ordinals.nextVariableScope();
  run.emit({ type: 'VariableScopeOpened', variableScope, kind: 'iteration', parent: wrapper.variableScope, locals });
  const host = run.model.containers.has(element.id) ? { host: true as const } : {};
  const at = { flow: null, scope, variableScope };
  const { entry, failure } = activateWithInputs(run, element, at, { index, ...host }, loopCounters(wrapper.loop, { active: 1 }));
  if (failure !== undefined) {
    run.fail(entry, entry.variableScope, failure);
    return;
  }
  run.agenda.add({ element: element.id, flow: null, scope, variableScope: entry.variableScope, entry: entry.ordinal });
}

/** Sequences of Camunda 7 and Flowable read the current list (docs/contributing/spec/loops-and-compensation.md#items-of-a-sequence). */
function itemOf(run: Run, { id }: ActivityElement, wrapper: ActivityInstance, loop: MultiInstanceModel, index: number): Json {
  const { followsPlatform, platform } = run.model;
  const isReadAgain = followsPlatform === true && (platform === 'Camunda 7' || platform === 'Flowable') && loop.isSequential;
  const { collection } = loop;
  const read = isReadAgain && index > 0 && collection ? evaluateText(run, collection, id, wrapper.variableScope) : undefined;
  const current = read?.ok && Array.isArray(read.value) ? (read.value as readonly Json[]) : [];
  return (index < current.length ? current[index] : wrapper.loop?.items?.[index]) ?? null;
}

/** Starts the next iteration or ends the loop (docs/contributing/spec/loops-and-compensation.md#iteration-order). */
export function advanceLoop(run: Run, { loop: ordinal, ...after }: PendingOf<'advanceLoop'>): void {
  const wrapper = run.state.entries.get(ordinal);
  if (wrapper === undefined || wrapper.loop === null) return;
  const element = elementOf(run.model, wrapper.element) as ActivityElement;
  const loop = element.loop as LoopModel;
  const [scope] = run.state.bodies.get(ordinal) ?? [];
  if (scope === undefined) return;
  fireMatching(run, element, wrapper, after.events ?? []);
  if (!run.state.entries.has(ordinal)) return;
  if (after.failure !== undefined) {
    cancelOtherTokens(run, scope, null, iterationFailed);
    closeBody(run, scope);
    run.fail(wrapper, wrapper.variableScope, after.failure);
    return;
  }
  if (after.isComplete) {
    cancelOtherTokens(run, scope, null, completionConditionMet);
    finishLoop(run, element, wrapper, scope, after.cancelled, { kind: 'loop', isComplete: true });
    return;
  }
  const { created, completed, terminated, total } = wrapper.loop;
  if (created > completed + terminated) return;
  if (loop.kind === 'standardLoop') advanceStandard(run, element, wrapper, loop, scope, after.cancelled);
  else if (created < total) createIteration(run, element, wrapper, loop, scope, created);
  else finishLoop(run, element, wrapper, scope, after.cancelled);
}

function advanceStandard(
  run: Run,
  element: ActivityElement,
  wrapper: ActivityInstance,
  loop: StandardLoopModel,
  scope: ScopeOrdinal,
  cancelled: Cancellation | undefined,
): void {
  const rounds = (wrapper.loop as LoopState).created;
  const isRepeated = rounds === 0 ? false : conditionHolds(run, element, wrapper, loop, rounds);
  if (typeof isRepeated === 'object') {
    if (run.leaveAsIncident(wrapper, isRepeated, { kind: 'loop' })) return;
    closeBody(run, scope);
    run.fail(wrapper, wrapper.variableScope, isRepeated);
  } else if (isRepeated) createIteration(run, element, wrapper, loop, scope, rounds);
  else finishLoop(run, element, wrapper, scope, cancelled);
}

/**
 * Returns false at the maximum, else the loop condition. Fails if that is not boolean.
 * @param round next iteration, from 0
 */
function conditionHolds(
  run: Run,
  element: ActivityElement,
  wrapper: ActivityInstance,
  loop: StandardLoopModel,
  round: number,
): boolean | Failure {
  if (loop.maximum !== undefined && round >= loop.maximum) return false;
  if (loop.condition === undefined) return true;
  const counter = { loopCounter: loop.testBefore ? round : round - 1 };
  const result = evaluateText(run, loop.condition, element.id, wrapper.variableScope, counter);
  if (!result.ok) return textFailed(result);
  if (typeof result.value === 'boolean') return result.value;
  return wrongResult(loop.condition, 'true or false', result.value);
}

/**
 * Stores outputs in index order and leaves. Outputs that are too large raise an incident or fail the loop. If all iterations were cancelled, cancels the
 * loop.
 * @param why reason of the last cancelled iteration
 */
function finishLoop(
  run: Run,
  element: ActivityElement,
  wrapper: ActivityInstance,
  scope: ScopeOrdinal,
  why: Cancellation = cancelledByOperator,
  repeat: RepeatOf<'loop'> = { kind: 'loop' },
): void {
  const { completed, terminated } = wrapper.loop as LoopState;
  const output = outputOf(element, wrapper);
  const unstorable = output !== undefined ? checkWriteSize(run, wrapper.variableScope, output) : undefined;
  if (unstorable !== undefined && run.leaveAsIncident(wrapper, unstorable, repeat)) return;
  closeBody(run, scope);
  if (completed === 0 && terminated > 0) {
    cancelActivityInstance(run, wrapper, withLastToken(why));
    run.tokenLeft(wrapper.scope, { kind: 'cancelled', why });
    return;
  }
  if (output !== undefined) {
    const tooLarge = checkWriteSize(run, wrapper.variableScope, output);
    if (tooLarge !== undefined) {
      run.fail(wrapper, wrapper.variableScope, tooLarge);
      return;
    }
    writeVariables(run, wrapper.variableScope, output);
  }
  leave(run, element, wrapper);
}

function outputOf({ loop }: ActivityElement, wrapper: ActivityInstance): Variables | undefined {
  if (loop?.kind !== 'multiInstance' || loop.outputCollection === undefined) return undefined;
  return { [loop.outputCollection]: collected(wrapper.loop as LoopState, loop.keepsPlaces === true) };
}

/**
 * Records the end of an iteration whose last token is cancelled; `settle` continues the loop. The caller cancels the activity instance
 * (docs/contributing/spec/loops-and-compensation.md#ended-iterations).
 */
export function terminateIteration(run: Run, entry: ActivityInstance, why: Cancellation): void {
  const wrapper = openScope(run.state, entry.scope).host as ActivityInstanceOrdinal;
  run.emit({ type: 'IterationEnded', loop: wrapper, index: entry.index as number, outcome: 'terminated' });
  run.pending.add({ kind: 'advanceLoop', loop: wrapper, cancelled: why });
}

/** Fires boundary events that reference these definitions, without interrupting. */
function fireMatching(run: Run, element: ElementModel, wrapper: ActivityInstance, events: readonly string[]): void {
  for (const event of events) {
    for (const boundary of boundariesOf(run, element)) {
      if (boundary.definitionRefs?.includes(event) === true)
        fireBoundary(run, boundary, wrapper, noVariables(), { trigger: { kind: 'iteration' }, interrupting: false });
      // a failure must find its catcher first: that may end the loop
      propagateRaised(run);
      if (!run.state.entries.has(wrapper.ordinal)) return;
    }
  }
}
