import type { PendingItem, PendingKind, PendingOf } from './pending.ts';
import { checkAdHoc } from './policies/ad-hoc.ts';
import { beginWaitingItem } from './policies/compensation-walk.ts';
import { resetComplexJoins } from './policies/complex-join.ts';
import { checkConditions, checkNewCondition } from './policies/conditions.ts';
import { propagateError } from './policies/error-propagation.ts';
import { breakMutualWait, fireEnabledInclusiveJoin } from './policies/inclusive-join.ts';
import { advanceLoop } from './policies/loop.ts';
import { completeEndedScopes } from './policies/scope-completion.ts';
import { throwAfterWork } from './policies/throwing.ts';
import { advanceWalk, endTransaction } from './policies/walk-progress.ts';
import type { Run } from './run.ts';
import { isTerminal } from './state.ts';

/** Settled without a pending item: the state tells whether there is something to do. */
type StateCheck = 'fireInclusiveJoin' | 'resetComplexJoin' | 'checkConditions' | 'breakMutualWait';

/**
 * One line of the list. `rule`: where it is described. `take`: is given the oldest pending item of the kind. `check`: finds out itself what there is to
 * do, and returns false when it has done nothing.
 */
type Settling<S extends PendingKind | StateCheck> = { readonly rule: string } & (
  | { readonly check: (run: Run) => boolean }
  | (S extends PendingKind ? { readonly take: (run: Run, item: PendingOf<S>) => void } : never)
);

/**
 * What is settled, in this order: the first line that has something to do does it, then the list is read from its top again. A kind of pending item
 * without a line does not compile (docs/contributing/spec/execution.md#settling).
 */
export const SETTLING_ORDER: { readonly [S in PendingKind | StateCheck]: Settling<S> } = {
  findCatcher: {
    rule: 'docs/contributing/spec/events-and-errors.md#error-search',
    take: (run, { error }) => propagateError(run, error),
  },
  advanceLoop: { rule: 'docs/contributing/spec/loops-and-compensation.md#iteration-order', take: advanceLoop },
  throwAfterWork: {
    rule: 'docs/contributing/spec/elements.md#message-throw',
    take: (run, { entry }) => throwAfterWork(run, entry),
  },
  beginItem: {
    rule: 'docs/contributing/spec/loops-and-compensation.md#compensating-one-item',
    take: (run, { item }) => beginWaitingItem(run, item),
  },
  advanceWalk: {
    rule: 'docs/contributing/spec/loops-and-compensation.md#compensation-walk',
    take: (run, { item }) => advanceWalk(run, item),
  },
  endTransaction: {
    rule: 'docs/contributing/spec/loops-and-compensation.md#transaction-outcomes',
    take: (run, { host, after }) => endTransaction(run, host, after),
  },
  checkAdHoc: { rule: 'docs/contributing/spec/elements.md#ad-hoc-sub-process', take: (run, { host }) => checkAdHoc(run, host) },
  checkNewCondition: {
    rule: 'docs/contributing/spec/waiting.md#condition-in-an-instance',
    take: (run, { subscription }) => checkNewCondition(run, subscription),
  },
  endScope: { rule: 'docs/contributing/spec/execution.md#settle-scopes', check: completeEndedScopes },
  fireInclusiveJoin: { rule: 'docs/contributing/spec/execution.md#settle-joins', check: fireEnabledInclusiveJoin },
  resetComplexJoin: { rule: 'docs/contributing/spec/gateways.md#complex-join-reset', check: resetComplexJoins },
  checkConditions: { rule: 'docs/contributing/spec/execution.md#settle-conditions', check: checkConditions },
  breakMutualWait: { rule: 'docs/contributing/spec/execution.md#mutual-wait', check: breakMutualWait },
};

/** After a command's own change and after every step: does the first thing that applies until nothing does (docs/contributing/spec/execution.md#settling). */
export function settle(run: Run): void {
  while (!isSettled(run) && !isTerminal(run.state) && settleFirst(run));
}

/** Nothing is pending, and nothing waits that a check looks at: the usual case, so it costs four comparisons. */
function isSettled({ pending, state }: Run): boolean {
  return pending.isEmpty && state.inclusiveJoins.size === 0 && state.firedIn.size === 0 && state.conditions.size === 0;
}

function settleFirst(run: Run): boolean {
  for (const settling of LINES) if (settling(run)) return true;
  return false;
}

const LINES = Object.entries(SETTLING_ORDER).map(([name, settling]) => lineOf(name as PendingKind, settling));

function lineOf(kind: PendingKind, settling: Settling<StateCheck> | { readonly take: unknown }): (run: Run) => boolean {
  if ('check' in settling) return settling.check;
  const take = settling.take as (run: Run, item: PendingItem) => void;
  return (run) => {
    const item = run.pending.takeFirst(kind);
    if (item !== undefined) take(run, item);
    return item !== undefined;
  };
}
