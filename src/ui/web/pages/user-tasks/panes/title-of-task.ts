import type { UserTaskView } from '../../../../wire/user-tasks.ts';

/** The name of a task, or its id in the model. */
export function titleOfTask({ name, activityId }: Pick<UserTaskView, 'name' | 'activityId'>): string {
  return name ?? activityId;
}

/** Returns the title with the business id, which distinguishes tasks of the same kind. */
export function calledOf(task: Pick<UserTaskView, 'name' | 'activityId' | 'businessId'>): string {
  return task.businessId === undefined ? titleOfTask(task) : `${titleOfTask(task)}, ${task.businessId}`;
}
