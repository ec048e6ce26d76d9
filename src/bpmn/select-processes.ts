import { GLOBAL_TASKS } from './flow-element-tags.ts';
import { BPMN } from './namespaces.ts';
import { attributeOf, childrenNamed, isFalse, type XmlElement } from './xml-element.ts';

/**
 * The processes and global tasks of a file that are deployed: every process that does not say `isExecutable="false"`,
 * the first process when all do, and every global task (docs/contributing/spec/validation.md#deployed-processes).
 */
export function selectProcesses(definitions: XmlElement): ReadonlySet<XmlElement> {
  const processes = childrenNamed(definitions, 'process');
  const executable = processes.filter((process) => !isMarkedNotExecutable(process));
  const globalTasks = definitions.children.filter((child) => child.uri === BPMN && GLOBAL_TASKS.has(child.local));
  return new Set([...(executable.length > 0 ? executable : processes.slice(0, 1)), ...globalTasks]);
}

/** Whether a process says that it is not meant to run. */
export function isMarkedNotExecutable(process: XmlElement): boolean {
  return isFalse(attributeOf(process, 'isExecutable'));
}
