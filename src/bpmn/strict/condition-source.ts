import { quote } from '../finding.ts';
import { childNamed } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachFlow } from './rule-iterators.ts';

/** The source of a conditional flow is an activity or a gateway, not an event. */
export const conditionSource: StandardRule = {
  name: 'condition-source',
  clause: '8.4.13',
  check: eachFlow(({ source, xml }) => {
    if (source === undefined || !source.tag.endsWith('Event')) return undefined;
    if (childNamed(xml, 'conditionExpression') === undefined) return undefined;
    return `flow out of ${source.tag} '${quote(source.id)}' has a condition`;
  }),
};
