import type { AfterCompensation } from '../events/records.ts';
import type { ScopeOrdinal } from '../ordinals.ts';
import { type Cancellation, transactionCancelled, transactionHazard } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import type { ThrownError } from '../state/pending.ts';
import { type ActivityInstance, activityInstanceIn, openScope } from '../state.ts';
import { cancelOtherTokens, endCompensationRunsOf } from './cancellation.ts';
import { beginTransactionCompensation } from './compensation-run.ts';
import { unsubscribeScope } from './subscriptions.ts';

/** Cancels the nearest enclosing one, at a cancel end event (docs/contributing/spec/loops-and-compensation.md#transaction-outcomes). */
export function cancelTransaction(run: Run, from: ScopeOrdinal): void {
  const host = enclosingTransaction(run, from);
  if (host !== undefined) endWith(run, host, transactionCancelled, 'cancelled', { kind: 'cancel' });
}

/** Compensates, then searches the catcher at the boundary events (docs/contributing/spec/events-and-errors.md#error-leaves-a-transaction). */
export function beginHazard(run: Run, host: ActivityInstance, error: ThrownError): void {
  const { element, code, message, kind, cause } = error;
  endWith(run, host, transactionHazard, 'hazard', {
    kind: 'hazard',
    error: { element, code, message, isFailure: kind === 'failure', ...(cause !== undefined && { cause }) },
  });
}

function endWith(
  run: Run,
  host: ActivityInstance,
  why: Cancellation,
  outcome: 'cancelled' | 'hazard',
  after: AfterCompensation,
): void {
  const [body] = run.state.bodies.get(host.ordinal) ?? [];
  if (body === undefined) return;
  const isCompensating = run.state.compensationRunsOf.has(host.ordinal);
  // during compensation, a failure of a handler ends it; a second cancellation is ignored
  if (isCompensating && outcome === 'cancelled') return;
  run.emit({ type: 'TransactionOutcome', entry: host.ordinal, element: host.element, outcome, ...codeOf(after) });
  if (isCompensating) {
    endCompensationRunsOf(run, host.ordinal, why);
    run.pending.add({ kind: 'endTransaction', host: host.ordinal, after });
    return;
  }
  run.emit({ type: 'ScopeInterrupted', scope: body, by: host.element });
  unsubscribeScope(run, body);
  cancelOtherTokens(run, body, null, why);
  if (!beginTransactionCompensation(run, host, body, after))
    run.pending.add({ kind: 'endTransaction', host: host.ordinal, after });
}

function codeOf(after: AfterCompensation): { readonly code?: string } {
  return after.kind === 'hazard' ? { code: after.error.code } : {};
}

function enclosingTransaction(run: Run, from: ScopeOrdinal): ActivityInstance | undefined {
  for (let at: ScopeOrdinal | null = from; at !== null; ) {
    const scope = openScope(run.state, at);
    if (scope.host === null) return undefined;
    const host = activityInstanceIn(run.state, scope.host);
    if (run.behaviours[host.elementType].compensatesItself) return host;
    at = scope.parent;
  }
  return undefined;
}
