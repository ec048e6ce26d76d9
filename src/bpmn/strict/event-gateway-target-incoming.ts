import { quote } from '../finding.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** A target of an event-based gateway has no other incoming flow. */
export const eventGatewayTargetIncoming: StandardRule = {
  name: 'event-gateway-target-incoming',
  clause: '10.6.6',
  check: eachNode((node) => {
    const gateway = node.incoming.find(({ source }) => source?.tag === 'eventBasedGateway')?.source;
    if (gateway === undefined || node.incoming.length === 1) return undefined;
    return `it follows event-based gateway '${quote(gateway.id)}' and has ${node.incoming.length} incoming flows; only one is allowed`;
  }),
};
