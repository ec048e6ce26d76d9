import type { DocumentDraft, NodeDraft, ProcessDraft } from '../draft.ts';
import { resolve } from '../draft.ts';
import { ELEMENT_READERS } from '../elements/registry.ts';
import { eventDefinitionsOf, unknownDefinitionRefs } from '../event-definitions.ts';
import { findingAt, quote } from '../finding.ts';
import { attributeOf } from '../xml-element.ts';
import type { ProcessRule } from './rule.ts';

/** CHK22: boundary events have a definition and sit on an activity of their own container. */
export const boundariesAreAttached: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.tag !== 'boundaryEvent') continue;
    const text = attachmentFault(node, process) ?? definitionFault(node, document);
    if (text !== undefined) yield findingAt(node.xml, text);
  }
};

function attachmentFault(node: NodeDraft, process: ProcessDraft): string | undefined {
  const reference = attributeOf(node.xml, 'attachedToRef');
  if (reference === undefined) return 'attachedToRef is required';
  const host = resolve(process.nodeById, reference);
  if (host === undefined || host.container !== node.container) return `attachedToRef '${quote(reference)}' not found`;
  const reader = ELEMENT_READERS.get(host.tag);
  // hosts of other kinds are refused themselves (CHK05)
  if (reader === undefined || reader.category === 'activity') return undefined;
  return `cannot be attached to ${host.tag} '${quote(host.id)}'`;
}

function definitionFault(node: NodeDraft, document: DocumentDraft): string | undefined {
  const written = eventDefinitionsOf(node.xml, document).length + unknownDefinitionRefs(node.xml, document).length;
  return written === 0 ? 'event definition is required' : undefined;
}
