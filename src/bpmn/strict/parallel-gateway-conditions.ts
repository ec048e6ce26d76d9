import { quote } from '../finding.ts';
import { childNamed } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachFlow } from './rule-iterators.ts';

/** The outgoing flows of a parallel gateway have no condition. */
export const parallelGatewayConditions: StandardRule = {
  name: 'parallel-gateway-conditions',
  clause: '10.6.4',
  check: eachFlow(({ source, xml }) => {
    if (source?.tag !== 'parallelGateway' || childNamed(xml, 'conditionExpression') === undefined) return undefined;
    return `flow out of parallel gateway '${quote(source.id)}' has a condition`;
  }),
};
