import type { Behaviour } from '../behaviour.ts';
import { chooseTrueFlows } from '../policies/choose-flows.ts';
import { arriveAtComplex } from '../policies/complex-join.ts';
import { isJoin } from '../policies/join.ts';

/**
 * Fires on its activation condition, or like a parallel join without one (docs/spec/gateways.md#complex-join). Then it takes every true flow
 * (docs/spec/gateways.md#inclusive-choice).
 */
export const complexGateway: Behaviour<'complexGateway'> = {
  type: 'complexGateway',
  onArrive: (run, element, step) => {
    if (!isJoin(element, step)) return 'activate';
    arriveAtComplex(run, element, step);
    return 'held';
  },
  onActivated: () => 'leave',
  chooseFlows: chooseTrueFlows,
  recordsFlows: true,
};
