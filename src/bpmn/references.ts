import { type DocumentDraft, resolve } from './draft.ts';
import { rootNamed } from './named-roots.ts';
import { ext } from './namespaces.ts';
import { attributeOf, childNamed, dialectAttributeOf, extensionsNamed, isBpmn, type XmlElement } from './xml-element.ts';

/** The attribute that names the root element of an event definition, by kind. */
export const REFERENCE_OF: Readonly<Record<'message' | 'signal', string>> = { message: 'messageRef', signal: 'signalRef' };

/** The root element of that BPMN name an attribute refers to; `undefined` when the attribute is absent or names no such element. */
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
 * The message of a task or message definition: the one its `messageRef` names, else the one that its operation takes in
 * (docs/contributing/spec/waiting.md#message-of-an-operation).
 */
export function messageOf(owner: XmlElement, document: DocumentDraft): XmlElement | undefined {
  if (attributeOf(owner, 'messageRef') !== undefined) return referredBy(owner, 'messageRef', 'message', document);
  return operationMessageOf(owner, document);
}

/** The message that the operation of a task or message definition takes in; `undefined` without operation, and for one without a known message. */
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

/** The code of the escalation a definition refers to; absent: catches everything, cannot be thrown (docs/contributing/spec/elements.md#escalation-throw). */
export function escalationCodeOf(definition: XmlElement, document: DocumentDraft): string | undefined {
  const escalation = referredBy(definition, 'escalationRef', 'escalation', document);
  return escalation === undefined ? undefined : attributeOf(escalation, 'escalationCode');
}
