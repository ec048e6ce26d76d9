import type { CancelCause } from '../causes.ts';

/** A cancellation with its text for users and clients. All cancellations are defined in this file. */
export interface Cancellation {
  readonly reason: string;
  readonly cause: CancelCause;
}

export const scopeEnded: Cancellation = { reason: 'Scope cancelled by boundary event', cause: { kind: 'scopeEnded' } };
export const raceLost: Cancellation = { reason: 'Another event was first', cause: { kind: 'raceLost' } };
export const iterationFailed: Cancellation = { reason: 'Sibling iteration failed', cause: { kind: 'iterationFailed' } };
export const completionConditionMet: Cancellation = {
  reason: 'Completion condition met',
  cause: { kind: 'completionConditionMet' },
};
export const lateToken: Cancellation = { reason: 'Late token discarded', cause: { kind: 'lateToken' } };
export const transactionCancelled: Cancellation = { reason: 'CancelledByTransaction', cause: { kind: 'transactionCancelled' } };
export const transactionHazard: Cancellation = { reason: 'CancelledByHazard', cause: { kind: 'transactionHazard' } };
export const instanceFailed: Cancellation = { reason: 'Instance failed', cause: { kind: 'instanceFailed' } };
/** Used if the last iteration of a loop was cancelled before the loop recorded the reason. */
export const cancelledByOperator: Cancellation = {
  reason: 'User task cancelled by operator',
  cause: { kind: 'givenByCaller' },
};
/** Reason that a call activity gives its called instance when it ends first. */
export const CANCELLED_BY_PARENT = 'Cancelled by parent';

export function interruptedByBoundary(element: string): Cancellation {
  return { reason: `Interrupted by boundary event '${element}'`, cause: { kind: 'interrupted', by: 'boundaryEvent', element } };
}

export function interruptedByEventSubProcess(element: string): Cancellation {
  return {
    reason: `Interrupted by event sub-process '${element}'`,
    cause: { kind: 'interrupted', by: 'eventSubProcess', element },
  };
}

export function terminatedBy(element: string): Cancellation {
  return { reason: `Terminated by '${element}'`, cause: { kind: 'terminated', element } };
}

/** Cancels the owner of a scope with the reason of its last token. */
export function withLastToken({ reason }: Cancellation): Cancellation {
  return { reason, cause: { kind: 'lastToken' } };
}

/** @param reason null: the operator gave none */
export function modifiedBy(reason: string | null): Cancellation {
  return { reason: reason ?? 'Cancelled by modification', cause: { kind: 'modified' } };
}

export function givenCancellation(kind: 'givenByCaller' | 'callingInstance' | 'calledInstance', reason: string): Cancellation {
  return { reason, cause: { kind } };
}
