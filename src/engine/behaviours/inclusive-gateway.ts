import type { Behaviour } from '../behaviour.ts';
import { chooseTrueFlows } from '../policies/choose-flows.ts';
import { arriveAtJoin, isJoin, needsFlow } from '../policies/join.ts';

/**
 * Holds tokens until no other can come; policies/inclusive-join fires it when the run settles (docs/contributing/spec/gateways.md#inclusive-join). Then it takes
 * every true flow (docs/contributing/spec/gateways.md#inclusive-choice).
 */
export const inclusiveGateway: Behaviour<'inclusiveGateway'> = {
  type: 'inclusiveGateway',
  onArrive: (run, element, step) => {
    if (!isJoin(element, step)) return 'activate';
    arriveAtJoin(run, element, step);
    return 'held';
  },
  notEnteredByHand: needsFlow,
  onActivated: () => 'leave',
  chooseFlows: chooseTrueFlows,
  recordsFlows: true,
};
