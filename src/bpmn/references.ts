import { type DocumentDraft, resolve } from './draft.ts';
import { rootNamed } from './named-roots.ts';
import { ext } from './namespaces.ts';
import { attributeOf, childNamed, dialectAttributeOf, extensionsNamed, isBpmn, type XmlElement } from './xml-element.ts';

/** Attribute with the reference to a root element, by kind of event definition. */
export const REFERENCE_OF: Readonly<Record<'message' | 'signal', string>> = { message: 'messageRef', signal: 'signalRef' };

/** Root element of this kind with the referenced id or name; `undefined` if there is none. */
export function referredBy(
  owner: XmlElement,
  attribute: string,
  local: 'message' | 'signal' | 'escalation',
  document: DocumentDraft,
): XmlElement | undefined {
  const reference = attributeOf(owner, attribute);
  const found = reference === undefined ? undefined : resolve(document.rootById, reference);
  if (found !== undefined && isBpmn(found, local)) return found;
  return reference === undefined || found !== undefined ? undefined : rootNamed(document, local, reference);
}

/**
 * Message of a task or message definition: from `messageRef`, else the input message of its operation
 * (docs/contributing/spec/waiting.md#message-of-an-operation).
 */
export function messageOf(owner: XmlElement, document: DocumentDraft): XmlElement | undefined {
  if (attributeOf(owner, 'messageRef') !== undefined) return referredBy(owner, 'messageRef', 'message', document);
  return operationMessageOf(owner, document);
}

/** Input message of the operation of a task or message definition; `undefined` if operation or message is unknown. */
export function operationMessageOf(owner: XmlElement, document: DocumentDraft): XmlElement | undefined {
  const reference = attributeOf(owner, 'operationRef') ?? childNamed(owner, 'operationRef')?.text.trim() ?? '';
  const operation = resolve(document.operationById, reference);
  const message = operation && resolve(document.rootById, childNamed(operation, 'inMessageRef')?.text.trim() ?? '');
  return message !== undefined && isBpmn(message, 'message') ? message : undefined;
}

/** `subscription@correlationKey` on a message (docs/contributing/spec/waiting.md#correlation-key). */
export function correlationKeyOf(message: XmlElement): string | undefined {
  return extensionsNamed(message, ext, 'subscription')
    .map((subscription) => dialectAttributeOf(subscription, ext, 'correlationKey'))
    .find((key) => key !== undefined);
}

/** Code of the referenced escalation. Absent: catches all escalations, cannot be thrown (docs/contributing/spec/elements.md#escalation-throw). */
export function escalationCodeOf(definition: XmlElement, document: DocumentDraft): string | undefined {
  const escalation = referredBy(definition, 'escalationRef', 'escalation', document);
  return escalation === undefined ? undefined : attributeOf(escalation, 'escalationCode');
}
