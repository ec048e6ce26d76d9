import { BRANCH_VARIABLES, branchVariablesOf, branchVariablesText } from '../branch-variables.ts';
import { findingAt, quote } from '../finding.ts';
import type { ProcessRule } from './rule.ts';

/** The attribute is `isolated` or `shared` (docs/spec/variables.md#branch-variables-mode). */
export const branchVariablesAreKnown: ProcessRule = function* ({ xml }) {
  const written = branchVariablesText(xml);
  if (written === undefined || branchVariablesOf(xml) !== undefined) return;
  yield findingAt(xml, `attribute ${BRANCH_VARIABLES}: '${quote(written)}' is neither isolated nor shared`);
};
