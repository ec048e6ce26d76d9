import type { DocumentDraft, NodeDraft } from '../draft.ts';
import { type EventDefinition, eventDefinitionsOf } from '../event-definitions.ts';
import { findingAt, quote } from '../finding.ts';
import { escalationCodeOf, operationMessageOf, REFERENCE_OF, referredBy } from '../references.ts';
import { workOfEvent } from '../service-work.ts';
import { warningAt } from '../warning.ts';
import { attributeOf, type XmlElement } from '../xml-element.ts';
import { executableDefinitionsOf } from './executable-definitions.ts';
import type { ProcessRule, WarningRule } from './rule.ts';

const THROWING: ReadonlySet<string> = new Set(['endEvent', 'intermediateThrowEvent']);

/** Messages and signals referenced by events and receive tasks exist (docs/contributing/spec/validation.md#message-and-signal-references). */
export const messagesAndSignalsExist: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.tag === 'receiveTask') {
      const text = unknownReference(node.xml, 'message', document);
      if (text !== undefined) yield findingAt(node.xml, text);
    }
    const definitions = executableDefinitionsOf(node, document);
    for (const definition of definitions) {
      const text = referenceFault(node, definition, definitions, document);
      if (text !== undefined) yield findingAt(node.xml, text);
    }
  }
};

/** Warns about an end event whose message or signal definition has no reference: it only ends (docs/contributing/spec/validation.md#end-event-without-reference). */
export const thrownMessagesAreNamed: WarningRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.tag !== 'endEvent') continue;
    const definitions = eventDefinitionsOf(node.xml, document);
    for (const { kind, xml } of definitions) {
      if (kind !== 'message' && kind !== 'signal') continue;
      if (attributeOf(xml, REFERENCE_OF[kind]) !== undefined) continue;
      if (kind === 'message' && workOfEvent(node.xml, definitions) !== undefined) continue;
      const name = REFERENCE_OF[kind];
      yield warningAt(node.xml, process.key, {
        event: 'attribute-ignored',
        name,
        text: `${kind} definition has no ${name}; the event just ends`,
      });
    }
  }
};

/** A thrown escalation has a code; a caught escalation exists if referenced (docs/contributing/spec/validation.md#escalation-codes). */
export const escalationsAreKnown: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    for (const { kind, xml } of executableDefinitionsOf(node, document)) {
      if (kind !== 'escalation') continue;
      const reference = attributeOf(xml, 'escalationRef');
      if (THROWING.has(node.tag)) {
        if (escalationCodeOf(xml, document) === undefined) yield findingAt(node.xml, 'escalation code is required');
      } else if (reference !== undefined && referredBy(xml, 'escalationRef', 'escalation', document) === undefined) {
        yield findingAt(node.xml, `escalationRef '${quote(reference)}' not found`);
      }
    }
  }
};

function referenceFault(
  node: NodeDraft,
  { kind, xml }: EventDefinition,
  all: readonly EventDefinition[],
  document: DocumentDraft,
): string | undefined {
  if (kind !== 'message' && kind !== 'signal') return undefined;
  if (attributeOf(xml, REFERENCE_OF[kind]) !== undefined) return unknownReference(xml, kind, document);
  if (kind === 'message' && operationMessageOf(xml, document) !== undefined) return undefined;
  const isWork = kind === 'message' && THROWING.has(node.tag) && workOfEvent(node.xml, all) !== undefined;
  return node.tag === 'endEvent' || isWork ? undefined : `${REFERENCE_OF[kind]} is required`;
}

function unknownReference(xml: XmlElement, kind: 'message' | 'signal', document: DocumentDraft): string | undefined {
  const attribute = REFERENCE_OF[kind];
  const reference = attributeOf(xml, attribute);
  if (reference === undefined || referredBy(xml, attribute, kind, document) !== undefined) return undefined;
  return `${attribute} '${quote(reference)}' not found`;
}
