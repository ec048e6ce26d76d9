import type { BranchVariables } from '../engine/model.ts';
import { anyDialect } from './namespaces.ts';
import { dialectAttributeOf, type XmlElement } from './xml-element.ts';

/** The attribute of a process that decides alone, in any dialect (docs/spec/variables.md#branch-variables-mode). */
export const BRANCH_VARIABLES = 'branchVariables';

/** What the process says about variables of its parallel paths; undefined when it says nothing, or nothing that is known. */
export function branchVariablesOf(process: XmlElement): BranchVariables | undefined {
  const written = branchVariablesText(process);
  return written === 'isolated' || written === 'shared' ? written : undefined;
}

/** The attribute as it is written. */
export function branchVariablesText(process: XmlElement): string | undefined {
  return dialectAttributeOf(process, anyDialect, BRANCH_VARIABLES);
}
