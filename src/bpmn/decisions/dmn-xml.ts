import { attributeOf, type XmlElement } from '../xml/xml-element.ts';

/** Namespaces of DMN 1.1 to 1.5. They differ only in their publication date. */
const DMN = /^https?:\/\/www\.omg\.org\/spec\/DMN\/\d{8}(?:\/|$)/;

export function isDmn({ uri, local }: XmlElement): boolean {
  return local === 'definitions' && DMN.test(uri);
}

/** Children with one of the names, in the namespace of the parent. */
export function partsOf(xml: XmlElement, ...locals: readonly string[]): XmlElement[] {
  return xml.children.filter((child) => child.uri === xml.uri && locals.includes(child.local));
}

export function partOf(xml: XmlElement, local: string): XmlElement | undefined {
  return xml.children.find((child) => child.uri === xml.uri && child.local === local);
}

/** Trimmed `text` of an element; `''` if absent. */
export function textIn(xml: XmlElement): string {
  return partOf(xml, 'text')?.text.trim() ?? '';
}

/** Id after the `#` of a reference. */
export function idInHref(xml: XmlElement): string | undefined {
  const href = attributeOf(xml, 'href');
  return href?.slice(href.lastIndexOf('#') + 1);
}

/** Namespace or file name before the `#` of a reference; undefined for the same file. */
export function placeInHref(xml: XmlElement): string | undefined {
  const href = attributeOf(xml, 'href') ?? '';
  return href.slice(0, Math.max(0, href.lastIndexOf('#'))) || undefined;
}
