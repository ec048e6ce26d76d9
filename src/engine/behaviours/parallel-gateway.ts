import type { Behaviour } from '../behaviour.ts';
import { chooseAllFlows } from '../policies/choose-flows.ts';
import { arriveAtJoin, fireJoin, isJoin, needsFlow } from '../policies/join.ts';

/**
 * Fires when every incoming flow has a token (docs/contributing/spec/gateways.md#parallel-join), then takes every outgoing flow
 * (docs/contributing/spec/gateways.md#parallel-choice).
 */
export const parallelGateway: Behaviour<'parallelGateway'> = {
  type: 'parallelGateway',
  onArrive: (run, element, step) => {
    if (!isJoin(element, step)) return 'activate';
    const join = arriveAtJoin(run, element, step);
    if (join.held?.size === element.incoming.length) fireJoin(run, element, join);
    return 'held';
  },
  notEnteredByHand: needsFlow,
  onActivated: () => 'leave',
  chooseFlows: chooseAllFlows,
  recordsFlows: true,
};
