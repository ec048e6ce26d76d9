import type { CompletionCause } from '../causes.ts';
import { extOutputsOf } from '../model/model-shape.ts';
import { elementOf, type Mapping } from '../model.ts';
import { leave } from '../policies/leave.ts';
import { runListeners } from '../policies/listeners.ts';
import { storeResult } from '../policies/result.ts';
import type { Run } from '../running/run.ts';
import type { ActivityInstance } from '../state.ts';
import type { Variables } from '../values.ts';

/**
 * Maps and stores the result, and leaves (docs/contributing/spec/mappings.md#what-a-mapping-does).
 * @param outputs ext output mappings; absent: all of the element
 */
export function completeWith(
  run: Run,
  entry: ActivityInstance,
  result: Variables,
  cause: CompletionCause,
  outputs?: readonly Mapping[],
): void {
  run.completedByCaller = { entry: entry.ordinal, cause };
  const element = elementOf(run.model, entry.element);
  const failure = storeResult(run, entry, result, outputs ?? extOutputsOf(element));
  if (failure !== undefined) {
    run.fail(entry, entry.variableScope, failure, { kind: 'storeGiven', result, cause });
    return;
  }
  const listenerResult = runListeners(run, element, 'complete', { entry, variableScope: entry.variableScope });
  if (listenerResult === undefined) leave(run, element, entry);
  else if (listenerResult !== 'wait')
    run.fail(
      entry,
      entry.variableScope,
      listenerResult,
      listenerResult.listening === undefined ? { kind: 'leave' } : { kind: 'listen', listening: listenerResult.listening },
    );
}
