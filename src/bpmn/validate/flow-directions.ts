import { ELEMENT_READERS } from '../elements/registry.ts';
import { findingAt } from '../finding.ts';
import type { ProcessRule } from './rule.ts';

/** CHK08: no flow leads into a start or boundary event, none leaves an end event. */
export const flowsGoTheRightWay: ProcessRule = function* (process) {
  for (const node of process.nodes) {
    const reader = ELEMENT_READERS.get(node.tag);
    if (reader === undefined) continue;
    if (!reader.acceptsIncoming && node.incoming.length > 0) yield findingAt(node.xml, 'incoming flow not allowed');
    if (!reader.acceptsOutgoing && node.outgoing.length > 0) yield findingAt(node.xml, 'outgoing flow not allowed');
  }
};
