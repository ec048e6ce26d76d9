import type { CompleteBehaviour, Outcome } from '../behaviour.ts';
import { scopeEnded } from '../cancellations.ts';
import type { ElementModel } from '../model.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';
import { cancelInside } from './cancellation.ts';
import { leave } from './leave.ts';
import { runStartListeners } from './listeners.ts';
import { skipOf } from './skip.ts';

/** An entry whose boundary events are armed begins: what listens to its start, then its behaviour (docs/contributing/spec/execution.md#entering-and-leaving). */
export function beginWork(
  run: Run,
  element: ElementModel,
  entry: EntryState,
  behaviour: Pick<CompleteBehaviour, 'onActivated'> = run.behaviours[element.type],
): void {
  followOutcome(run, element, entry, runStartListeners(run, element, entry) ?? workUnlessSkipped(run, element, entry, behaviour));
}

/** What the entry does, unless its skip expression says that it leaves without (docs/contributing/spec/elements.md#skip-expression). */
export function workUnlessSkipped(
  run: Run,
  element: ElementModel,
  entry: EntryState,
  behaviour: Pick<CompleteBehaviour, 'onActivated'>,
): Outcome {
  const skip = skipOf(run, element, entry);
  if (skip !== 'skipped') return skip ?? behaviour.onActivated(run, element, entry);
  run.skipped = entry.ordinal;
  return 'leave';
}

/** What a behaviour says is done. */
export function followOutcome(run: Run, element: ElementModel, entry: EntryState, outcome: Outcome): void {
  if (outcome === 'leave') leave(run, element, entry);
  else if (typeof outcome === 'object') {
    // What it had opened already ends with it: a body whose event sub-process cannot be armed, a loop whose condition cannot be read.
    cancelInside(run, entry, scopeEnded);
    run.fail(entry, entry.variableScope, outcome);
  }
}
