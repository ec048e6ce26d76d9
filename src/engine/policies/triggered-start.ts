import { type ElementModel, elementOf, flowOf } from '../model.ts';
import type { TokenPlace } from '../running/behaviour.ts';
import type { Run } from '../running/run.ts';
import { leave } from './leave.ts';

/**
 * Completes a receive task or target of an instantiating gateway. The payload is already in the root scope
 * (docs/contributing/spec/elements.md#receive-task).
 */
export function completeTriggered(run: Run, element: ElementModel, at: TokenPlace): void {
  for (const flow of element.incoming) {
    const source = elementOf(run.model, flowOf(run.model, flow).source);
    if (run.behaviours[source.type].onTargetTriggered(run, source, element, at)) break;
  }
  leave(run, element, run.activate(element, { flow: null, ...at }));
}
