import { type DocumentDraft, resolve } from '../draft.ts';
import { quote } from '../finding.ts';
import { attributeOf, childrenNamed, type XmlElement } from '../xml/xml-element.ts';
import { elementsById } from './rule-iterators.ts';

/** Referenced element if it has one of the kinds. */
export function elementNamed(reference: string, kinds: ReadonlySet<string>, document: DocumentDraft): XmlElement | undefined {
  const found = resolve(elementsById(document), reference);
  return found !== undefined && kinds.has(found.local) ? found : undefined;
}

/** Errors of references, as attribute or child elements called `name`, to elements of the kinds. */
export function referenceFaults(
  xml: XmlElement,
  name: string,
  kinds: ReadonlySet<string>,
  document: DocumentDraft,
): readonly string[] {
  return referencesOf(xml, name)
    .filter((reference) => elementNamed(reference, kinds, document) === undefined)
    .map((reference) => `${name} '${quote(reference)}' names no ${[...kinds].slice(0, 3).join(', ')}`);
}

/** References as attribute and as child elements: the standard uses both forms. */
export function referencesOf(xml: XmlElement, name: string): readonly string[] {
  const attribute = attributeOf(xml, name);
  const children = childrenNamed(xml, name).map(({ text }) => text.trim());
  return [...(attribute === undefined ? [] : [attribute]), ...children.filter((text) => text !== '')];
}
