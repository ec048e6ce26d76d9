import type { ElementModel } from '../model.ts';
import type { CompleteBehaviour, Outcome } from '../running/behaviour.ts';
import { scopeEnded } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import type { ActivityInstance } from '../state.ts';
import { cancelInside } from './cancellation.ts';
import { leave } from './leave.ts';
import { runStartListeners } from './listeners.ts';
import { skipOf } from './skip.ts';

/** Runs start listeners first (docs/contributing/spec/execution.md#entering-and-leaving). */
export function beginWork(
  run: Run,
  element: ElementModel,
  entry: ActivityInstance,
  behaviour: Pick<CompleteBehaviour, 'onActivated'> = run.behaviours[element.type],
): void {
  followOutcome(run, element, entry, runStartListeners(run, element, entry) ?? workUnlessSkipped(run, element, entry, behaviour));
}

/** Runs the behaviour, unless the skip expression is true (docs/contributing/spec/elements.md#skip-expression). */
export function workUnlessSkipped(
  run: Run,
  element: ElementModel,
  entry: ActivityInstance,
  behaviour: Pick<CompleteBehaviour, 'onActivated'>,
): Outcome {
  const skip = skipOf(run, element, entry);
  if (skip !== 'skipped') return skip ?? behaviour.onActivated(run, element, entry);
  run.skipped = entry.ordinal;
  return 'leave';
}

/** A failure also cancels everything inside. Does nothing for `wait` and `done`. */
export function followOutcome(run: Run, element: ElementModel, entry: ActivityInstance, outcome: Outcome): void {
  if (outcome === 'leave') leave(run, element, entry);
  else if (typeof outcome === 'object') {
    // opened before the failure: a body whose event sub-process cannot subscribe, or a loop whose condition fails
    cancelInside(run, entry, scopeEnded);
    run.fail(entry, entry.variableScope, outcome);
  }
}
