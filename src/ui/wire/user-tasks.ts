import type { FormField } from '../../engine/model/model-texts.ts';
import type { IterationItem } from '../../engine/state/iteration-item.ts';
import type { Timestamp } from './page.ts';

/** GET /ui/api/user-tasks (docs/contributing/spec/pages.md#user-tasks). */
export interface UserTaskView {
  readonly taskId: string;
  readonly instanceId: string;
  readonly activityId: string;
  readonly assignee: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  readonly claimedBy: string | null;
  readonly state: 'Created' | 'Claimed';
  readonly createdAt: Timestamp;
  readonly expectedOutputs: readonly string[];
  /** absent: the model describes none */
  readonly fields?: readonly FormField[];
  /** parts of the form that ask for values and cannot be shown */
  readonly notShown?: readonly string[];
  /** values from the model; absent if not set */
  readonly dueDate?: Timestamp;
  readonly followUpDate?: Timestamp;
  readonly priority?: number;
  readonly category?: string;
  /** names of the task, process and instance; absent without */
  readonly name?: string;
  readonly processKey?: string;
  readonly processName?: string;
  readonly businessId?: string;
  /** key of the form, else the id */
  readonly formKey?: string;
  /** iteration of a loop; absent outside of loops. Its `text` only for users who may see the instance */
  readonly item?: IterationItem;
  /** absent if its instance is not suspended */
  readonly isSuspended?: boolean;
}
