import type { Place } from '../engine/model.ts';
import { BPMN, type NamespaceTest } from './namespaces.ts';

/**
 * One element of the XML text. `attributes` is keyed by the local name, with `{uri}` in front for attributes with a prefix;
 * namespace declarations are not in it. `text` is the character data directly inside, comments left out.
 */
export interface XmlElement {
  /** `''` without a namespace */
  readonly uri: string;
  readonly local: string;
  /** as written, with its prefix */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** in document order */
  readonly children: readonly XmlElement[];
  readonly text: string;
  /** of the open tag */
  readonly place: Place;
}

/** A boolean of XML Schema: `true` or `1`, with or without blanks. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && ['true', '1'].includes(value.trim());
}

/** The same for `false` and `0`. */
export function isFalse(value: string | undefined): boolean {
  return value !== undefined && ['false', '0'].includes(value.trim());
}

/** The value of a BPMN attribute without blanks around it; `undefined` when absent or blank. */
export function attributeOf(xml: XmlElement, local: string): string | undefined {
  const value = xml.attributes.get(local)?.trim();
  return value === '' ? undefined : value;
}

/** True for elements of BPMN's own namespace with that local name. */
export function isBpmn(xml: XmlElement, local: string): boolean {
  return xml.uri === BPMN && xml.local === local;
}

/** Children of BPMN's own namespace with that local name. */
export function childrenNamed(xml: XmlElement, local: string): XmlElement[] {
  return xml.children.filter((child) => isBpmn(child, local));
}

/** The first child of BPMN's own namespace with that local name. */
export function childNamed(xml: XmlElement, local: string): XmlElement | undefined {
  return xml.children.find((child) => isBpmn(child, local));
}

/** Every extension element: inside `extensionElements`, or written directly as a child of another namespace. */
export function extensionsOf(xml: XmlElement): XmlElement[] {
  return xml.children.flatMap((child) => {
    if (isBpmn(child, 'extensionElements')) return child.children;
    return child.uri === BPMN ? [] : [child];
  });
}

/** The extension elements of a dialect with that local name, matched without regard to case (docs/contributing/spec/validation.md#case-of-names). */
export function extensionsNamed(xml: XmlElement, dialect: NamespaceTest, local: string): XmlElement[] {
  const wanted = local.toLowerCase();
  return extensionsOf(xml).filter((child) => dialect(child.uri) && child.local.toLowerCase() === wanted);
}

/** An attribute of a dialect, local name without regard to case; `undefined` when absent or blank. */
export function dialectAttributeOf(xml: XmlElement, dialect: NamespaceTest, local: string): string | undefined {
  const wanted = local.toLowerCase();
  for (const [key, value] of xml.attributes) {
    const name = splitAttributeKey(key);
    if (dialect(name.uri) && name.local.toLowerCase() === wanted && value.trim() !== '') return value.trim();
  }
  return undefined;
}

/** The key of an attribute in {@link XmlElement.attributes}. */
export function attributeKey(uri: string, local: string): string {
  return uri === '' ? local : `{${uri}}${local}`;
}

/** The reverse of {@link attributeKey}. */
export function splitAttributeKey(key: string): { readonly uri: string; readonly local: string } {
  if (!key.startsWith('{')) return { uri: '', local: key };
  const end = key.lastIndexOf('}');
  return { uri: key.slice(1, end), local: key.slice(end + 1) };
}
