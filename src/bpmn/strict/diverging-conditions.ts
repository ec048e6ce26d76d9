import { quote } from '../finding.ts';
import { attributeOf, childNamed } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachFlow } from './rule-iterators.ts';

/** Each outgoing flow of a diverging exclusive or inclusive gateway has a condition, except the default flow. */
export const divergingConditions: StandardRule = {
  name: 'diverging-conditions',
  clause: '10.6.2',
  check: eachFlow(({ id, source, xml }) => {
    if (source === undefined || source.outgoing.length < 2) return undefined;
    if (source.tag !== 'exclusiveGateway' && source.tag !== 'inclusiveGateway') return undefined;
    if (attributeOf(source.xml, 'default') === id || childNamed(xml, 'conditionExpression') !== undefined) return undefined;
    return `flow out of ${source.tag} '${quote(source.id)}' has no condition and is not its default flow`;
  }),
};
