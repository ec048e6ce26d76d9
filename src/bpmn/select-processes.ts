import { GLOBAL_TASKS } from './flow-element-tags.ts';
import { BPMN } from './namespaces.ts';
import { attributeOf, childrenNamed, isFalse, type XmlElement } from './xml-element.ts';

/**
 * Deployed parts of a file: all processes without `isExecutable="false"`, or the first process if there are none, and all global tasks
 * (docs/contributing/spec/validation.md#deployed-processes).
 */
export function selectProcesses(definitions: XmlElement): ReadonlySet<XmlElement> {
  const processes = childrenNamed(definitions, 'process');
  const executable = processes.filter((process) => !isMarkedNotExecutable(process));
  const globalTasks = definitions.children.filter((child) => child.uri === BPMN && GLOBAL_TASKS.has(child.local));
  return new Set([...(executable.length > 0 ? executable : processes.slice(0, 1)), ...globalTasks]);
}

export function isMarkedNotExecutable(process: XmlElement): boolean {
  return isFalse(attributeOf(process, 'isExecutable'));
}
