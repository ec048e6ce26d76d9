import type { Behaviour } from '../behaviour.ts';
import { chooseTrueFlows } from '../policies/choose-flows.ts';
import { arriveAtComplex } from '../policies/complex-join.ts';
import { isJoin, needsFlow } from '../policies/join.ts';

/**
 * Fires on its activation condition, or like a parallel join without one (docs/contributing/spec/gateways.md#complex-join). Then it takes every true flow
 * (docs/contributing/spec/gateways.md#inclusive-choice).
 */
export const complexGateway: Behaviour<'complexGateway'> = {
  type: 'complexGateway',
  onArrive: (run, element, step) => {
    if (!isJoin(element, step)) return 'activate';
    arriveAtComplex(run, element, step);
    return 'held';
  },
  notEnteredByHand: needsFlow,
  onActivated: () => 'leave',
  chooseFlows: chooseTrueFlows,
  recordsFlows: true,
};
