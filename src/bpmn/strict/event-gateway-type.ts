import { quote } from '../finding.ts';
import { attributeOf, isTrue } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** An event-based gateway is parallel only if it starts instances. */
export const eventGatewayType: StandardRule = {
  name: 'event-gateway-type',
  clause: '10.6.6',
  check: eachNode(({ tag, xml }) => {
    const type = tag === 'eventBasedGateway' ? attributeOf(xml, 'eventGatewayType') : undefined;
    if (type === undefined || type === 'Exclusive') return undefined;
    if (type !== 'Parallel') return `eventGatewayType '${quote(type)}' is neither Exclusive nor Parallel`;
    return isTrue(attributeOf(xml, 'instantiate')) ? undefined : 'eventGatewayType \'Parallel\' needs instantiate="true"';
  }),
};
