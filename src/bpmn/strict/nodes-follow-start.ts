import { isInstantiating } from '../starts.ts';
import { eachNodeBeside } from './over.ts';
import type { StandardRule } from './rule.ts';

/** Kinds with rules of their own about their flows. */
const OTHERS: ReadonlySet<string> = new Set([
  ...['startEvent', 'endEvent', 'boundaryEvent', 'intermediateCatchEvent', 'intermediateThrowEvent', 'eventSubProcess'],
]);

/** Where there is a start event, every other node has an incoming flow. */
export const nodesFollowStart: StandardRule = {
  name: 'nodes-follow-start',
  clause: '10.5.2',
  check: eachNodeBeside('startEvent', (node) => {
    if (node.incoming.length > 0 || node.isHandler || OTHERS.has(node.tag) || isInstantiating(node)) return undefined;
    return 'no flow leads here, and its container has a start event';
  }),
};
