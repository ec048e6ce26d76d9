import type { Behaviour } from '../behaviour.ts';
import { chooseTrueFlows } from '../policies/choose-flows.ts';
import { arriveAtComplex } from '../policies/complex-join.ts';
import { isJoin, needsFlow } from '../policies/join.ts';

/**
 * Joins by its activation condition, or without one like a parallel gateway (docs/contributing/spec/gateways.md#complex-join).
 * Then takes every flow whose condition is true (docs/contributing/spec/gateways.md#inclusive-choice).
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
