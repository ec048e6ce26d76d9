import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** An event-based gateway has at least two outgoing flows. */
export const eventGatewayFlows: StandardRule = {
  name: 'event-gateway-flows',
  clause: '10.6.6',
  check: eachNode((node) => {
    if (node.tag !== 'eventBasedGateway' || node.outgoing.length !== 1) return undefined;
    return 'event-based gateway has one outgoing flow; it needs at least two';
  }),
};
