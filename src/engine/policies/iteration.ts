import { type Failure, textFailed, wrongResult } from '../failures.ts';
import { loopOf } from '../model/model-shape.ts';
import type { ElementModel, ExpressionModel, MultiInstanceModel } from '../model.ts';
import type { ActivityInstanceOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import { collected, loopCounters } from '../state/loop-counters.ts';
import type { AfterIteration } from '../state/pending.ts';
import { type ActivityInstance, activityInstanceIn, openScope } from '../state.ts';
import { scopeIn, type VariableScopeState } from '../values/variable-scopes.ts';
import { type Json, noVariables, type Variables } from '../values.ts';
import { logForCompensation } from './compensation-log.ts';
import { evaluateText } from './evaluate-text.ts';
import { unsubscribeActivityInstance } from './subscriptions.ts';
import { closeLocal } from './variable-scope.ts';

/** Stores its output and closes its variable scope; `settle` continues the loop (docs/contributing/spec/loops-and-compensation.md#completion-condition). */
export function endIteration(run: Run, element: ElementModel, entry: ActivityInstance): void {
  const loop = loopOf(element);
  const output = loop?.kind === 'multiInstance' ? outputOf(run, loop, entry) : {};
  if ('code' in output) {
    run.fail(entry, entry.variableScope, output, STORED);
    return;
  }
  const wrapper = openScope(run.state, entry.scope).host as ActivityInstanceOrdinal;
  const after = loop?.kind === 'multiInstance' ? evaluateAfter(run, loop, entry, wrapper, output.output) : {};
  // the condition can be retried only while the iteration is active
  if (after.failure !== undefined) {
    if (run.leaveAsIncident(entry, after.failure, STORED)) return;
    run.failurePoints.inherit(entry.ordinal, wrapper);
  }
  unsubscribeActivityInstance(run, entry.ordinal);
  logForCompensation(run, element, entry);
  run.complete(entry);
  run.emit({ type: 'IterationEnded', loop: wrapper, index: entry.index as number, outcome: 'completed', ...output });
  closeIterationScope(run, entry.variableScope, loop?.kind === 'multiInstance' && loop.outputCollection !== undefined);
  run.tokenLeft(entry.scope);
  run.pending.add({ kind: 'advanceLoop', loop: wrapper, ...after });
}

/** outputs are stored, and end listeners have run */
const STORED = { kind: 'leave', done: 'stored' } as const;

/** Merges its variables into the scope of the loop, unless `isDropped` (docs/contributing/spec/loops-and-compensation.md#without-output-collection). */
export function closeIterationScope(run: Run, variableScope: VariableScopeOrdinal, isDropped: boolean): void {
  const iteration = closeLocal(run, variableScope);
  const scope = run.state.variables.get(iteration);
  if (scope?.kind !== 'iteration' || scope.parent === null) return;
  run.emit({ type: 'VariableScopeClosed', variableScope: iteration, into: isDropped ? null : scope.parent });
}

function outputOf(run: Run, loop: MultiInstanceModel, entry: ActivityInstance): { output?: Json } | Failure {
  if (loop.outputCollection === undefined) return {};
  if (loop.outputElement === undefined) return { output: null };
  const result = evaluateText(run, loop.outputElement, entry.element, entry.variableScope, missingResult(run, loop, entry));
  return result.ok ? { output: result.value } : textFailed(result);
}

/**
 * A result that the iteration has not written is null, even if an enclosing scope has it
 * (docs/contributing/spec/loops-and-compensation.md#output-collection).
 */
function missingResult(run: Run, { resultName }: MultiInstanceModel, { variableScope }: ActivityInstance): Variables | undefined {
  if (resultName === undefined) return undefined;
  for (let at: VariableScopeOrdinal | null = variableScope; at !== null; ) {
    const { kind, values, parent }: VariableScopeState = scopeIn(run.state.variables, at);
    if (resultName in values) return undefined;
    if (kind === 'iteration') break;
    at = parent;
  }
  return { ...noVariables(), [resultName]: null };
}

/** Evaluates completion condition and behavior in the scope of the iteration, which counts as completed. */
function evaluateAfter(
  run: Run,
  loop: MultiInstanceModel,
  entry: ActivityInstance,
  wrapper: ActivityInstanceOrdinal,
  output: Json | undefined,
): AfterIteration {
  const { completionCondition, behavior } = loop;
  const seen = { ...counters(run, wrapper), ...collectedSoFar(run, loop, entry, wrapper, output) };
  const isMet = completionCondition === undefined ? false : holds(run, completionCondition, entry, seen);
  if (typeof isMet === 'object') return { failure: isMet };
  if (behavior === undefined) return afterIteration(isMet, []);
  if (behavior.kind !== 'complex') {
    const isFirst = activityInstanceIn(run.state, wrapper).loop?.completed === 0;
    return afterIteration(isMet, behavior.kind === 'none' || isFirst ? [behavior.event] : []);
  }
  const events: string[] = [];
  let isComplete = isMet;
  for (const { condition, event } of behavior.definitions) {
    const isTrue = holds(run, condition, entry, seen);
    if (typeof isTrue === 'object') return { failure: isTrue };
    isComplete ||= isTrue;
    if (isTrue && event !== undefined) events.push(event);
  }
  return afterIteration(isComplete, events);
}

function afterIteration(isComplete: boolean, events: readonly string[]): AfterIteration {
  return { ...(isComplete && { isComplete }), ...(events.length > 0 && { events }) };
}

function counters(run: Run, wrapper: ActivityInstanceOrdinal): Variables {
  return loopCounters(run.state.entries.get(wrapper)?.loop, { completed: 1, active: -1 });
}

/** List with the result of this iteration, which the condition reads in Camunda 8 and jBPM. */
function collectedSoFar(
  run: Run,
  { outputCollection, keepsPlaces, showsResults }: MultiInstanceModel,
  { index }: ActivityInstance,
  wrapper: ActivityInstanceOrdinal,
  output: Json | undefined,
): Variables {
  const state = run.state.entries.get(wrapper)?.loop;
  if (outputCollection === undefined || state == null) return {};
  if (showsResults === true) return { [outputCollection]: [...state.outputs.values(), output ?? null] };
  if (keepsPlaces !== true) return {};
  const list: Json[] = collected(state, true);
  list[index as number] = output ?? null;
  return { [outputCollection]: list };
}

function holds(run: Run, condition: ExpressionModel, entry: ActivityInstance, seen: Variables): boolean | Failure {
  const result = evaluateText(run, condition, entry.element, entry.variableScope, seen);
  if (!result.ok) return textFailed(result);
  if (typeof result.value === 'boolean') return result.value;
  return wrongResult(condition, 'true or false', result.value);
}
