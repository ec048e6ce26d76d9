import { quote } from '../finding.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** A receive task after an event-based gateway has no boundary events. */
export const eventGatewayTargetBoundary: StandardRule = {
  name: 'event-gateway-target-boundary',
  clause: '10.6.6',
  check: eachNode((node) => {
    const [boundary] = node.boundaries;
    if (boundary === undefined || !node.incoming.some(({ source }) => source?.tag === 'eventBasedGateway')) return undefined;
    return `it follows an event-based gateway and has boundary event '${quote(boundary.id)}'`;
  }),
};
