import { propagateError } from './policies/error-propagation.ts';
import { breakMutualWait, fireEnabledInclusiveJoin } from './policies/inclusive-join.ts';
import { completeEndedScopes } from './policies/scope-completion.ts';
import type { Run } from './run.ts';
import { isTerminal } from './state.ts';

/** After a command's own change and after every step: does the first thing that applies until nothing does (bpmn.md R2). */
export function settle(run: Run): void {
  for (;;) {
    if (isTerminal(run.state)) return;
    if (run.raised !== null) {
      const error = run.raised;
      run.raised = null;
      propagateError(run, error);
      continue;
    }
    if (completeEndedScopes(run)) continue;
    if (run.state.inclusiveJoins.size === 0) return;
    if (!fireEnabledInclusiveJoin(run) && !breakMutualWait(run)) return;
  }
}
