import type { Variables } from '../engine/values.ts';

/** Further conditions on the tasks to lock; an absent one always holds. */
export interface ChosenTasks {
  readonly taskId?: string;
  /** with its case */
  readonly taskType?: string;
  readonly processKeys?: readonly string[];
  readonly definitionIds?: readonly string[];
  readonly businessId?: string;
  /** values in the input of the task, as JSON texts by name */
  readonly inputs?: Readonly<Record<string, string>>;
  /** tasks with a higher priority first */
  readonly byPriority?: boolean;
}

/** The lock on a custom task: its id is the activity instance's; the attempt is the fence. */
export interface CustomTaskLock {
  readonly instanceId: string;
  readonly taskId: string;
  readonly attempt: number;
}

/** A failed attempt, as the holder of the lock reports it. */
export interface FailedAttempt {
  readonly code: string;
  readonly message: string;
  /** for the people who repair it, such as a stack trace; absent: none */
  readonly details?: string;
  /** false: the activity fails immediately, without its remaining retries */
  readonly isRetryable: boolean;
  /** wait before the next attempt; null: the model or the configuration decides */
  readonly retryAfterMs: number | null;
  /** attempts that are left from now on, instead of those of the model; absent: not set. 0: as if none was left */
  readonly retriesLeft?: number;
  /** set in the scope of the activity, and in the input of the next attempt; absent: none */
  readonly variables?: Variables;
}

/** A custom task as a remote worker gets it. `lockedUntil`: ISO text. */
export interface LockedCustomTask extends CustomTaskLock {
  readonly taskType: string;
  readonly definitionId: string;
  readonly processKey: string;
  readonly activityId: string;
  readonly businessId: string | null;
  readonly input: Variables;
  /** fixed texts of the model; absent in replies of before 0.3 */
  readonly headers?: Readonly<Record<string, string>>;
  /** attempts that are left, this one included; absent in replies of before 0.3 */
  readonly retries?: number;
  /** attempts that have failed; absent: none */
  readonly failures?: number;
  /** message of the latest failed attempt; absent: none */
  readonly errorMessage?: string;
  /** absent: 0 */
  readonly priority?: number;
  readonly lockedUntil: string;
}
