import { attributeOf, isTrue } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** A compensation handler is marked as such. */
export const compensationHandlerMark: StandardRule = {
  name: 'compensation-handler-mark',
  clause: '10.7.1',
  check: eachNode((node) => {
    return node.isHandler && !isTrue(attributeOf(node.xml, 'isForCompensation'))
      ? 'compensation handler has no isForCompensation="true"'
      : undefined;
  }),
};
