import type { CompletionCause } from '../causes.ts';
import { type ElementModel, elementOf, type Mapping } from '../model.ts';
import { leave } from '../policies/leave.ts';
import { storeResult } from '../policies/result.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';
import type { Variables } from '../values.ts';

/** A caller gives a waiting entry its result: stored through its output mappings (bpmn.md 11.2), then the token moves on. */
export function completeWith(
  run: Run,
  entry: EntryState,
  result: Variables,
  cause: CompletionCause,
  outputs = (element: ElementModel): readonly Mapping[] => element.mappings?.extOutputs ?? [],
): void {
  run.completedByCaller = { entry: entry.ordinal, cause };
  const element = elementOf(run.model, entry.element);
  const failure = storeResult(run, entry, result, outputs(element));
  if (failure === undefined) leave(run, element, entry);
  else run.fail(entry, entry.variableScope, failure);
}
