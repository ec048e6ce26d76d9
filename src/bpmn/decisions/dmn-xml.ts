import { attributeOf, type XmlElement } from '../xml/xml-element.ts';

/** DMN 1.1 to 1.5 differ only in their date. */
const DMN = /^https?:\/\/www\.omg\.org\/spec\/DMN\/\d{8}(?:\/|$)/;

export function isDmn({ uri, local }: XmlElement): boolean {
  return local === 'definitions' && DMN.test(uri);
}

/** Children in the namespace of the parent. */
export function partsOf(xml: XmlElement, ...locals: readonly string[]): XmlElement[] {
  return xml.children.filter((child) => child.uri === xml.uri && locals.includes(child.local));
}

export function partOf(xml: XmlElement, local: string): XmlElement | undefined {
  return xml.children.find((child) => child.uri === xml.uri && child.local === local);
}

/** Trimmed text; `''` if absent. */
export function textIn(xml: XmlElement): string {
  return partOf(xml, 'text')?.text.trim() ?? '';
}

/** Id after the `#`. */
export function idInHref(xml: XmlElement): string | undefined {
  const href = attributeOf(xml, 'href');
  return href?.slice(href.lastIndexOf('#') + 1);
}

/** Namespace or file name before the `#`; undefined for the same file. */
export function placeInHref(xml: XmlElement): string | undefined {
  const href = attributeOf(xml, 'href') ?? '';
  return href.slice(0, Math.max(0, href.lastIndexOf('#'))) || undefined;
}
