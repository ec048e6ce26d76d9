import { resolve } from '../draft.ts';
import { quote } from '../finding.ts';
import { attributeOf } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachElement, elementsById } from './rule-iterators.ts';

/** Both ends of an association exist. */
export const associationEnds: StandardRule = {
  name: 'association-ends',
  clause: '8.4.1',
  check: eachElement(['association'], (xml, document) =>
    ['sourceRef', 'targetRef'].flatMap((name) => {
      const written = attributeOf(xml, name);
      if (written === undefined) return [`${name} is required`];
      return resolve(elementsById(document), written) === undefined ? [`${name} '${quote(written)}' not found`] : [];
    }),
  ),
};
