import type { UserTaskView } from '../../../../wire/user-tasks.ts';
import { hasCode } from '../../../api/client.ts';
import { itemWords } from '../../../components/item-words.ts';
import { pageTexts } from '../../../texts/user-tasks.ts';

export function titleOfTask({ name, activityId }: Pick<UserTaskView, 'name' | 'activityId'>): string {
  return name ?? activityId;
}

/** Business id and iteration distinguish tasks of the same kind. */
export function calledOf(task: Pick<UserTaskView, 'name' | 'activityId' | 'businessId' | 'item'>): string {
  return [titleOfTask(task), itemWords(task.item), task.businessId].filter((text) => text !== undefined).join(', ');
}

/** Reason why nothing can be done with a task of a suspended instance. Names the process and the business id. */
export function suspendedWords({ processName, processKey, businessId }: UserTaskView): string {
  const name = [processName ?? processKey, businessId].filter((text) => text !== undefined).join(', ');
  return pageTexts.suspendedInstance(name);
}

/** Text for a rejected action. */
export function refusalOf(task: UserTaskView, error: Error): string;
export function refusalOf(task: UserTaskView, error: Error | null): string | undefined;
export function refusalOf(task: UserTaskView, error: Error | null): string | undefined {
  return hasCode(error, 'instance-suspended') ? suspendedWords(task) : error?.message;
}
