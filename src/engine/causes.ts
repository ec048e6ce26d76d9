/**
 * Causes of failures and cancellations, for log lines, rows and tests. Code compares causes, not error messages.
 * Event histories store causes: do not rename or remove kinds and members.
 */

/** `limitMs`: the time limit in ms that stopped the evaluation; absent: no time limit did. */
interface EvaluationCause {
  readonly limitMs?: number;
}

/** `of`: the failure that caused this failure; absent: an error end event did. */
interface CausedBy {
  readonly of?: FailureCause;
}

export type FailureCause =
  /** no condition of a gateway was true, and it has no default flow */
  | { readonly kind: 'noWayOut' }
  /** `limit`: maximum number of steps in one command */
  | { readonly kind: 'stepLimit'; readonly limit: number }
  /** a configured maximum was exceeded: iterations, call depth, called instances, or characters of JSON. `limit`: that maximum */
  | { readonly kind: 'sizeLimit'; readonly limit: number }
  /** the chain of messages, signals and calls is too long. `limit`: maximum length; `trail`: process keys, the latest last */
  | { readonly kind: 'causationLimit'; readonly limit: number; readonly trail: readonly string[] }
  /** an expression, script or timer text could not be evaluated */
  | ({ readonly kind: 'text' } & EvaluationCause)
  /** an expression returned a value that its attribute does not allow */
  | { readonly kind: 'result' }
  /** an input or output mapping could not be evaluated */
  | ({ readonly kind: 'mapping' } & EvaluationCause)
  /** the condition of an event could not be evaluated, or was neither true nor false */
  | ({ readonly kind: 'condition' } & EvaluationCause)
  /** the correlation variable of a message does not exist */
  | { readonly kind: 'correlationMissing'; readonly message: string; readonly variable: string }
  /** an iteration of the loop failed */
  | ({ readonly kind: 'iteration' } & CausedBy)
  /**
   * - an error ended a transaction, and no boundary event of the transaction caught it; `of`: absent if an error end event threw the error
   * - no event caught the error of an error end event outside a transaction; without `of`
   */
  | ({ readonly kind: 'hazard' } & CausedBy)
  /** a client requested the failure */
  | { readonly kind: 'givenByCaller' }
  /** the worker or plugin of a custom task reported the failure */
  | { readonly kind: 'givenByPlugin' }
  /** the instance that a call activity called failed or was cancelled */
  | ({ readonly kind: 'calledInstance' } & CausedBy);

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
  /** the scope of the activity ended, or the scope of the join where its token waits */
  | { readonly kind: 'scopeEnded' }
  /** `element`: the terminate end event */
  | { readonly kind: 'terminated'; readonly element: string }
  /** another event of the event-based gateway came first */
  | { readonly kind: 'raceLost' }
  /** another iteration of the loop failed */
  | { readonly kind: 'iterationFailed' }
  /** the completion condition of the loop or ad-hoc sub-process is true */
  | { readonly kind: 'completionConditionMet' }
  /** the join had already fired */
  | { readonly kind: 'lateToken' }
  /** the last token in the scope of the activity was cancelled */
  | { readonly kind: 'lastToken' }
  | { readonly kind: 'transactionCancelled' }
  | { readonly kind: 'transactionHazard' }
  | { readonly kind: 'instanceFailed' }
  /** an operator modified the instance */
  | { readonly kind: 'modified' }
  /** a client requested the cancellation */
  | { readonly kind: 'givenByCaller' }
  /** the call activity that called this instance ended */
  | { readonly kind: 'callingInstance' }
  /** the instance that the call activity called was cancelled */
  | { readonly kind: 'calledInstance' };

/** Trigger of a boundary event or event sub-process. `iteration`: an iteration of the loop ended, and the loop fires its boundary event. */
export type Trigger =
  | { readonly kind: 'message' | 'signal' | 'timer' | 'conditional' | 'cancel' | 'compensation' | 'iteration' }
  | { readonly kind: 'error' | 'escalation'; readonly code: string };

/** A request completed the activity. `user`: user id, if the activity is a user task. */
export type CompletionCause = { readonly kind: 'givenByCaller'; readonly user?: string };

/** Follows `of` to the first failure: of the iteration for a loop, of the called instance for a call activity. Returns `cause` if it has no `of`. */
export function rootOf(cause: FailureCause): FailureCause {
  let root = cause;
  while ('of' in root && root.of !== undefined) root = root.of;
  return root;
}
