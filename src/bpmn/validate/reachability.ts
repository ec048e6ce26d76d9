import type { NodeDraft } from '../draft.ts';
import { startsOf } from '../starts.ts';
import { warningAt } from '../warning.ts';
import type { WarningRule } from './rule.ts';

/** WARN10: no token can get to the node. */
export const nodesAreReachable: WarningRule = function* (process) {
  const reached = new Set<NodeDraft>();
  const open = process.containers.flatMap(startsOf);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    for (const boundary of node.boundaries) open.push(boundary);
    for (const flow of node.outgoing) if (flow.target !== undefined) open.push(flow.target);
  }
  for (const node of process.nodes) {
    if (!reached.has(node)) yield warningAt(node.xml, process.key, { id: 9002, text: 'no path leads here' });
  }
};
