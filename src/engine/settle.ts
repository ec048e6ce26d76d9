import { checkAdHoc } from './policies/ad-hoc.ts';
import { beginWaitingItem } from './policies/compensation-walk.ts';
import { resetComplexJoins } from './policies/complex-join.ts';
import { checkArmedConditions, checkConditions } from './policies/conditions.ts';
import { propagateError } from './policies/error-propagation.ts';
import { breakMutualWait, fireEnabledInclusiveJoin } from './policies/inclusive-join.ts';
import { advanceLoop } from './policies/loop.ts';
import { completeEndedScopes } from './policies/scope-completion.ts';
import { throwAfterWork } from './policies/throwing.ts';
import { advanceWalk, endTransaction } from './policies/walk-progress.ts';
import type { Run } from './run.ts';
import { isTerminal } from './state.ts';

/** After a command's own change and after every step: does the first thing that applies until nothing does (docs/spec/execution.md#settling). */
export function settle(run: Run): void {
  while (!isTerminal(run.state) && settleOne(run));
}

function settleOne(run: Run): boolean {
  if (run.raised !== null) {
    const error = run.raised;
    run.raised = null;
    propagateError(run, error);
    return true;
  }
  return (
    takeOne(run.loopsToAdvance, (loop) => advanceLoop(run, loop)) ||
    takeOne(run.throwsToFinish, (entry) => throwAfterWork(run, entry)) ||
    takeOne(run.itemsToBegin, (item) => beginWaitingItem(run, item)) ||
    takeOne(run.walksToAdvance, (item) => advanceWalk(run, item)) ||
    endOneTransaction(run) ||
    takeOne(run.adHocsToCheck, (host) => checkAdHoc(run, host)) ||
    checkArmedConditions(run) ||
    completeEndedScopes(run) ||
    settleJoins(run) ||
    checkConditions(run) ||
    (run.state.inclusiveJoins.size > 0 && breakMutualWait(run))
  );
}

function settleJoins(run: Run): boolean {
  return (run.state.inclusiveJoins.size > 0 && fireEnabledInclusiveJoin(run)) || resetComplexJoins(run);
}

function endOneTransaction(run: Run): boolean {
  for (const [host, after] of run.transactionsToEnd) {
    run.transactionsToEnd.delete(host);
    endTransaction(run, host, after);
    return true;
  }
  return false;
}

function takeOne<T>(pending: Pick<Map<T, unknown>, 'keys' | 'delete'>, handle: (one: T) => void): boolean {
  for (const one of pending.keys()) {
    pending.delete(one);
    handle(one);
    return true;
  }
  return false;
}
