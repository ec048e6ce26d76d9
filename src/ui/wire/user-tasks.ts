import type { Timestamp } from './page.ts';

/** GET /ui/api/user-tasks: one pending task (docs/spec/pages.md#user-tasks). */
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
  /** fields of its form; absent when the model describes none */
  readonly fields?: readonly TaskFieldView[];
  /** what the model says about the task; each absent when it says nothing */
  readonly dueDate?: Timestamp;
  readonly followUpDate?: Timestamp;
  readonly priority?: number;
  readonly category?: string;
}

/** One field of a form. `values`: what an `enum` offers. */
export interface TaskFieldView {
  readonly id: string;
  readonly label?: string;
  readonly type: 'text' | 'number' | 'boolean' | 'date' | 'enum';
  readonly defaultValue?: string | number | boolean;
  readonly isRequired?: true;
  readonly isReadOnly?: true;
  readonly values?: readonly { readonly id: string; readonly label: string }[];
}
