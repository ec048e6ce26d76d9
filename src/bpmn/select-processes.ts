import type { BranchVariables, OnFailure } from '../engine/model.ts';
import { anyDialect } from './dialects/namespaces.ts';
import { GLOBAL_TASKS } from './flow-element-tags.ts';
import { BPMN } from './xml/namespaces.ts';
import { attributeOf, childrenNamed, dialectAttributeOf, isFalse, type XmlElement } from './xml/xml-element.ts';

/** Processes without `isExecutable="false"`, or the first one if all have it, and global tasks (docs/contributing/spec/validation.md#deployed-processes). */
export function selectProcesses(definitions: XmlElement): ReadonlySet<XmlElement> {
  const processes = childrenNamed(definitions, 'process');
  const executable = processes.filter((process) => !isMarkedNotExecutable(process));
  const globalTasks = definitions.children.filter((child) => child.uri === BPMN && GLOBAL_TASKS.has(child.local));
  return new Set([...(executable.length > 0 ? executable : processes.slice(0, 1)), ...globalTasks]);
}

export function isMarkedNotExecutable(process: XmlElement): boolean {
  return isFalse(attributeOf(process, 'isExecutable'));
}

/** Attributes of any dialect that override the configuration, with their values. */
export const PROCESS_CHOICES = {
  /** docs/contributing/spec/variables.md#branch-variables-mode */
  branchVariables: ['isolated', 'shared'],
  /** docs/contributing/spec/incidents.md#where-incidents-are-wanted */
  onFailure: ['fail', 'incident'],
} as const satisfies { readonly branchVariables: readonly BranchVariables[]; readonly onFailure: readonly OnFailure[] };
type Choices = typeof PROCESS_CHOICES;

/** Returns undefined if absent or unknown. */
export function branchVariablesOf(process: XmlElement): BranchVariables | undefined {
  return choiceOf(process, 'branchVariables');
}

/** Returns undefined if absent or unknown. */
export function onFailureOf(process: XmlElement): OnFailure | undefined {
  return choiceOf(process, 'onFailure');
}

export function choiceText(process: XmlElement, name: keyof Choices): string | undefined {
  return dialectAttributeOf(process, anyDialect, name);
}

function choiceOf<N extends keyof Choices>(process: XmlElement, name: N): Choices[N][number] | undefined {
  const written = choiceText(process, name);
  const known: readonly Choices[N][number][] = PROCESS_CHOICES[name];
  return known.find((value) => value === written);
}
