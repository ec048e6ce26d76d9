import { type Failure, textFailed, wrongResult } from '../failures.ts';
import { loopCounters } from '../loop-counters.ts';
import type { ElementModel, ExpressionModel, MultiInstanceModel } from '../model.ts';
import { loopOf } from '../model-shape.ts';
import type { EntryOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { AfterIteration } from '../pending.ts';
import type { Run } from '../run.ts';
import { type EntryState, entryIn, openScope } from '../state.ts';
import type { Json } from '../values.ts';
import { logForCompensation } from './compensation-log.ts';
import { evaluateText } from './evaluate-text.ts';
import { disarmEntry } from './subscriptions.ts';
import { closeLocal } from './variable-scope.ts';

/**
 * An iteration has completed: takes its output, ends its variable scope, and lets `settle` decide how the loop goes on
 * (docs/spec/loops-and-compensation.md#completion-condition).
 */
export function endIteration(run: Run, element: ElementModel, entry: EntryState): void {
  const loop = loopOf(element);
  const output = loop?.kind === 'multiInstance' ? outputOf(run, loop, entry) : {};
  if ('code' in output) {
    run.fail(entry, entry.variableScope, output, STORED);
    return;
  }
  const wrapper = openScope(run.state, entry.scope).host as EntryOrdinal;
  const after = loop?.kind === 'multiInstance' ? lookAfter(run, loop, entry, wrapper) : {};
  // Its condition can be looked at again only while the iteration is there.
  if (after.failure !== undefined) {
    if (run.leaveAsIncident(entry, after.failure, STORED)) return;
    run.failurePoints.passOn(entry.ordinal, wrapper);
  }
  disarmEntry(run, entry.ordinal);
  logForCompensation(run, element, entry);
  run.complete(entry);
  run.emit({ type: 'IterationEnded', loop: wrapper, index: entry.index as number, outcome: 'completed', ...output });
  closeIterationScope(run, entry.variableScope, loop?.kind === 'multiInstance' && loop.outputCollection !== undefined);
  run.tokenLeft(entry.scope);
  run.pending.add({ kind: 'advanceLoop', loop: wrapper, ...after });
}

/** Its outputs are stored, and what listens to its end has run. */
const STORED = { kind: 'leave', done: 'stored' } as const;

/**
 * Ends the scope of an iteration: its own writes reach the loop's scope, unless an output collection is what leaves or it was cancelled
 * (docs/spec/loops-and-compensation.md#without-output-collection).
 */
export function closeIterationScope(run: Run, variableScope: VariableScopeOrdinal, isDropped: boolean): void {
  const iteration = closeLocal(run, variableScope);
  const scope = run.state.variables.get(iteration);
  if (scope?.kind !== 'iteration' || scope.parent === null) return;
  run.emit({ type: 'VariableScopeClosed', variableScope: iteration, into: isDropped ? null : scope.parent });
}

function outputOf(run: Run, loop: MultiInstanceModel, entry: EntryState): { output?: Json } | Failure {
  if (loop.outputCollection === undefined) return {};
  if (loop.outputElement === undefined) return { output: null };
  const result = evaluateText(run, loop.outputElement, entry.element, entry.variableScope);
  return result.ok ? { output: result.value } : textFailed(result);
}

/** Completion condition and behaviour, in the iteration's scope: its own results are visible, and it counts as completed. */
function lookAfter(run: Run, loop: MultiInstanceModel, entry: EntryState, wrapper: EntryOrdinal): AfterIteration {
  const { completionCondition, behavior } = loop;
  const isMet = completionCondition === undefined ? false : holds(run, completionCondition, entry, wrapper);
  if (typeof isMet === 'object') return { failure: isMet };
  if (behavior === undefined) return afterIteration(isMet, []);
  if (behavior.kind !== 'complex') {
    const isFirst = entryIn(run.state, wrapper).loop?.completed === 0;
    return afterIteration(isMet, behavior.kind === 'none' || isFirst ? [behavior.event] : []);
  }
  const events: string[] = [];
  let isComplete = isMet;
  for (const { condition, event } of behavior.definitions) {
    const isTrue = holds(run, condition, entry, wrapper);
    if (typeof isTrue === 'object') return { failure: isTrue };
    isComplete ||= isTrue;
    if (isTrue && event !== undefined) events.push(event);
  }
  return afterIteration(isComplete, events);
}

function afterIteration(isComplete: boolean, events: readonly string[]): AfterIteration {
  return { ...(isComplete && { isComplete }), ...(events.length > 0 && { events }) };
}

function holds(run: Run, condition: ExpressionModel, entry: EntryState, wrapper: EntryOrdinal): boolean | Failure {
  const counters = loopCounters(run.state.entries.get(wrapper)?.loop, { completed: 1, active: -1 });
  const result = evaluateText(run, condition, entry.element, entry.variableScope, counters);
  if (!result.ok) return textFailed(result);
  if (typeof result.value === 'boolean') return result.value;
  return wrongResult(condition, 'true or false', result.value);
}
