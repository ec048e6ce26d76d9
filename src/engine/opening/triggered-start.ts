import { type ElementModel, type EventBasedGatewayModel, elementOf, flowOf } from '../model.ts';
import { leave } from '../policies/leave.ts';
import type { Run, Step } from '../run.ts';

/**
 * Lets the first token in. A start event, or whatever the model begins with, is entered. Where an instance was started by an event at a receive task
 * or at the target of an instantiating gateway, that element completes at once: its payload is in the root scope already (docs/spec/elements.md#receive-task).
 */
export function targetStep(
  run: Run,
  element: ElementModel,
  isTriggered: boolean,
  at: Pick<Step, 'scope' | 'variableScope'>,
): void {
  if (!isTriggered || element.type === 'startEvent') {
    run.queue({ element: element.id, flow: null, ...at });
    return;
  }
  const gateway = instantiatingGateway(run, element);
  if (gateway?.instantiate === 'parallel') {
    for (const flow of gateway.outgoing) {
      const { target } = flowOf(run.model, flow);
      if (target !== element.id) run.queue({ element: target, flow: null, ...at });
    }
  }
  leave(run, element, run.activate(element, { flow: null, ...at }));
}

function instantiatingGateway(run: Run, element: ElementModel): EventBasedGatewayModel | undefined {
  for (const flow of element.incoming) {
    const source = elementOf(run.model, flowOf(run.model, flow).source);
    if (source.type === 'eventBasedGateway' && source.instantiate !== undefined) return source;
  }
  return undefined;
}
