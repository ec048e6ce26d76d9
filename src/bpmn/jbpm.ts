import { jbpm } from './namespaces.ts';
import {
  attributeOf,
  childrenNamed,
  dialectAttributeOf,
  extensionsOf,
  splitAttributeKey,
  type XmlElement,
} from './xml-element.ts';

/**
 * The task type of a task as jBPM and Kogito write it: the name of the work item, else interface and operation of a service. Undefined without either
 * (docs/contributing/spec/elements.md#service-task).
 */
export function workItemOf(xml: XmlElement): string | undefined {
  const name = dialectAttributeOf(xml, jbpm, 'taskName');
  if (name !== undefined) return name;
  const service = dialectAttributeOf(xml, jbpm, 'serviceinterface');
  const operation = dialectAttributeOf(xml, jbpm, 'serviceoperation');
  return service === undefined || operation === undefined ? service : `${service}.${operation}`;
}

/** What the modelers of jBPM write on `definitions`, and no other modeler does. */
const LANGUAGES = { typeLanguage: 'http://www.java.com/javaTypes', expressionLanguage: 'http://www.mvel.org/2.0' } as const;

/**
 * Whether a file is one of jBPM's: the namespace of its names is theirs, its languages are, or a process of it has an attribute or extension of
 * theirs (docs/contributing/spec/validation.md#files-of-jbpm).
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

/** A root element as it is read in a file of jBPM's: messages without a name are called by their id there. */
export function namedByJbpm(root: XmlElement): XmlElement {
  const id = attributeOf(root, 'id');
  if (root.local !== 'message' || id === undefined || attributeOf(root, 'name') !== undefined) return root;
  return { ...root, attributes: new Map([...root.attributes, ['name', id]]) };
}
