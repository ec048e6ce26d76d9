import { checkAdHoc } from '../policies/ad-hoc.ts';
import { continueCompensation, endTransaction } from '../policies/compensation-progress.ts';
import { beginWaitingItem } from '../policies/compensation-run.ts';
import { checkConditions, checkNewCondition } from '../policies/conditions.ts';
import { propagateError } from '../policies/error-propagation.ts';
import { advanceLoop } from '../policies/loop.ts';
import { breakMutualWait, fireEnabledInclusiveJoin, resetComplexJoins } from '../policies/merging-joins.ts';
import { completeEndedScopes } from '../policies/scope-completion.ts';
import { throwAfterWork } from '../policies/throwing.ts';
import type { PendingItem, PendingKind, PendingOf } from '../state/pending.ts';
import { isTerminal } from '../state.ts';
import type { Run } from './run.ts';

/** Rules that check the state instead of a pending item. */
type StateCheck = 'fireInclusiveJoin' | 'resetComplexJoin' | 'checkConditions' | 'breakMutualWait';

/** `rule`: specification. `take`: handles the oldest item of its kind. `check`: searches the state; false if there was no work. */
type Settling<S extends PendingKind | StateCheck> = { readonly rule: string } & (
  | { readonly check: (run: Run) => boolean }
  | (S extends PendingKind ? { readonly take: (run: Run, item: PendingOf<S>) => void } : never)
);

/**
 * Ordered by priority: after each rule that did something, the list restarts. A kind without a rule does not compile
 * (docs/contributing/spec/execution.md#settling).
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
    take: (run, { item }) => continueCompensation(run, item),
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

/** Runs after the change of a command and after every step (docs/contributing/spec/execution.md#settling). */
export function settle(run: Run): void {
  while (!isSettled(run) && !isTerminal(run.state) && settleFirst(run));
}

/** True if no rule can apply: the usual case, so it must be cheap. */
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
