import type { Variables } from '../engine/values.ts';

/** Further conditions on the tasks to lock; an absent one always holds. */
export interface ChosenTasks {
  readonly taskId?: string;
  /** with its case */
  readonly taskType?: string;
  readonly processKeys?: readonly string[];
  readonly definitionIds?: readonly string[];
  readonly businessId?: string;
}

/** The lock on a custom task: its id is the activity instance's; the attempt is the fence. */
export interface CustomTaskLock {
  readonly instanceId: string;
  readonly taskId: string;
  readonly attempt: number;
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
  readonly lockedUntil: string;
}
