import type { DocumentDraft, NodeDraft } from '../draft.ts';
import { eventDefinitionsOf } from '../event-definitions.ts';
import { anyNamespace, camunda } from '../namespaces.ts';
import { warningAt } from '../warning.ts';
import { attributeOf, childrenNamed, dialectAttributeOf, extensionsNamed, isFalse } from '../xml-element.ts';
import type { WarningRule } from './rule.ts';

/** Warns about attributes with an effect in other engines only (docs/contributing/spec/validation.md#ignored-attributes). */
export const attributesAreExecuted: WarningRule = function* (process, document) {
  for (const node of process.nodes) {
    for (const { name, text } of [...businessKeysOf(node), ...definitionsOf(node, document), ...dataOf(node, document)]) {
      yield warningAt(node.xml, process.key, { event: 'attribute-ignored', name, text });
    }
  }
};

interface Ignored {
  readonly name: string;
  readonly text: string;
}

/** A called instance cannot have a separate business key (docs/contributing/spec/calls.md#called-instance). */
function businessKeysOf({ tag, xml }: NodeDraft): Ignored[] {
  if (tag !== 'callActivity') return [];
  return extensionsNamed(xml, camunda, 'in')
    .filter((mapping) => dialectAttributeOf(mapping, anyNamespace, 'businessKey') !== undefined)
    .map(() => ({ name: 'businessKey', text: 'businessKey is ignored' }));
}

/** Signals have no payload, and compensation throw events always wait (docs/contributing/spec/elements.md#compensation-throw). */
function definitionsOf(node: NodeDraft, document: DocumentDraft): Ignored[] {
  return eventDefinitionsOf(node.xml, document).flatMap(({ kind, xml }) => {
    if (kind === 'compensation' && isFalse(attributeOf(xml, 'waitForCompletion'))) {
      return [{ name: 'waitForCompletion', text: 'waitForCompletion is ignored; the event waits' }];
    }
    const isPayload = kind === 'signal' && extensionsNamed(xml, camunda, 'in').length > 0;
    return isPayload ? [{ name: 'in', text: 'payload of a signal is ignored' }] : [];
  });
}

const THROWING: ReadonlySet<string> = new Set(['intermediateThrowEvent', 'endEvent']);

/** Only messages have a payload. Associations that are only drawn or move no data are ignored. */
function dataOf({ tag, xml }: NodeDraft, document: DocumentDraft): Ignored[] {
  if (!THROWING.has(tag)) return [];
  const kinds = eventDefinitionsOf(xml, document).map(({ kind }) => kind);
  if (kinds.length === 0 || kinds.includes('message')) return [];
  const isMeant = childrenNamed(xml, 'dataInputAssociation').some(
    (association) =>
      childrenNamed(association, 'assignment').length > 0 ||
      childrenNamed(association, 'transformation').length > 0 ||
      (document.platform === undefined && childrenNamed(association, 'sourceRef').length > 0),
  );
  return isMeant
    ? [{ name: 'dataInputAssociation', text: `dataInputAssociation is ignored: ${kinds[0]} events carry no variables` }]
    : [];
}
