import { quote } from '../finding.ts';
import { ACTIVITIES } from '../flow-element-tags.ts';
import { childNamed } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachFlow } from './rule-iterators.ts';

/** An activity with a conditional flow has another outgoing flow. */
export const conditionAlternative: StandardRule = {
  name: 'condition-alternative',
  clause: '8.4.13',
  check: eachFlow(({ source, xml }) => {
    if (source === undefined || !ACTIVITIES.has(source.tag) || source.outgoing.length > 1) return undefined;
    if (childNamed(xml, 'conditionExpression') === undefined) return undefined;
    return `it is conditional and the only flow out of ${source.tag} '${quote(source.id)}'`;
  }),
};
