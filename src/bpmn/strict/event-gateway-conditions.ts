import { quote } from '../finding.ts';
import { childNamed } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachFlow } from './rule-iterators.ts';

/** Flows out of an event-based gateway have no condition. */
export const eventGatewayConditions: StandardRule = {
  name: 'event-gateway-conditions',
  clause: '10.6.6',
  check: eachFlow(({ source, xml }) => {
    if (source?.tag !== 'eventBasedGateway' || childNamed(xml, 'conditionExpression') === undefined) return undefined;
    return `flow out of event-based gateway '${quote(source.id)}' has a condition`;
  }),
};
