/**
 * Causes of failures and cancellations, for log lines, rows and tests. Code compares causes, not messages. Event histories store them: do not rename or
 * remove kinds and members.
 */

/** `limitMs`: time limit that stopped the evaluation, in ms. */
interface EvaluationCause {
  readonly limitMs?: number;
}

/** `of`: failure that caused it; absent for an error end event. */
interface CausedBy {
  readonly of?: FailureCause;
}

export type FailureCause =
  /** no condition of a gateway was true; no default flow */
  | { readonly kind: 'noWayOut' }
  /** `limit`: steps in one command */
  | { readonly kind: 'stepLimit'; readonly limit: number }
  /** a configured maximum was exceeded: iterations, call depth, called instances, or characters of JSON */
  | { readonly kind: 'sizeLimit'; readonly limit: number }
  /** chain of messages, signals and calls. `limit`: maximum length; `trail`: process keys, latest last */
  | { readonly kind: 'causationLimit'; readonly limit: number; readonly trail: readonly string[] }
  /** expression, script or timer text could not be evaluated */
  | ({ readonly kind: 'text' } & EvaluationCause)
  /** an expression has a value that its attribute does not allow */
  | { readonly kind: 'result' }
  | ({ readonly kind: 'mapping' } & EvaluationCause)
  /** condition of an event was not evaluated, or was neither true nor false */
  | ({ readonly kind: 'condition' } & EvaluationCause)
  /** the variable does not exist */
  | { readonly kind: 'correlationMissing'; readonly message: string; readonly variable: string }
  | ({ readonly kind: 'iteration' } & CausedBy)
  /**
   * - an error ended a transaction, uncaught by its boundary events; `of`: absent for an error end event
   * - an uncaught error end event outside a transaction; without `of`
   */
  | ({ readonly kind: 'hazard' } & CausedBy)
  /** requested by a client */
  | { readonly kind: 'givenByCaller' }
  /** reported by the worker or plugin of a custom task */
  | { readonly kind: 'givenByPlugin' }
  /** failed or cancelled */
  | ({ readonly kind: 'calledInstance' } & CausedBy);

/** Error that ended a transaction; `cause`: absent for an error end event, and in event histories before 0.2. */
export interface HazardError {
  readonly element: string;
  readonly code: string;
  readonly message: string;
  readonly isFailure: boolean;
  readonly cause?: FailureCause;
}

export type CancelCause =
  | { readonly kind: 'interrupted'; readonly by: 'boundaryEvent' | 'eventSubProcess'; readonly element: string }
  /** scope of the activity, or of the join where its token waits */
  | { readonly kind: 'scopeEnded' }
  /** `element`: terminate end event */
  | { readonly kind: 'terminated'; readonly element: string }
  /** another event of the event-based gateway occurred first */
  | { readonly kind: 'raceLost' }
  /** another iteration failed */
  | { readonly kind: 'iterationFailed' }
  | { readonly kind: 'completionConditionMet' }
  /** the join had already fired */
  | { readonly kind: 'lateToken' }
  /** the last token in the scope was cancelled */
  | { readonly kind: 'lastToken' }
  | { readonly kind: 'transactionCancelled' }
  | { readonly kind: 'transactionHazard' }
  | { readonly kind: 'instanceFailed' }
  | { readonly kind: 'modified' }
  /** requested by a client */
  | { readonly kind: 'givenByCaller' }
  /** its call activity ended */
  | { readonly kind: 'callingInstance' }
  /** it was cancelled */
  | { readonly kind: 'calledInstance' };

/** `iteration`: an iteration ended, and the loop fires its boundary event. */
export type Trigger =
  | { readonly kind: 'message' | 'signal' | 'timer' | 'conditional' | 'cancel' | 'compensation' | 'iteration' }
  | { readonly kind: 'error' | 'escalation'; readonly code: string };

/** `user`: of a user task. */
export type CompletionCause = { readonly kind: 'givenByCaller'; readonly user?: string };

/** The first failure along `of`: of the iteration or the called instance. `cause` itself without `of`. */
export function rootOf(cause: FailureCause): FailureCause {
  let root = cause;
  while ('of' in root && root.of !== undefined) root = root.of;
  return root;
}
