import { linkNameOf } from '../links.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** An intermediate event has an incoming and an outgoing flow; a link event has only one of them. */
export const intermediateEventFlows: StandardRule = {
  name: 'intermediate-event-flows',
  clause: '10.5.4',
  check: eachNode((node, document) => {
    const isCatch = node.tag === 'intermediateCatchEvent';
    if (!isCatch && node.tag !== 'intermediateThrowEvent') return undefined;
    const isLink = linkNameOf(node, document) !== undefined;
    if (node.incoming.length === 0 && !(isLink && isCatch)) return 'intermediate event has no incoming flow';
    return node.outgoing.length === 0 && (!isLink || isCatch) ? 'intermediate event has no outgoing flow' : undefined;
  }),
};
