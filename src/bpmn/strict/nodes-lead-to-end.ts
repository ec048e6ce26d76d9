import type { StandardRule } from './rule.ts';
import { eachNodeWith } from './rule-iterators.ts';

/** Elements with separate rules for their flows. */
const OTHERS: ReadonlySet<string> = new Set([
  ...['startEvent', 'endEvent', 'boundaryEvent', 'intermediateCatchEvent', 'intermediateThrowEvent', 'eventSubProcess'],
]);

/** If a container has an end event, each other node has an outgoing flow. */
export const nodesLeadToEnd: StandardRule = {
  name: 'nodes-lead-to-end',
  clause: '10.5.3',
  check: eachNodeWith('endEvent', (node) => {
    if (node.outgoing.length > 0 || node.isHandler || OTHERS.has(node.tag)) return undefined;
    return 'no flow leaves it, and its container has an end event';
  }),
};
