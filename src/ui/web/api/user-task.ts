import { queryOptions } from '@tanstack/react-query';
import type { FormModel } from '../../../engine/model/model-texts.ts';
import type { UserTaskView } from '../../wire/user-tasks.ts';
import { getService, postService } from './client.ts';

/** See docs/contributing/spec/http/user-tasks.md#one-user-task. */
interface ServiceUserTask
  extends Pick<
    UserTaskView,
    | 'activityId'
    | 'assignee'
    | 'candidateUsers'
    | 'candidateGroups'
    | 'claimedBy'
    | 'createdAt'
    | 'dueDate'
    | 'followUpDate'
    | 'priority'
    | 'category'
    | 'name'
    | 'processName'
    | 'businessId'
    | 'formKey'
    | 'item'
    | 'isSuspended'
  > {
  readonly workflowInstanceId: string;
  readonly activityInstanceId: string;
  readonly taskState: UserTaskView['state'];
  readonly expectedOutputVariables: readonly string[];
  readonly processDefinitionKey?: string;
  readonly form?: FormModel;
}

/** Task in the form of the list. */
export const userTaskQuery = (taskId: string) =>
  queryOptions({ queryKey: ['/UserTasks', taskId], queryFn: ({ signal }) => readUserTask(taskId, signal) });

export async function readUserTask(taskId: string, signal?: AbortSignal): Promise<UserTaskView> {
  return viewOf(await getService<ServiceUserTask>(`/UserTasks/${encodeURIComponent(taskId)}`, {}, signal));
}

/** `changes`: members of the request (docs/contributing/spec/http/user-tasks.md#edit). */
export function editUserTask(taskId: string, changes: Readonly<Record<string, unknown>>): Promise<undefined> {
  return postService(`/UserTasks/${taskId}/edit`, changes);
}

function viewOf(answer: ServiceUserTask): UserTaskView {
  const { workflowInstanceId, activityInstanceId, taskState, expectedOutputVariables, processDefinitionKey, form, ...same } =
    answer;
  return {
    ...same,
    instanceId: workflowInstanceId,
    taskId: activityInstanceId,
    state: taskState,
    expectedOutputs: expectedOutputVariables,
    ...(processDefinitionKey !== undefined && { processKey: processDefinitionKey }),
    ...(form?.fields && { fields: form.fields }),
    ...(form?.notShown && { notShown: form.notShown }),
  };
}
