import { resolve } from '../draft.ts';
import { eventDefinitionsOf } from '../event-definitions.ts';
import { quote } from '../finding.ts';
import { ACTIVITIES } from '../flow-element-tags.ts';
import { attributeOf } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachElement, elementsById } from './rule-iterators.ts';

/** The association of a compensation handler starts at the boundary event. */
export const compensationAssociation: StandardRule = {
  name: 'compensation-association',
  clause: '10.7.1',
  check: eachElement(['association'], (xml, document) => {
    const [from, to] = [attributeOf(xml, 'sourceRef') ?? '', attributeOf(xml, 'targetRef') ?? ''];
    const target = resolve(elementsById(document), to);
    if (target?.local !== 'boundaryEvent' || !ACTIVITIES.has(resolve(elementsById(document), from)?.local ?? ''))
      return undefined;
    if (!eventDefinitionsOf(target, document).some(({ kind }) => kind === 'compensation')) return undefined;
    return `association leads from handler '${quote(from)}' to boundary event '${quote(to)}', not the other way`;
  }),
};
