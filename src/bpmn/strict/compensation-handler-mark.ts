import { attributeOf, isTrue } from '../xml-element.ts';
import { eachNode } from './over.ts';
import type { StandardRule } from './rule.ts';

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
