/**
 * Why something happened, for whoever has to tell the cases apart: log lines, rows, tests. Texts are for people and never compared.
 * Causes lie in journals for ever: kinds and members are only added.
 */

/** What stopped a text of the model, beside what the text itself did. `limitMs`: the time limit it ran into; unit: ms. */
interface OfText {
  readonly limitMs?: number;
}

/** `of`: the cause of the failure that this one follows from; absent for an error end event. */
interface OfOther {
  readonly of?: FailureCause;
}

/** Why an entry or an instance failed. */
export type FailureCause =
  /** no condition of a gateway was true, and there is no default flow */
  | { readonly kind: 'noWayOut' }
  | { readonly kind: 'stepLimit'; readonly limit: number }
  /** a bound on iterations, calls or values */
  | { readonly kind: 'sizeLimit'; readonly limit: number }
  /** messages, signals and calls follow from each other without end; `trail`: processes they come from, the latest last */
  | { readonly kind: 'causationLimit'; readonly limit: number; readonly trail: readonly string[] }
  /** an expression, script or timer text could not be evaluated */
  | ({ readonly kind: 'text' } & OfText)
  /** a text gave something that cannot be used at its place */
  | { readonly kind: 'result' }
  | ({ readonly kind: 'mapping' } & OfText)
  /** the condition of an event could not be evaluated, or was neither true nor false */
  | ({ readonly kind: 'condition' } & OfText)
  /** a message is waited for by the value of a variable, and there is none */
  | { readonly kind: 'correlationMissing'; readonly message: string; readonly variable: string }
  /** an iteration failed, and its loop with it */
  | ({ readonly kind: 'iteration' } & OfOther)
  /** an error or failure left a transaction that has been compensated */
  | ({ readonly kind: 'hazard' } & OfOther)
  | { readonly kind: 'givenByCaller' }
  | { readonly kind: 'givenByPlugin' }
  | ({ readonly kind: 'calledInstance' } & OfOther);

/** The error that a transaction was left with; `cause` is absent for an error end event, and in journals of before 0.2. */
export interface HazardError {
  readonly element: string;
  readonly code: string;
  readonly message: string;
  readonly isFailure: boolean;
  readonly cause?: FailureCause;
}

/** Why an entry or an instance was cancelled. */
export type CancelCause =
  | { readonly kind: 'interrupted'; readonly by: 'boundaryEvent' | 'eventSubProcess'; readonly element: string }
  /** what it was inside of, or waited together with, ended */
  | { readonly kind: 'scopeEnded' }
  | { readonly kind: 'terminated'; readonly element: string }
  | { readonly kind: 'raceLost' }
  | { readonly kind: 'iterationFailed' }
  | { readonly kind: 'completionConditionMet' }
  | { readonly kind: 'lateToken' }
  /** the last token inside was cancelled */
  | { readonly kind: 'lastToken' }
  | { readonly kind: 'transactionCancelled' }
  | { readonly kind: 'transactionHazard' }
  | { readonly kind: 'instanceFailed' }
  /** an operator has moved its token */
  | { readonly kind: 'modified' }
  | { readonly kind: 'givenByCaller' }
  | { readonly kind: 'callingInstance' }
  | { readonly kind: 'calledInstance' };

/** What let a boundary event or an event sub-process begin. `iteration`: an iteration of the loop that the boundary event sits on. */
export type Trigger =
  | { readonly kind: 'message' | 'signal' | 'timer' | 'conditional' | 'cancel' | 'compensation' | 'iteration' }
  | { readonly kind: 'error' | 'escalation'; readonly code: string };

/** Who ended an entry that waited, where it was a caller. `user`: who completed a user task. */
export type CompletionCause = { readonly kind: 'givenByCaller'; readonly user?: string };

/** What a failure began with: a loop fails with its iteration, a call activity with the instance it called. */
export function rootOf(cause: FailureCause): FailureCause {
  let root = cause;
  while ('of' in root && root.of !== undefined) root = root.of;
  return root;
}
