import { attributeOf } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** A service task references an operation. */
export const serviceOperationReference: StandardRule = {
  name: 'service-operation-reference',
  clause: '10.3.3',
  check: eachNode(({ tag, xml }) =>
    tag === 'serviceTask' && attributeOf(xml, 'operationRef') === undefined ? 'service task has no operationRef' : undefined,
  ),
};
