import { z } from 'zod';
import { isWithin, type KeyLimits } from '../../../platform/access-roles.ts';
import { errorAnswer, jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { instanceCondition, limited } from '../../../queries/key-limits.ts';
import { parseListQuery } from '../../../queries/lists/list-query.ts';
import { findUserTask, shownItem, type UserTaskItem } from '../../../queries/user-tasks/user-task.ts';
import { listUserTasks, readAudience, taskInstance, userTaskNames } from '../../../queries/user-tasks/user-tasks.ts';
import { readQueryParameters } from '../../../requests/request-texts.ts';
import type { Endpoint } from '../../endpoint.ts';
import { userTaskNotFound } from '../../http-errors.ts';
import { readerOf, refusalUntilReached } from '../../min-position.ts';
import { listQuery } from '../../openapi/parameters.ts';
import { userTaskForm } from '../../schemas/forms.ts';
import { guid, iterationItem, paging, type ResponseBody, timestamp } from '../../schemas/values.ts';
import { USER_TASK_NOT_FOUND } from '../refusals.ts';

/** See docs/contributing/spec/http/user-tasks.md#list-of-user-tasks. */
const userTask = z
  .object({
    workflowInstanceId: guid,
    activityInstanceId: guid,
    activityId: z.string(),
    assignee: z.string().nullable(),
    candidateGroups: z.array(z.string()),
    candidateUsers: z.array(z.string()),
    claimedBy: z.string().nullable(),
    taskState: z.enum(['Created', 'Claimed']),
    createdAt: timestamp,
    expectedOutputVariables: z.array(z.string()),
    form: userTaskForm.optional().meta({ description: 'Absent if the model has none.' }),
    formKey: z.string().optional().meta({ description: 'Key of the form, otherwise its id.' }),
    name: z.string().optional().meta({ description: 'Absent if the model has none.' }),
    processDefinitionKey: z.string().optional().meta({ description: 'Key of the process that contains the task.' }),
    processName: z.string().optional().meta({ description: 'Absent if the model has none.' }),
    businessId: z.string().optional().meta({ description: 'Absent if the instance has none.' }),
    dueDate: timestamp.optional().meta({ description: 'Absent if the model has none, as the three below.' }),
    followUpDate: timestamp.optional(),
    priority: z.int().optional(),
    category: z.string().optional(),
    item: iterationItem.optional(),
    isSuspended: z.boolean().optional().meta({ description: 'True if its instance is suspended. Otherwise absent.' }),
  })
  .meta({ id: 'UserTask' });

const userTaskPage = z.object({ data: z.array(userTask), ...paging }).meta({ id: 'UserTaskPage' });

export const userTaskReads: readonly Endpoint[] = [
  {
    method: 'GET',
    pattern: '/UserTasks',
    permission: 'see-tasks',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'listUserTasks',
    tag: 'User tasks',
    summary: 'List pending user tasks',
    readsProjection: true,
    shards: { rows: 'data', sorts: '-CreatedAt', id: 'activityInstanceId' },
    query: listQuery(
      'CreatedAt, TaskState, DueDate, FollowUpDate, Priority, Category, Name, ProcessDefinitionKey, BusinessId',
      'CreatedAt, DueDate, FollowUpDate, Priority',
      '-CreatedAt',
    ).extend({
      assignee: z.string().optional().meta({ description: 'Only tasks with this assignee.' }),
      candidateGroup: z.string().optional().meta({ description: 'Only tasks with this candidate group.' }),
    }),
    examples: {
      'of a group': { candidateGroup: 'managers', sorts: 'CreatedAt' },
      'of a person': { assignee: 'john', filters: 'TaskState==Claimed' },
      'of a process': { filters: 'ProcessDefinitionKey==order,BusinessId==PO-1001' },
    },
    answer: userTaskPage,
    async handle(request, { db, lists }) {
      const parameters = readQueryParameters(request.queryText);
      const query = parseListQuery(parameters, userTaskNames);
      if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
      const refusal = await refusalUntilReached(db, request);
      if (refusal !== undefined) return refusal;
      const audience = readAudience(parameters);
      const within = limited(query.value, instanceCondition(taskInstance, request.limits));
      const found = await lists.read(readerOf(request), (place) => listUserTasks(place, audience, within));
      const { items, page, pageSize, totalCount } = found;
      return jsonAnswer({ data: items.map((task) => userTaskJson(task, request.seenKeys)), page, pageSize, totalCount });
    },
  },
  {
    method: 'GET',
    pattern: '/UserTasks/{activityInstanceId}',
    permission: 'see-tasks',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'readUserTask',
    tag: 'User tasks',
    summary: 'Read a pending user task',
    readsProjection: true,
    answer: userTask,
    refusals: [USER_TASK_NOT_FOUND],
    async handle(request, { db }) {
      const refusal = await refusalUntilReached(db, request);
      if (refusal !== undefined) return refusal;
      const [taskId = ''] = request.params;
      const task = await findUserTask(db, taskId, request.limits);
      return task === undefined
        ? errorAnswer('unknown-user-task', userTaskNotFound(taskId))
        : jsonAnswer(userTaskJson(task, request.seenKeys));
    },
  },
];

/** `seenKeys`: process keys whose variables the caller may see. */
function userTaskJson(task: UserTaskItem, seenKeys: KeyLimits): ResponseBody<typeof userTask> {
  const [name, processDefinitionKey, processName, businessId] = task.called;
  const form = task.form === null ? undefined : (JSON.parse(task.form) as ResponseBody<typeof userTaskForm>);
  const formKey = form?.key ?? form?.id;
  return {
    workflowInstanceId: task.instanceId,
    activityInstanceId: task.taskId,
    activityId: task.activityId,
    assignee: task.assignee,
    candidateGroups: [...task.candidateGroups],
    candidateUsers: [...task.candidateUsers],
    claimedBy: task.claimedBy,
    taskState: task.claimedBy === null ? 'Created' : 'Claimed',
    createdAt: formatTimestamp(task.createdAt),
    expectedOutputVariables: [...task.expectedOutputs],
    ...(form && { form }),
    ...(formKey !== undefined && { formKey }),
    ...(name != null && { name }),
    ...(processDefinitionKey != null && { processDefinitionKey }),
    ...(processName != null && { processName }),
    ...(businessId != null && { businessId }),
    ...(task.dueAt !== null && { dueDate: formatTimestamp(task.dueAt) }),
    ...(task.followUpAt !== null && { followUpDate: formatTimestamp(task.followUpAt) }),
    ...(task.priority !== null && { priority: task.priority }),
    ...(task.category !== null && { category: task.category }),
    ...(task.item !== null && { item: shownItem(task.item, isWithin(seenKeys, processDefinitionKey ?? null)) }),
    ...(task.isSuspended && { isSuspended: true }),
  };
}
