import type { DocumentDraft } from './draft.ts';
import { BPMN, jbpm } from './namespaces.ts';
import { dialectAttributeOf, splitAttributeKey, type XmlElement } from './xml-element.ts';

/**
 * The task type of a task as jBPM and Kogito write it: the name of the work item, else interface and operation of a service. Undefined without either
 * (docs/spec/elements.md#service-task).
 */
export function workItemOf(xml: XmlElement): string | undefined {
  const name = dialectAttributeOf(xml, jbpm, 'taskName');
  if (name !== undefined) return name;
  const service = dialectAttributeOf(xml, jbpm, 'serviceinterface');
  const operation = dialectAttributeOf(xml, jbpm, 'serviceoperation');
  return service === undefined || operation === undefined ? service : `${service}.${operation}`;
}

/** Whether a file is one of jBPM's: a process of it has an attribute or extension of theirs. */
export function isMadeForJbpm({ processes }: DocumentDraft): boolean {
  return processes.some(
    ({ xml }) =>
      [...xml.attributes.keys()].some((key) => jbpm(splitAttributeKey(key).uri)) ||
      xml.children.some((child) => child.uri !== BPMN && jbpm(child.uri)) ||
      xml.children.some((child) => child.local === 'extensionElements' && child.children.some(({ uri }) => jbpm(uri))),
  );
}
