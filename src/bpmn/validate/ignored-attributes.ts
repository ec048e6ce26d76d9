import type { DocumentDraft, NodeDraft } from '../draft.ts';
import { eventDefinitionsOf } from '../event-definitions.ts';
import { anyNamespace, camunda } from '../namespaces.ts';
import { warningAt } from '../warning.ts';
import { attributeOf, dialectAttributeOf, extensionsNamed } from '../xml-element.ts';
import type { WarningRule } from './rule.ts';

/** What other engines do with these and this one does not (docs/spec/validation.md#ignored-attributes). */
export const attributesAreExecuted: WarningRule = function* (process, document) {
  for (const node of process.nodes) {
    for (const { name, text } of [...businessKeysOf(node), ...definitionsOf(node, document)]) {
      yield warningAt(node.xml, process.key, { event: 'attribute-ignored', name, text });
    }
  }
};

interface Ignored {
  readonly name: string;
  readonly text: string;
}

/** A called instance has no business key of its own (docs/spec/calls.md#called-instance). */
function businessKeysOf({ tag, xml }: NodeDraft): Ignored[] {
  if (tag !== 'callActivity') return [];
  return extensionsNamed(xml, camunda, 'in')
    .filter((mapping) => dialectAttributeOf(mapping, anyNamespace, 'businessKey') !== undefined)
    .map(() => ({ name: 'businessKey', text: 'businessKey is ignored' }));
}

/** A thrown signal carries no variables, a compensation throw always waits (docs/spec/elements.md#compensation-throw). */
function definitionsOf(node: NodeDraft, document: DocumentDraft): Ignored[] {
  return eventDefinitionsOf(node.xml, document).flatMap(({ kind, xml }) => {
    if (kind === 'compensation' && attributeOf(xml, 'waitForCompletion') === 'false') {
      return [{ name: 'waitForCompletion', text: 'waitForCompletion is ignored; the event waits' }];
    }
    const isPayload = kind === 'signal' && extensionsNamed(xml, camunda, 'in').length > 0;
    return isPayload ? [{ name: 'in', text: 'payload of a signal is ignored' }] : [];
  });
}
