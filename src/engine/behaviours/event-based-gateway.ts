import type { Behaviour } from '../behaviour.ts';
import { flowOf } from '../model.ts';
import { chooseAllFlows } from '../policies/choose-flows.ts';

/** Sends a token to each target. The first target to complete cancels the others (docs/contributing/spec/gateways.md#race). */
export const eventBasedGateway: Behaviour<'eventBasedGateway'> = {
  type: 'eventBasedGateway',
  onActivated: () => 'leave',
  chooseFlows: chooseAllFlows,
  startsRace: true,
  /** A parallel gateway that starts the process also waits for the events of its other targets (docs/contributing/spec/gateways.md#instantiating-gateway). */
  onTargetTriggered: (run, element, target, at) => {
    if (element.instantiate === 'parallel') {
      for (const flow of element.outgoing) {
        const other = flowOf(run.model, flow).target;
        if (other !== target.id) run.agenda.add({ element: other, flow: null, ...at });
      }
    }
    return element.instantiate !== undefined;
  },
};
