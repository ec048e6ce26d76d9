import { isCompensationBoundary } from '../compensation-links.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** A boundary event has an outgoing flow, except for compensation. */
export const boundaryEventFlows: StandardRule = {
  name: 'boundary-event-flows',
  clause: '10.5.4',
  check: eachNode((node, document) => {
    if (node.tag !== 'boundaryEvent' || node.outgoing.length > 0 || isCompensationBoundary(node, document)) return undefined;
    return 'boundary event has no outgoing flow';
  }),
};
