import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** A gateway joins or splits flows. */
export const gatewayFlows: StandardRule = {
  name: 'gateway-flows',
  clause: '10.6.1',
  check: eachNode(({ tag, incoming, outgoing }) => {
    if (!tag.endsWith('Gateway') || tag === 'eventBasedGateway' || incoming.length > 1 || outgoing.length > 1) return undefined;
    return `gateway neither joins nor splits: ${incoming.length} incoming and ${outgoing.length} outgoing flows`;
  }),
};
