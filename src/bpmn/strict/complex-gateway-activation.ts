import { activationConditionOf } from '../activation-condition.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** A complex gateway has an activation condition if and only if it joins flows. */
export const complexGatewayActivation: StandardRule = {
  name: 'complex-gateway-activation',
  clause: '10.6.5',
  check: eachNode(({ tag, xml, incoming }) => {
    if (tag !== 'complexGateway') return undefined;
    const isWritten = activationConditionOf(xml) !== undefined;
    if (incoming.length > 1) return isWritten ? undefined : 'complex gateway that joins has no activationCondition';
    return isWritten ? 'activationCondition of a gateway with one incoming flow' : undefined;
  }),
};
