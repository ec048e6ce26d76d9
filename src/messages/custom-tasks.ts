import type { Variables } from '../engine/values.ts';

/** An absent member does not limit the tasks to lock. */
export interface ChosenTasks {
  readonly taskId?: string;
  /** tasks with another case are not locked */
  readonly taskType?: string;
  readonly processKeys?: readonly string[];
  readonly definitionIds?: readonly string[];
  readonly businessId?: string;
  /** values in the input of the task, as JSON texts by name */
  readonly inputs?: Readonly<Record<string, string>>;
  /** higher priority first */
  readonly byPriority?: boolean;
}

/** `taskId`: activity instance. `attempt`: fencing token. */
export interface CustomTaskLock {
  readonly instanceId: string;
  readonly taskId: string;
  readonly attempt: number;
}

/** Failed attempt, reported by the holder of the lock. */
export interface FailedAttempt {
  readonly code: string;
  readonly message: string;
  /** text for operators, such as a stack trace */
  readonly details?: string;
  /** false: the activity fails immediately, without its remaining retries */
  readonly isRetryable: boolean;
  /** delay before the next attempt; null: the model or the configuration decides */
  readonly retryAfterMs: number | null;
  /** remaining attempts; 0: the activity fails. Absent: the model or the configuration decides */
  readonly retriesLeft?: number;
  /** written to the scope of the activity, and added to the input of the next attempt */
  readonly variables?: Variables;
}

/** Task as an external worker receives it. `lockedUntil`: ISO text. */
export interface LockedCustomTask extends CustomTaskLock {
  readonly taskType: string;
  readonly definitionId: string;
  readonly processKey: string;
  readonly activityId: string;
  readonly businessId: string | null;
  readonly input: Variables;
  /** fixed texts of the model; absent in replies of releases before 0.3 */
  readonly headers?: Readonly<Record<string, string>>;
  /** remaining attempts, including this one; absent in replies of releases before 0.3 */
  readonly retries?: number;
  /** failed attempts */
  readonly failures?: number;
  /** message of the latest failed attempt */
  readonly errorMessage?: string;
  /** absent: 0 */
  readonly priority?: number;
  readonly lockedUntil: string;
}
