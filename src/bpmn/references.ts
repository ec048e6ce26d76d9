import { type DocumentDraft, resolve } from './draft.ts';
import { rootNamed } from './named-roots.ts';
import { ext } from './namespaces.ts';
import { attributeOf, dialectAttributeOf, extensionsNamed, isBpmn, type XmlElement } from './xml-element.ts';

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

/** `subscription@correlationKey` on a message (docs/spec/waiting.md#correlation-key). */
export function correlationKeyOf(message: XmlElement): string | undefined {
  return extensionsNamed(message, ext, 'subscription')
    .map((subscription) => dialectAttributeOf(subscription, ext, 'correlationKey'))
    .find((key) => key !== undefined);
}

/** The code of the escalation a definition refers to; absent: catches everything, cannot be thrown (docs/spec/elements.md#escalation-throw). */
export function escalationCodeOf(definition: XmlElement, document: DocumentDraft): string | undefined {
  const escalation = referredBy(definition, 'escalationRef', 'escalation', document);
  return escalation === undefined ? undefined : attributeOf(escalation, 'escalationCode');
}
