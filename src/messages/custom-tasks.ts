import type { Variables } from '../engine/values.ts';

/** Further conditions on the tasks to lock; an absent member does not limit the tasks. */
export interface ChosenTasks {
  readonly taskId?: string;
  /** in its original case: tasks with another case are not locked */
  readonly taskType?: string;
  readonly processKeys?: readonly string[];
  readonly definitionIds?: readonly string[];
  readonly businessId?: string;
  /** values in the input of the task, as JSON texts by name */
  readonly inputs?: Readonly<Record<string, string>>;
  /** tasks with a higher priority first */
  readonly byPriority?: boolean;
}

/** The lock on a custom task. `taskId`: id of the activity instance. `attempt`: fencing token. */
export interface CustomTaskLock {
  readonly instanceId: string;
  readonly taskId: string;
  readonly attempt: number;
}

/** A failed attempt, reported by the holder of the lock. */
export interface FailedAttempt {
  readonly code: string;
  readonly message: string;
  /** text for operators, such as a stack trace; absent: none */
  readonly details?: string;
  /** false: the activity fails immediately, without its remaining retries */
  readonly isRetryable: boolean;
  /** delay before the next attempt in ms; null: the model or the configuration decides */
  readonly retryAfterMs: number | null;
  /** number of remaining attempts, instead of that of the model; absent: the model or the configuration decides. 0: the activity fails */
  readonly retriesLeft?: number;
  /** written to the scope of the activity, and added to the input of the next attempt; absent: none */
  readonly variables?: Variables;
}

/** A custom task as an external worker receives it. `lockedUntil`: ISO text. */
export interface LockedCustomTask extends CustomTaskLock {
  readonly taskType: string;
  readonly definitionId: string;
  readonly processKey: string;
  readonly activityId: string;
  readonly businessId: string | null;
  readonly input: Variables;
  /** fixed texts of the model; absent in replies of releases before 0.3 */
  readonly headers?: Readonly<Record<string, string>>;
  /** number of remaining attempts, including this one; absent in replies of releases before 0.3 */
  readonly retries?: number;
  /** number of failed attempts; absent: none */
  readonly failures?: number;
  /** message of the latest failed attempt; absent: none */
  readonly errorMessage?: string;
  /** absent: 0 */
  readonly priority?: number;
  readonly lockedUntil: string;
}
