import type { Place } from '../../engine/model.ts';
import { BPMN, type NamespaceTest } from './namespaces.ts';

/**
 * Element of the XML text. Keys of `attributes`: local name, prefixed with `{uri}` if the attribute has a namespace. Excludes namespace
 * declarations. `text`: character data directly inside, without comments.
 */
export interface XmlElement {
  /** `''` without namespace. */
  readonly uri: string;
  readonly local: string;
  /** As written, with prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** In document order. */
  readonly children: readonly XmlElement[];
  readonly text: string;
  /** Place of the start tag. */
  readonly place: Place;
}

/** Boolean of XML Schema: `true` or `1`; blanks are ignored. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && ['true', '1'].includes(value.trim());
}

/** Boolean of XML Schema: `false` or `0`; blanks are ignored. */
export function isFalse(value: string | undefined): boolean {
  return value !== undefined && ['false', '0'].includes(value.trim());
}

/** Trimmed value of a BPMN attribute; `undefined` if absent or blank. */
export function attributeOf(xml: XmlElement, local: string): string | undefined {
  const value = xml.attributes.get(local)?.trim();
  return value === '' ? undefined : value;
}

export function isBpmn(xml: XmlElement, local: string): boolean {
  return xml.uri === BPMN && xml.local === local;
}

/** Children in the BPMN namespace. */
export function childrenNamed(xml: XmlElement, local: string): XmlElement[] {
  return xml.children.filter((child) => isBpmn(child, local));
}

/** First child in the BPMN namespace. */
export function childNamed(xml: XmlElement, local: string): XmlElement | undefined {
  return xml.children.find((child) => isBpmn(child, local));
}

/** Text of a child element in the BPMN namespace; undefined if absent or empty. */
export function childTextOf(xml: XmlElement, local: string): string | undefined {
  const text = childNamed(xml, local)?.text.trim();
  return text === '' ? undefined : text;
}

/** Extension elements: inside `extensionElements`, or direct children of another namespace. */
export function extensionsOf(xml: XmlElement): XmlElement[] {
  return xml.children.flatMap((child) => {
    if (isBpmn(child, 'extensionElements')) return child.children;
    return child.uri === BPMN ? [] : [child];
  });
}

/** Extension elements of a dialect; the name is case-insensitive (docs/contributing/spec/validation.md#case-of-names). */
export function extensionsNamed(xml: XmlElement, dialect: NamespaceTest, local: string): XmlElement[] {
  const wanted = local.toLowerCase();
  return extensionsOf(xml).filter((child) => dialect(child.uri) && child.local.toLowerCase() === wanted);
}

/** Trimmed attribute of a dialect; the name is case-insensitive. `undefined` if absent or blank. */
export function dialectAttributeOf(xml: XmlElement, dialect: NamespaceTest, local: string): string | undefined {
  const wanted = local.toLowerCase();
  for (const [key, value] of xml.attributes) {
    const name = splitAttributeKey(key);
    if (dialect(name.uri) && name.local.toLowerCase() === wanted && value.trim() !== '') return value.trim();
  }
  return undefined;
}

/** Key of an attribute in {@link XmlElement.attributes}. */
export function attributeKey(uri: string, local: string): string {
  return uri === '' ? local : `{${uri}}${local}`;
}

/** Inverse of {@link attributeKey}. */
export function splitAttributeKey(key: string): { readonly uri: string; readonly local: string } {
  if (!key.startsWith('{')) return { uri: '', local: key };
  const end = key.lastIndexOf('}');
  return { uri: key.slice(1, end), local: key.slice(end + 1) };
}
