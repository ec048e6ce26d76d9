import { eachNodeBeside } from './over.ts';
import type { StandardRule } from './rule.ts';

/** Kinds with rules of their own about their flows. */
const OTHERS: ReadonlySet<string> = new Set([
  ...['startEvent', 'endEvent', 'boundaryEvent', 'intermediateCatchEvent', 'intermediateThrowEvent', 'eventSubProcess'],
]);

/** Where there is an end event, every other node has an outgoing flow. */
export const nodesLeadToEnd: StandardRule = {
  name: 'nodes-lead-to-end',
  clause: '10.5.3',
  check: eachNodeBeside('endEvent', (node) => {
    if (node.outgoing.length > 0 || node.isHandler || OTHERS.has(node.tag)) return undefined;
    return 'no flow leaves it, and its container has an end event';
  }),
};
