import type { DocumentDraft } from './draft.ts';
import { BPMN } from './namespaces.ts';
import { attributeOf, type XmlElement } from './xml-element.ts';

export type NamedRoot = 'message' | 'signal' | 'escalation' | 'error';

const INDEXES = new WeakMap<DocumentDraft, ReadonlyMap<string, XmlElement>>();

/**
 * Resolves a reference that matches no id: the first root element of this kind and name, as in jBPM. In jBPM files an undeclared element is
 * created (docs/contributing/spec/validation.md#references-by-name).
 */
export function rootNamed(document: DocumentDraft, local: NamedRoot, reference: string): XmlElement | undefined {
  let byName = INDEXES.get(document);
  if (byName === undefined) {
    byName = rootsByName(document);
    INDEXES.set(document, byName);
  }
  return (
    byName.get(`${local} ${reference}`) ??
    (local !== 'error' && document.isMadeForJbpm ? undeclaredRoot(document, local, reference) : undefined)
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
