import type { UserTaskView } from '../../../../wire/user-tasks.ts';

/** What people call a task: its name, else its id in the model. */
export function titleOfTask({ name, activityId }: Pick<UserTaskView, 'name' | 'activityId'>): string {
  return name ?? activityId;
}
