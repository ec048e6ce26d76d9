import type { Ordinal } from '../events.ts';
import { loopCounters } from '../loop-counters.ts';
import { type ElementModel, isActivity, type MultiInstanceModel } from '../model.ts';
import type { Run } from '../run.ts';
import { type EntryState, openScope } from '../state.ts';
import type { Json } from '../values.ts';
import { logForCompensation } from './compensation-log.ts';
import { disarmEntry } from './subscriptions.ts';
import { closeLocal } from './variable-scope.ts';

/** An iteration has completed (W4–W6): takes its output, ends its variable scope, and lets `settle` decide how the loop goes on. */
export function endIteration(run: Run, element: ElementModel, entry: EntryState): void {
  const loop = isActivity(element) ? element.loop : undefined;
  const output = loop?.kind === 'multiInstance' ? outputOf(run, loop, entry) : {};
  if ('code' in output) {
    run.fail(entry, entry.variableScope, output.code, output.message);
    return;
  }
  const wrapper = openScope(run.state, entry.scope).host as Ordinal;
  const isMet = loop?.kind === 'multiInstance' ? isCompletionMet(run, loop, entry, wrapper) : false;
  disarmEntry(run, entry.ordinal);
  logForCompensation(run, element, entry);
  run.complete(entry);
  run.emit({ type: 'IterationEnded', loop: wrapper, index: entry.index as number, outcome: 'completed', ...output });
  closeIterationScope(run, entry.variableScope, loop?.kind === 'multiInstance' && loop.outputCollection !== undefined);
  run.tokenLeft(entry.scope);
  run.loopsToAdvance.add(wrapper);
  if (typeof isMet === 'object') run.failingLoops.set(wrapper, isMet);
  else if (isMet) run.metLoops.add(wrapper);
}

/** Ends the scope of an iteration: its own writes reach the loop's scope, unless an output collection is what leaves (W5, W6) or it was cancelled (V4). */
export function closeIterationScope(run: Run, variableScope: Ordinal, isDropped: boolean): void {
  const iteration = closeLocal(run, variableScope);
  const scope = run.state.variables.get(iteration);
  if (scope?.kind !== 'iteration' || scope.parent === null) return;
  run.emit({ type: 'VariableScopeClosed', variableScope: iteration, into: isDropped ? null : scope.parent });
}

function outputOf(run: Run, loop: MultiInstanceModel, entry: EntryState): { output?: Json } | { code: string; message: string } {
  if (loop.outputCollection === undefined) return {};
  if (loop.outputElement === undefined) return { output: null };
  const result = run.evaluate(loop.outputElement, entry.element, entry.variableScope);
  return result.ok ? { output: result.value } : { code: result.code, message: result.reason };
}

/** W4, in the iteration's scope: its own results are visible, and it counts as completed. */
function isCompletionMet(run: Run, loop: MultiInstanceModel, entry: EntryState, wrapper: Ordinal) {
  if (loop.completionCondition === undefined) return false;
  const counters = loopCounters(run.state.entries.get(wrapper)?.loop, { completed: 1, active: -1 });
  const result = run.evaluate(loop.completionCondition, entry.element, entry.variableScope, counters);
  if (!result.ok) return { code: result.code, message: result.reason };
  if (typeof result.value === 'boolean') return result.value;
  const { slot, text } = loop.completionCondition;
  return { code: '500', message: `${slot} '${text}': the result must be true or false` };
}
