import type { BranchVariables, OnFailure } from '../engine/model.ts';
import { anyDialect } from './namespaces.ts';
import { dialectAttributeOf, type XmlElement } from './xml-element.ts';

/** Attributes of a process, in any dialect, that decide in place of the configuration, with their values. */
export const PROCESS_CHOICES = {
  /** docs/contributing/spec/variables.md#branch-variables-mode */
  branchVariables: ['isolated', 'shared'],
  /** docs/contributing/spec/incidents.md#where-incidents-are-wanted */
  onFailure: ['fail', 'incident'],
} as const satisfies { readonly branchVariables: readonly BranchVariables[]; readonly onFailure: readonly OnFailure[] };
type Choices = typeof PROCESS_CHOICES;

/** What the process says about variables of its parallel paths; undefined when it says nothing, or nothing that is known. */
export function branchVariablesOf(process: XmlElement): BranchVariables | undefined {
  return choiceOf(process, 'branchVariables');
}

/** What becomes of an instance in which something fails that nothing catches; undefined as above. */
export function onFailureOf(process: XmlElement): OnFailure | undefined {
  return choiceOf(process, 'onFailure');
}

/** The attribute as it is written. */
export function choiceText(process: XmlElement, name: keyof Choices): string | undefined {
  return dialectAttributeOf(process, anyDialect, name);
}

function choiceOf<N extends keyof Choices>(process: XmlElement, name: N): Choices[N][number] | undefined {
  const written = choiceText(process, name);
  const known: readonly Choices[N][number][] = PROCESS_CHOICES[name];
  return known.find((value) => value === written);
}
