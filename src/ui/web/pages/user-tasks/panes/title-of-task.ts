import type { UserTaskView } from '../../../../wire/user-tasks.ts';

export function titleOfTask({ name, activityId }: Pick<UserTaskView, 'name' | 'activityId'>): string {
  return name ?? activityId;
}

/** The business id distinguishes tasks of the same kind. */
export function calledOf(task: Pick<UserTaskView, 'name' | 'activityId' | 'businessId'>): string {
  return task.businessId === undefined ? titleOfTask(task) : `${titleOfTask(task)}, ${task.businessId}`;
}
