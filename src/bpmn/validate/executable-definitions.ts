import type { DocumentDraft, NodeDraft } from '../draft.ts';
import { ELEMENT_READERS } from '../elements/registry.ts';
import { type EventDefinition, eventDefinitionsOf } from '../event-definitions.ts';

/**
 * Allowed definitions of an event; another rule reports the others. Empty for nodes that are not events
 * (docs/contributing/spec/validation.md#intermediate-definitions).
 */
export function executableDefinitionsOf(node: NodeDraft, document: DocumentDraft): EventDefinition[] {
  const executable = ELEMENT_READERS.get(node.tag)?.eventDefinitions;
  if (executable === undefined) return [];
  return eventDefinitionsOf(node.xml, document).filter(({ kind }) => executable.has(kind));
}
