import type { DocumentDraft, NodeDraft } from '../draft.ts';
import { ELEMENT_READERS } from '../elements/registry.ts';
import { findingAt } from '../finding.ts';
import { linkNameOf } from '../links.ts';
import { isInstantiating } from '../starts.ts';
import type { ProcessRule } from './rule.ts';

/**
 * Elements that start on an event have no incoming flow, those that end a token no outgoing flow, compensation handlers and event
 * sub-processes no flows (docs/contributing/spec/validation.md#flow-directions).
 */
export const flowsGoTheRightWay: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    const { incoming, outgoing } = allowedFor(node, document);
    if (!incoming && node.incoming.length > 0) yield findingAt(node.xml, 'incoming flow not allowed');
    if (!outgoing && node.outgoing.length > 0) yield findingAt(node.xml, 'outgoing flow not allowed');
  }
};

function allowedFor(node: NodeDraft, document: DocumentDraft): { readonly incoming: boolean; readonly outgoing: boolean } {
  const reader = ELEMENT_READERS.get(node.tag);
  const isLink = linkNameOf(node, document) !== undefined;
  return {
    incoming:
      (reader?.acceptsIncoming ?? true) &&
      !node.isHandler &&
      !isInstantiating(node) &&
      !(isLink && node.tag === 'intermediateCatchEvent'),
    outgoing: (reader?.acceptsOutgoing ?? true) && !node.isHandler && !(isLink && node.tag === 'intermediateThrowEvent'),
  };
}
