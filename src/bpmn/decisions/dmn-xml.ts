import { attributeOf, dialectAttributeOf, type XmlElement } from '../xml-element.ts';

/** The namespaces of DMN 1.1 to 1.5: a date of publication is all that differs. */
const DMN = /^https?:\/\/www\.omg\.org\/spec\/DMN\/\d{8}(?:\/|$)/;

export function isDmn({ uri, local }: XmlElement): boolean {
  return local === 'definitions' && DMN.test(uri);
}

/** Children of one of these names, in the namespace of their parent. */
export function partsOf(xml: XmlElement, ...locals: readonly string[]): XmlElement[] {
  return xml.children.filter((child) => child.uri === xml.uri && locals.includes(child.local));
}

/** The first child of that name. */
export function partOf(xml: XmlElement, local: string): XmlElement | undefined {
  return xml.children.find((child) => child.uri === xml.uri && child.local === local);
}

/** The `text` inside an element, without blanks around it; `''` when there is none. */
export function textIn(xml: XmlElement): string {
  return partOf(xml, 'text')?.text.trim() ?? '';
}

/** The id behind the `#` of a reference to another element. */
export function idInHref(xml: XmlElement): string | undefined {
  const href = attributeOf(xml, 'href');
  return href?.slice(href.lastIndexOf('#') + 1);
}

/** The namespace, or the name of the file, before the `#` of a reference; undefined: it is in the same file. */
export function placeInHref(xml: XmlElement): string | undefined {
  const href = attributeOf(xml, 'href') ?? '';
  return href.slice(0, Math.max(0, href.lastIndexOf('#'))) || undefined;
}

/** The version tag of a decision: Camunda 7 has an attribute, Camunda 8 an element. */
export function versionTagOf(decision: XmlElement): string | undefined {
  const tag = partOf(decision, 'extensionElements')?.children.find(({ local }) => local === 'versionTag');
  const written = dialectAttributeOf(decision, isCamunda, 'versionTag') ?? (tag && attributeOf(tag, 'value'));
  return written?.trim() || undefined;
}

function isCamunda(uri: string): boolean {
  return uri.startsWith('http://camunda.org/schema/');
}
