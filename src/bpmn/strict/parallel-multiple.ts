import { eventDefinitionsOf } from '../event-definitions.ts';
import { attributeOf, isTrue } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** An event with parallelMultiple has several definitions. */
export const parallelMultiple: StandardRule = {
  name: 'parallel-multiple',
  clause: '10.5.5',
  check: eachNode(({ xml }, document) => {
    if (!isTrue(attributeOf(xml, 'parallelMultiple'))) return undefined;
    const count = eventDefinitionsOf(xml, document).length;
    return count > 1 ? undefined : `parallelMultiple="true" needs at least two event definitions; it has ${count}`;
  }),
};
