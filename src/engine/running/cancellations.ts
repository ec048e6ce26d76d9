import type { CancelCause } from '../causes.ts';

/** Reason with its text for users and clients. All are defined here. */
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
/** Default for a loop whose last iteration was cancelled before the loop recorded the reason. */
export const cancelledByOperator: Cancellation = {
  reason: 'User task cancelled by operator',
  cause: { kind: 'givenByCaller' },
};
/** Reason for the called instance, if its call activity ends first. */
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

/** Cancellation of the owner of a scope. */
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
