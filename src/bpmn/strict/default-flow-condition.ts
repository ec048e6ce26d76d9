import { quote } from '../finding.ts';
import { attributeOf, childNamed } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachFlow } from './rule-iterators.ts';

/** A default flow has no condition. */
export const defaultFlowCondition: StandardRule = {
  name: 'default-flow-condition',
  clause: '8.4.13',
  check: eachFlow(({ id, source, xml }) => {
    if (source === undefined || attributeOf(source.xml, 'default') !== id) return undefined;
    if (childNamed(xml, 'conditionExpression') === undefined) return undefined;
    return `it is the default flow of '${quote(source.id)}' and has a condition`;
  }),
};
