import type { Behaviour } from '../behaviour.ts';
import { chooseTrueFlows } from '../policies/choose-flows.ts';
import { arriveAtJoin, isJoin, needsFlow } from '../policies/join.ts';

/**
 * Holds tokens until no further token can arrive; policies/inclusive-join fires it in `settle`
 * (docs/contributing/spec/gateways.md#inclusive-join). Then takes every flow whose condition is true
 * (docs/contributing/spec/gateways.md#inclusive-choice).
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
