import { z } from 'zod';
import { jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import type { WithRoot } from '../../../queries/instances/called-incidents.ts';
import { limited } from '../../../queries/key-limits.ts';
import { parseListQuery } from '../../../queries/lists/list-query.ts';
import {
  type OpenCustomTaskItem,
  openCustomTaskCondition,
  openCustomTaskNames,
  readOpenCustomTasks,
} from '../../../queries/open-custom-tasks.ts';
import { readQueryParameters } from '../../../requests/request-texts.ts';
import type { Endpoint } from '../../endpoint.ts';
import { listQuery } from '../../openapi/parameters.ts';
import { rootJson, rootMembers } from '../../schemas/called-incidents.ts';
import { guid, orNull, paging, type ResponseBody, timestamp } from '../../schemas/values.ts';

/** See docs/contributing/spec/http/custom-tasks.md#open-tasks. */
const openCustomTask = z
  .object({
    activityInstanceId: guid,
    workflowInstanceId: guid,
    processDefinitionId: z.string(),
    processDefinitionKey: z.string(),
    activityId: z.string(),
    taskType: z.string(),
    businessId: z.string().nullable(),
    ...rootMembers,
    attempt: z.int().min(0).meta({ description: 'Number of attempts that have begun.' }),
    failures: z.int().min(0).meta({ description: 'Number of failed attempts.' }),
    retries: orNull(z.int()).meta({ description: 'Remaining attempts. Null if the configuration of the service decides.' }),
    errorMessage: orNull(z.string()).meta({ description: 'Message of the latest failed attempt. Null if none failed.' }),
    lockedBy: orNull(z.string()).meta({ description: 'Worker that holds the lock. Null if the task waits.' }),
    availableAt: timestamp.meta({ description: 'End of the lock, or earliest time of the next attempt.' }),
    isSuspended: z.boolean(),
    createdAt: timestamp,
  })
  .meta({ id: 'OpenCustomTask' });

const openCustomTaskPage = z.object({ items: z.array(openCustomTask), ...paging }).meta({ id: 'OpenCustomTaskPage' });

/** Rows are written in the transaction of their instance, so no wait for the projection. */
export const openCustomTaskReads: readonly Endpoint[] = [
  {
    method: 'GET',
    pattern: '/OpenCustomTasks',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'listOpenCustomTasks',
    tag: 'Custom tasks',
    summary: 'List open tasks',
    description: 'Custom tasks that wait for a worker or are locked by one, oldest first.',
    shards: { sorts: 'CreatedAt', id: 'activityInstanceId' },
    query: listQuery(
      'InstanceId, ProcessKey, ActivityId, TaskType, LockedBy, BusinessId, Failures, CreatedAt, AvailableAt',
      'CreatedAt, AvailableAt, Failures',
      'CreatedAt',
    ),
    examples: { 'of one type': { filters: 'TaskType==print' }, failing: { filters: 'Failures>=1', sorts: '-Failures' } },
    answer: openCustomTaskPage,
    async handle({ path, queryText, limits }, { db }) {
      const query = parseListQuery(readQueryParameters(queryText), openCustomTaskNames);
      if (!query.ok) return problemAnswer('invalid-query', query.detail, path);
      const found = await readOpenCustomTasks(db, limited(query.value, openCustomTaskCondition(limits)), limits);
      const { items, totalCount, page, pageSize } = found;
      return jsonAnswer({ items: items.map(openTaskJson), totalCount, page, pageSize });
    },
  },
];

function openTaskJson(task: WithRoot<OpenCustomTaskItem>): ResponseBody<typeof openCustomTask> {
  return {
    activityInstanceId: task.taskId,
    workflowInstanceId: task.instanceId,
    processDefinitionId: task.definitionId,
    processDefinitionKey: task.processKey,
    activityId: task.activityId,
    taskType: task.taskType,
    businessId: task.businessId,
    ...(task.root !== undefined && rootJson(task.root)),
    attempt: task.attempt,
    failures: task.failures,
    retries: task.attempts === null ? null : task.attempts - task.failures,
    errorMessage: task.errorMessage,
    lockedBy: task.lockedBy,
    availableAt: formatTimestamp(task.availableAt),
    isSuspended: task.isSuspended,
    createdAt: formatTimestamp(task.createdAt),
  };
}
