/**
 * Causes of failures and cancellations, for code that distinguishes cases: log lines, rows, tests. Texts are for users and never
 * compared.
 * Event histories keep causes forever: kinds and fields are only added.
 */

/** `limitMs`: time limit in ms that stopped the text, if one did. */
interface OfText {
  readonly limitMs?: number;
}

/** `of`: failure that caused this one; absent for an error end event. */
interface OfOther {
  readonly of?: FailureCause;
}

export type FailureCause =
  /** no condition of a gateway was true, and it has no default flow */
  | { readonly kind: 'noWayOut' }
  | { readonly kind: 'stepLimit'; readonly limit: number }
  | { readonly kind: 'sizeLimit'; readonly limit: number }
  /** too long a chain of messages, signals and calls; `trail`: process keys, the latest last */
  | { readonly kind: 'causationLimit'; readonly limit: number; readonly trail: readonly string[] }
  /** an expression, script or timer text could not be evaluated */
  | ({ readonly kind: 'text' } & OfText)
  /** an expression returned a value that is invalid at its place */
  | { readonly kind: 'result' }
  | ({ readonly kind: 'mapping' } & OfText)
  /** the condition of an event could not be evaluated, or was neither true nor false */
  | ({ readonly kind: 'condition' } & OfText)
  /** the correlation variable of a message does not exist */
  | { readonly kind: 'correlationMissing'; readonly message: string; readonly variable: string }
  | ({ readonly kind: 'iteration' } & OfOther)
  /** nothing caught an error or failure that left a transaction, or an error end event */
  | ({ readonly kind: 'hazard' } & OfOther)
  | { readonly kind: 'givenByCaller' }
  | { readonly kind: 'givenByPlugin' }
  | ({ readonly kind: 'calledInstance' } & OfOther);

/** The error that ended a transaction; `cause` is absent for an error end event, and in event histories before 0.2. */
export interface HazardError {
  readonly element: string;
  readonly code: string;
  readonly message: string;
  readonly isFailure: boolean;
  readonly cause?: FailureCause;
}

export type CancelCause =
  | { readonly kind: 'interrupted'; readonly by: 'boundaryEvent' | 'eventSubProcess'; readonly element: string }
  /** its scope, or the scope of its join, ended */
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
  | { readonly kind: 'modified' }
  | { readonly kind: 'givenByCaller' }
  | { readonly kind: 'callingInstance' }
  | { readonly kind: 'calledInstance' };

/** Trigger of a boundary event or event sub-process. `iteration`: an iteration of the loop with the boundary event. */
export type Trigger =
  | { readonly kind: 'message' | 'signal' | 'timer' | 'conditional' | 'cancel' | 'compensation' | 'iteration' }
  | { readonly kind: 'error' | 'escalation'; readonly code: string };

/** A request completed the activity. `user`: completed the user task. */
export type CompletionCause = { readonly kind: 'givenByCaller'; readonly user?: string };

/** Returns the root cause: below the failure of a loop that of its iteration, below that of a call activity that of the called instance. */
export function rootOf(cause: FailureCause): FailureCause {
  let root = cause;
  while ('of' in root && root.of !== undefined) root = root.of;
  return root;
}
