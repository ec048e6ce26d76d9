import type { DocumentDraft, NodeDraft } from '../draft.ts';
import { eventDefinitionsOf } from '../event-definitions.ts';
import { messageOf, operationMessageOf } from '../references.ts';
import { warningAt } from '../warning.ts';
import type { XmlElement } from '../xml-element.ts';
import type { WarningRule } from './rule.ts';

/**
 * Warns about a receive task without message, and about an operation whose message differs from `messageRef`
 * (docs/contributing/spec/validation.md#message-of-a-task).
 */
export const operationsNameTheMessage: WarningRule = function* (process, document) {
  for (const node of process.nodes) {
    const warn = (name: string, text: string) => warningAt(node.xml, process.key, { event: 'attribute-ignored', name, text });
    if (node.tag === 'receiveTask' && messageOf(node.xml, document) === undefined) {
      yield warn('messageRef', 'neither messageRef nor operationRef names a message; the task waits to be completed');
    }
    for (const owner of ownersOf(node, document)) {
      const ofOperation = operationMessageOf(owner, document);
      if (ofOperation === undefined || ofOperation === messageOf(owner, document)) continue;
      yield warn('operationRef', 'operationRef is ignored: its message is another one than that of messageRef');
    }
  }
};

/** Elements that may reference a message. */
function ownersOf({ tag, xml }: NodeDraft, document: DocumentDraft): XmlElement[] {
  if (tag === 'sendTask' || tag === 'receiveTask') return [xml];
  return eventDefinitionsOf(xml, document).flatMap((definition) => (definition.kind === 'message' ? [definition.xml] : []));
}
