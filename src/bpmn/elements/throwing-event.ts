import type { DocumentDraft, NodeDraft } from '../draft.ts';
import { eventDefinitionsOf } from '../event-definitions.ts';
import { MAPPING_EXTENSIONS, type ReadableMappings } from '../io-mappings.ts';
import { WORK_EXTENSIONS, workOfEvent } from '../service-work.ts';

/** Supported extension names of throw and end events, in lower case; `in` is the payload of a signal (docs/contributing/spec/validation.md#ignored-attributes). */
export const THROW_EXTENSIONS: ReadonlySet<string> = new Set([...WORK_EXTENSIONS, ...MAPPING_EXTENSIONS, 'correlationkey', 'in']);

/**
 * Inputs are the payload of a message. Outputs apply to message events implemented like a service task
 * (docs/contributing/spec/mappings.md#where-mappings-apply).
 */
export function mappingsOfThrow(node: NodeDraft, document: DocumentDraft): ReadableMappings {
  const definitions = eventDefinitionsOf(node.xml, document);
  const isMessage = definitions.some(({ kind }) => kind === 'message');
  return { inputs: isMessage, outputs: isMessage && workOfEvent(node.xml, definitions) !== undefined, ext: true };
}
