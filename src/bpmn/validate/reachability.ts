import type { NodeDraft } from '../draft.ts';
import { ACTIVITIES } from '../flow-element-tags.ts';
import { eventStartsOf, isInstantiating, startsOf } from '../starts.ts';
import { warningAt } from '../warning.ts';
import type { WarningRule } from './rule.ts';

/** Warns about nodes that no token can reach (docs/contributing/spec/validation.md#unreachable-node). */
export const nodesAreReachable: WarningRule = function* (process, document) {
  const reached = new Set<NodeDraft>();
  const open = [
    ...process.containers.flatMap((container) => startsOf(container, document)),
    ...eventStartsOf(process, document).map(({ node }) => node),
    ...process.nodes.filter(isEnteredWithoutFlow),
  ];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    for (const boundary of node.boundaries) open.push(boundary);
    if (node.linkTarget !== undefined) open.push(node.linkTarget);
    for (const flow of node.outgoing) if (flow.target !== undefined) open.push(flow.target);
  }
  for (const node of process.nodes) {
    if (!reached.has(node)) yield warningAt(node.xml, process.key, { event: 'attribute-ignored', text: 'no path leads here' });
  }
};

/** True for nodes that are activated without a flow: by a token, an event or compensation. */
function isEnteredWithoutFlow(node: NodeDraft): boolean {
  if (node.isHandler || node.tag === 'eventSubProcess') return true;
  const host = node.container.host;
  if (host === undefined) return isInstantiating(node);
  return host.tag === 'adHocSubProcess' && node.incoming.length === 0 && ACTIVITIES.has(node.tag);
}
