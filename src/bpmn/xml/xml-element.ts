import type { Place } from '../../engine/model.ts';
import { BPMN, type NamespaceTest } from './namespaces.ts';

/**
 * `attributes`: by local name, prefixed with `{uri}` if in a namespace; without namespace declarations. `text`: character data directly inside, without
 * comments.
 */
export interface XmlElement {
  /** URI, or `''`. */
  readonly uri: string;
  readonly local: string;
  /** Name with prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
  /** Place of the start tag. */
  readonly place: Place;
}

/** Boolean of XML Schema: `true` or `1`; ignores blanks. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && ['true', '1'].includes(value.trim());
}

/** Boolean of XML Schema: `false` or `0`; ignores blanks. */
export function isFalse(value: string | undefined): boolean {
  return value !== undefined && ['false', '0'].includes(value.trim());
}

/** Trimmed BPMN attribute; undefined if absent or blank. */
export function attributeOf(xml: XmlElement, local: string): string | undefined {
  const value = xml.attributes.get(local)?.trim();
  return value === '' ? undefined : value;
}

export function isBpmn(xml: XmlElement, local: string): boolean {
  return xml.uri === BPMN && xml.local === local;
}

/** Searches the BPMN namespace. */
export function childrenNamed(xml: XmlElement, local: string): XmlElement[] {
  return xml.children.filter((child) => isBpmn(child, local));
}

/** First child in the BPMN namespace. */
export function childNamed(xml: XmlElement, local: string): XmlElement | undefined {
  return xml.children.find((child) => isBpmn(child, local));
}

/** Searches the BPMN namespace; undefined if absent or empty. */
export function childTextOf(xml: XmlElement, local: string): string | undefined {
  const text = childNamed(xml, local)?.text.trim();
  return text === '' ? undefined : text;
}

/** Elements inside `extensionElements`, or children of another namespace. */
export function extensionsOf(xml: XmlElement): XmlElement[] {
  return xml.children.flatMap((child) => {
    if (isBpmn(child, 'extensionElements')) return child.children;
    return child.uri === BPMN ? [] : [child];
  });
}

/** Ignores case (docs/contributing/spec/validation.md#case-of-names). */
export function extensionsNamed(xml: XmlElement, dialect: NamespaceTest, local: string): XmlElement[] {
  const wanted = local.toLowerCase();
  return extensionsOf(xml).filter((child) => dialect(child.uri) && child.local.toLowerCase() === wanted);
}

/** Trimmed attribute; ignores case; undefined if absent or blank. */
export function dialectAttributeOf(xml: XmlElement, dialect: NamespaceTest, local: string): string | undefined {
  const wanted = local.toLowerCase();
  for (const [key, value] of xml.attributes) {
    const name = splitAttributeKey(key);
    if (dialect(name.uri) && name.local.toLowerCase() === wanted && value.trim() !== '') return value.trim();
  }
  return undefined;
}

/** Key in {@link XmlElement.attributes}. */
export function attributeKey(uri: string, local: string): string {
  return uri === '' ? local : `{${uri}}${local}`;
}

/** Inverse of {@link attributeKey}. */
export function splitAttributeKey(key: string): { readonly uri: string; readonly local: string } {
  if (!key.startsWith('{')) return { uri: '', local: key };
  const end = key.lastIndexOf('}');
  return { uri: key.slice(1, end), local: key.slice(end + 1) };
}
