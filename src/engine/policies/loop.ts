import {
  type Cancellation,
  cancelledByOperator,
  completionConditionMet,
  iterationFailed,
  withLastToken,
} from '../cancellations.ts';
import type { Ordinal } from '../events.ts';
import { type Failure, type ModelText, textFailed, tooManyIterations, wrongResult } from '../failures.ts';
import { loopCounters } from '../loop-counters.ts';
import {
  type ActivityElement,
  type ElementModel,
  elementOf,
  type LoopModel,
  type MultiInstanceModel,
  type StandardLoopModel,
} from '../model.ts';
import type { Run } from '../run.ts';
import { type EntryState, type LoopState, openScope } from '../state.ts';
import { type Json, noVariables } from '../values.ts';
import { activateWithInputs } from './activation.ts';
import { boundariesOf, fireBoundary } from './boundary.ts';
import { cancelEntry, cancelOtherTokens, closeBody } from './cancellation.ts';
import { propagateRaised } from './error-propagation.ts';
import { evaluateText } from './evaluate-text.ts';
import { leave } from './leave.ts';
import { writeVariables } from './variable-scope.ts';
import { checkWriteSize } from './variable-size.ts';

/** Opens the loop of a wrapper entry and creates its first iterations (docs/spec/loops-and-compensation.md#loop-count). @returns why it cannot be opened */
export function openLoop(run: Run, element: ActivityElement, wrapper: EntryState, loop: LoopModel): Failure | undefined {
  const size = loop.kind === 'multiInstance' ? sizeOf(run, element, wrapper, loop) : { total: loop.maximum ?? 0 };
  if ('code' in size) return size;
  const scope = run.nextOrdinal();
  const { ordinal: host, scope: parent, variableScope } = wrapper;
  run.emit({ type: 'ScopeOpened', scope, container: element.id, host, parent, variableScope });
  run.emit({ type: 'LoopOpened', entry: host, total: size.total, ...('items' in size ? { items: size.items } : {}) });
  if (loop.kind === 'standardLoop') return openStandard(run, element, wrapper, loop, scope);
  const first = loop.isSequential ? Math.min(1, size.total) : size.total;
  for (let index = 0; index < first && run.raised === null; index++) createIteration(run, element, wrapper, loop, scope, index);
  if (size.total === 0) run.loopsToAdvance.add(host);
  return undefined;
}

function openStandard(
  run: Run,
  element: ActivityElement,
  wrapper: EntryState,
  loop: StandardLoopModel,
  scope: Ordinal,
): Failure | undefined {
  const goesOn = loop.testBefore ? conditionHolds(run, element, wrapper, loop, 0) : true;
  if (typeof goesOn === 'object') return goesOn;
  if (goesOn) createIteration(run, element, wrapper, loop, scope, 0);
  else run.loopsToAdvance.add(wrapper.ordinal);
  return undefined;
}

/** The count is fixed on entry; cardinality wins over the collection. */
function sizeOf(
  run: Run,
  element: ActivityElement,
  wrapper: EntryState,
  loop: MultiInstanceModel,
): { total: number; items?: readonly Json[] } | Failure {
  const { maxIterations } = run.context.limits;
  const items = loop.collection === undefined ? undefined : evaluateText(run, loop.collection, element.id, wrapper.variableScope);
  if (items !== undefined && !items.ok && loop.cardinality === undefined) return textFailed(items);
  const list = items?.ok && Array.isArray(items.value) ? (items.value as readonly Json[]) : undefined;
  if (loop.cardinality === undefined) {
    if (list === undefined) return wrongResult(loop.collection as ModelText, 'a list');
    return list.length > maxIterations ? tooManyIterations(maxIterations) : { total: list.length, items: list };
  }
  const count = evaluateText(run, loop.cardinality, element.id, wrapper.variableScope);
  if (!count.ok) return textFailed(count);
  const total = count.value;
  if (typeof total !== 'number' || !Number.isInteger(total) || total < 0) {
    return wrongResult(loop.cardinality, 'a whole number of at least 0');
  }
  if (total > maxIterations) return tooManyIterations(maxIterations);
  return list === undefined ? { total } : { total, items: list };
}

/** Creates one iteration entry with a variable scope of its own and queues its behaviour. */
function createIteration(
  run: Run,
  element: ActivityElement,
  wrapper: EntryState,
  loop: LoopModel,
  scope: Ordinal,
  index: number,
): void {
  const locals: Record<string, Json> = noVariables();
  locals['loopCounter'] = index + (loop.kind === 'multiInstance' ? loop.firstCounter : 0);
  if (loop.kind === 'multiInstance' && loop.elementVariable !== undefined) {
    locals[loop.elementVariable] = wrapper.loop?.items?.[index] ?? null;
  }
  const variableScope = run.nextOrdinal();
  run.emit({ type: 'VariableScopeOpened', variableScope, kind: 'iteration', parent: wrapper.variableScope, locals });
  const host = run.model.containers.has(element.id) ? { host: true as const } : {};
  const at = { flow: null, scope, variableScope };
  const { entry, failure } = activateWithInputs(run, element, at, { index, ...host }, loopCounters(wrapper.loop, { active: 1 }));
  if (failure !== undefined) {
    run.fail(entry, entry.variableScope, failure);
    return;
  }
  run.queue({ element: element.id, flow: null, scope, variableScope: entry.variableScope, entry: entry.ordinal });
}

/** An iteration of the loop has ended: goes on with the next one, or ends the loop (docs/spec/loops-and-compensation.md#iteration-order). */
export function advanceLoop(run: Run, ordinal: Ordinal): void {
  const wrapper = run.state.entries.get(ordinal);
  if (wrapper === undefined || wrapper.loop === null) return;
  const element = elementOf(run.model, wrapper.element) as ActivityElement;
  const loop = element.loop as LoopModel;
  const [scope] = run.state.bodies.get(ordinal) ?? [];
  if (scope === undefined) return;
  fireMatching(run, element, wrapper, run.loopEvents.get(ordinal) ?? []);
  run.loopEvents.delete(ordinal);
  if (!run.state.entries.has(ordinal)) return;
  const failure = run.failingLoops.get(ordinal);
  if (failure !== undefined) {
    run.failingLoops.delete(ordinal);
    cancelOtherTokens(run, scope, null, iterationFailed);
    closeBody(run, scope);
    run.fail(wrapper, wrapper.variableScope, failure);
    return;
  }
  if (run.metLoops.delete(ordinal)) {
    cancelOtherTokens(run, scope, null, completionConditionMet);
    finishLoop(run, element, wrapper, loop, scope);
    return;
  }
  const { created, completed, terminated, total } = wrapper.loop;
  if (created > completed + terminated) return;
  if (loop.kind === 'standardLoop') advanceStandard(run, element, wrapper, loop, scope);
  else if (created < total) createIteration(run, element, wrapper, loop, scope, created);
  else finishLoop(run, element, wrapper, loop, scope);
}

function advanceStandard(run: Run, element: ActivityElement, wrapper: EntryState, loop: StandardLoopModel, scope: Ordinal): void {
  const rounds = (wrapper.loop as LoopState).created;
  const goesOn = rounds === 0 ? false : conditionHolds(run, element, wrapper, loop, rounds);
  if (typeof goesOn === 'object') {
    closeBody(run, scope);
    run.fail(wrapper, wrapper.variableScope, goesOn);
  } else if (goesOn) createIteration(run, element, wrapper, loop, scope, rounds);
  else finishLoop(run, element, wrapper, loop, scope);
}

/** `loopCounter` is the number of the round that would follow, as seen by the condition before it. */
function conditionHolds(
  run: Run,
  element: ActivityElement,
  wrapper: EntryState,
  loop: StandardLoopModel,
  round: number,
): boolean | Failure {
  if (loop.maximum !== undefined && round >= loop.maximum) return false;
  if (loop.condition === undefined) return true;
  const counter = { loopCounter: loop.testBefore ? round : round - 1 };
  const result = evaluateText(run, loop.condition, element.id, wrapper.variableScope, counter);
  if (!result.ok) return textFailed(result);
  if (typeof result.value === 'boolean') return result.value;
  return wrongResult(loop.condition, 'true or false');
}

/** The loop ends: outputs in index order, then the wrapper leaves; where every iteration was cancelled it is cancelled too. */
function finishLoop(run: Run, element: ActivityElement, wrapper: EntryState, loop: LoopModel, scope: Ordinal): void {
  const { outputs, completed, terminated } = wrapper.loop as LoopState;
  closeBody(run, scope);
  if (completed === 0 && terminated > 0) {
    const why = run.cancelledIterations.get(wrapper.ordinal) ?? cancelledByOperator;
    cancelEntry(run, wrapper, withLastToken(why));
    run.tokenLeft(wrapper.scope, { kind: 'cancelled', why });
    return;
  }
  if (loop.kind === 'multiInstance' && loop.outputCollection !== undefined) {
    const values = [...outputs].sort(([a], [b]) => a - b).map(([, value]) => value);
    const tooLarge = checkWriteSize(run, wrapper.variableScope, { [loop.outputCollection]: values });
    if (tooLarge !== undefined) {
      run.fail(wrapper, wrapper.variableScope, tooLarge);
      return;
    }
    writeVariables(run, wrapper.variableScope, { [loop.outputCollection]: values });
  }
  leave(run, element, wrapper);
}

/** An iteration that ended without completing: its user task was cancelled (docs/spec/loops-and-compensation.md#ended-iterations). */
export function terminateIteration(run: Run, entry: EntryState, why: Cancellation): void {
  const wrapper = openScope(run.state, entry.scope).host as Ordinal;
  run.emit({ type: 'IterationEnded', loop: wrapper, index: entry.index as number, outcome: 'terminated' });
  run.cancelledIterations.set(wrapper, why);
  run.loopsToAdvance.add(wrapper);
}

/** The boundary events of the activity that match a definition fire without interrupting, even those that would interrupt otherwise. */
function fireMatching(run: Run, element: ElementModel, wrapper: EntryState, events: readonly string[]): void {
  for (const event of events) {
    for (const boundary of boundariesOf(run, element)) {
      if (boundary.definitionRefs?.includes(event) === true)
        fireBoundary(run, boundary, wrapper, noVariables(), { trigger: { kind: 'iteration' }, interrupting: false });
      // A path that fails at once finds its catcher first: that may be the end of the loop.
      propagateRaised(run);
      if (!run.state.entries.has(wrapper.ordinal)) return;
    }
  }
}
