import { jbpm } from './namespaces.ts';
import {
  attributeOf,
  childrenNamed,
  dialectAttributeOf,
  extensionsOf,
  splitAttributeKey,
  type XmlElement,
} from './xml-element.ts';

/** Task type of a jBPM or Kogito task: name of the work item, else interface and operation of the service (docs/contributing/spec/elements.md#service-task). */
export function workItemOf(xml: XmlElement): string | undefined {
  const name = dialectAttributeOf(xml, jbpm, 'taskName');
  if (name !== undefined) return name;
  const service = dialectAttributeOf(xml, jbpm, 'serviceinterface');
  const operation = dialectAttributeOf(xml, jbpm, 'serviceoperation');
  return service === undefined || operation === undefined ? service : `${service}.${operation}`;
}

/** Attributes of `definitions` that only jBPM modelers write. */
const LANGUAGES = { typeLanguage: 'http://www.java.com/javaTypes', expressionLanguage: 'http://www.mvel.org/2.0' } as const;

/**
 * True for a jBPM file: its target namespace or languages are those of jBPM, or a process has a jBPM attribute or extension
 * (docs/contributing/spec/validation.md#files-of-jbpm).
 */
export function isMadeForJbpm(definitions: XmlElement): boolean {
  if (jbpm(attributeOf(definitions, 'targetNamespace') ?? '')) return true;
  if (Object.entries(LANGUAGES).every(([name, language]) => attributeOf(definitions, name) === language)) return true;
  return childrenNamed(definitions, 'process').some(
    (xml) =>
      [...xml.attributes.keys()].some((key) => jbpm(splitAttributeKey(key).uri)) ||
      extensionsOf(xml).some(({ uri }) => jbpm(uri)),
  );
}

/** In jBPM files, the id of a message without name is its name. */
export function namedByJbpm(root: XmlElement): XmlElement {
  const id = attributeOf(root, 'id');
  if (root.local !== 'message' || id === undefined || attributeOf(root, 'name') !== undefined) return root;
  return { ...root, attributes: new Map([...root.attributes, ['name', id]]) };
}
