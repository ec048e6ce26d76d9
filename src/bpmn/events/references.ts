import { anyDialect, ext } from '../dialects/namespaces.ts';
import { type DocumentDraft, resolve } from '../draft.ts';
import { BPMN } from '../xml/namespaces.ts';
import { attributeOf, childNamed, dialectAttributeOf, extensionsNamed, isBpmn, type XmlElement } from '../xml/xml-element.ts';

type NamedRoot = 'message' | 'signal' | 'escalation' | 'error';

const INDEXES = new WeakMap<DocumentDraft, ReadonlyMap<string, XmlElement>>();

/**
 * First root element of this kind and name, for a reference that is not an id. Some dialects create an undeclared one
 * (docs/contributing/spec/validation.md#references-by-name).
 */
function rootNamed(document: DocumentDraft, local: NamedRoot, reference: string): XmlElement | undefined {
  let byName = INDEXES.get(document);
  if (byName === undefined) {
    byName = rootsByName(document);
    INDEXES.set(document, byName);
  }
  return (
    byName.get(`${local} ${reference}`) ??
    (local !== 'error' && document.dialect.declaresByReference ? undeclaredRoot(document, local, reference) : undefined)
  );
}

function rootsByName({ rootElements }: DocumentDraft): ReadonlyMap<string, XmlElement> {
  const found = new Map<string, XmlElement>();
  for (const root of rootElements) {
    const name = attributeOf(root, 'name');
    const key = `${root.local} ${name}`;
    if (name !== undefined && !found.has(key)) found.set(key, root);
  }
  return found;
}

function undeclaredRoot({ xml }: DocumentDraft, local: NamedRoot, reference: string): XmlElement {
  const attributes = new Map([
    ['id', reference],
    ['name', reference],
    ['escalationCode', reference],
  ]);
  return { uri: BPMN, local, name: local, attributes, children: [], text: '', place: xml.place };
}

export const REFERENCE_OF: Readonly<Record<'message' | 'signal', string>> = { message: 'messageRef', signal: 'signalRef' };

/** Finds it by id, else by name; in some dialects else an undeclared element. */
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

/** Message of `messageRef`, else the input message of the operation (docs/contributing/spec/waiting.md#message-of-an-operation). */
export function messageOf(owner: XmlElement, document: DocumentDraft): XmlElement | undefined {
  if (attributeOf(owner, 'messageRef') !== undefined) return referredBy(owner, 'messageRef', 'message', document);
  return operationMessageOf(owner, document);
}

/** Returns undefined if operation or message is unknown. */
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

/** Absent: catches all escalations, cannot be thrown (docs/contributing/spec/elements.md#escalation-throw). */
export function escalationCodeOf(definition: XmlElement, document: DocumentDraft): string | undefined {
  const escalation = referredBy(definition, 'escalationRef', 'escalation', document);
  return escalation === undefined ? undefined : attributeOf(escalation, 'escalationCode');
}

interface ErrorReference {
  /** `errorCode`, or the reference itself if no error matches. Absent: a catch event catches all errors; a thrown error is caught only by such events. */
  readonly code?: string;
  readonly message?: string;
  /** True if no error of the file matches. */
  readonly isUnknown: boolean;
}

/** Resolves `errorRef` (docs/contributing/spec/elements.md#error-end-event). */
export function errorOf(definition: XmlElement, document: DocumentDraft): ErrorReference {
  const reference = attributeOf(definition, 'errorRef');
  if (reference === undefined) return { isUnknown: false };
  const error = resolve(document.rootById, reference) ?? rootNamed(document, 'error', reference);
  if (error === undefined || !isBpmn(error, 'error')) return { code: reference, isUnknown: true };
  const code = attributeOf(error, 'errorCode');
  const message = dialectAttributeOf(error, anyDialect, 'errorMessage');
  return {
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    isUnknown: false,
  };
}
