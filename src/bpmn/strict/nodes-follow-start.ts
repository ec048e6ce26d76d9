import { isInstantiating } from '../starts.ts';
import type { StandardRule } from './rule.ts';
import { eachNodeWith } from './rule-iterators.ts';

/** Elements with separate rules for their flows. */
const OTHERS: ReadonlySet<string> = new Set([
  ...['startEvent', 'endEvent', 'boundaryEvent', 'intermediateCatchEvent', 'intermediateThrowEvent', 'eventSubProcess'],
]);

/** If a container has a start event, each other node has an incoming flow. */
export const nodesFollowStart: StandardRule = {
  name: 'nodes-follow-start',
  clause: '10.5.2',
  check: eachNodeWith('startEvent', (node) => {
    if (node.incoming.length > 0 || node.isHandler || OTHERS.has(node.tag) || isInstantiating(node)) return undefined;
    return 'no flow leads here, and its container has a start event';
  }),
};
