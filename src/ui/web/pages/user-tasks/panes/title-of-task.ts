import type { UserTaskView } from '../../../../wire/user-tasks.ts';

/** The name of a task, or its id in the model. */
export function titleOfTask({ name, activityId }: Pick<UserTaskView, 'name' | 'activityId'>): string {
  return name ?? activityId;
}
