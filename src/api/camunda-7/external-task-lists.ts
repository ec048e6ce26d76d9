import type { Answer } from '../../platform/answer.ts';
import { entityId, isGuid } from '../../platform/ids.ts';
import {
  countOpenCustomTasks,
  listOpenCustomTasks,
  type OpenCustomTask,
  type OpenCustomTaskFilter,
  openTaskTypes,
} from '../../queries/open-custom-tasks.ts';
import { listOpenIncidents } from '../../queries/open-incidents.ts';
import { DONE, done, shown } from '../camunda-results.ts';
import type { ApiServices } from '../services.ts';
import { type Camunda7Call, type Camunda7Endpoint, camundaTime, READ } from './endpoint.ts';
import { invalid } from './errors.ts';
import { findTask, unknownTask } from './external-tasks.ts';
import { Fields } from './fields.ts';
import { listEndpoints } from './lists.ts';

/** Open incidents that are compared with an id. */
const MOST_INCIDENTS = 10_000;

/** Reads of external tasks, and their retries. */
export const externalTaskLists: readonly Camunda7Endpoint[] = [
  ...listEndpoints({
    pattern: '/external-task',
    summary: 'oldest first',
    methods: ['GET', 'POST'],
    sortBy: ['id', 'taskId', 'createTime'],
    isTransactional: true,
    readFilter,
    rows: listOpenCustomTasks,
    count: countOpenCustomTasks,
    json: taskJson,
  }),
  {
    ...READ,
    method: 'GET',
    pattern: '/external-task/topic-names',
    summary: '',
    async handle(call, { db }) {
      const fields = Fields.ofQuery(call);
      const isLocked = lockedFlag(fields, 'withLockedTasks', 'withUnlockedTasks');
      fields.ignore('withRetriesLeft');
      return fields.refusal ?? shown(await openTaskTypes(db, { isLocked, limits: call.limits }));
    },
  },
  {
    method: 'PUT',
    pattern: '/external-task/{task}/retries',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'RetryIncident'],
    summary: 'of a task with an incident: retries the incident, with the attempts of its model. 0 needs an incident',
    handle: setRetries,
  },
  {
    ...READ,
    method: 'GET',
    pattern: '/external-task/{task}',
    summary: '',
    async handle(call, services) {
      const task = await findTask(call, services);
      return task === undefined ? unknownTask(call) : shown(taskJson(task));
    },
  },
];

/** Sets the retries of an open task. A task with an incident gets another attempt. */
async function setRetries(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const fields = Fields.ofBody(call);
  const retries = fields.requiredWhole('retries', 0, 2_147_483_647);
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const task = await findTask(call, services);
  if (task !== undefined) {
    const { taskId, instanceId } = task;
    if (retries === 0) return invalid('retries 0 is not supported by Sluice while the external task is open.');
    return done(call, services, { kind: 'SetCustomTaskRetries', instanceId, taskId, retries });
  }
  const [id = ''] = call.params;
  const incidents = await listOpenIncidents(services.db, { limits: call.limits }, { skipped: 0, most: MOST_INCIDENTS });
  const found = incidents.find(({ instanceId, entry }) => entry !== null && entityId(instanceId, entry) === id.toLowerCase());
  if (found === undefined) return unknownTask(call);
  return retries === 0 ? DONE : done(call, services, { kind: 'RetryIncident', incidentId: found.incidentId });
}

function lockedFlag(fields: Fields, locked: string, notLocked: string): boolean | undefined {
  if (fields.flag(locked) === true) return fields.flag(notLocked) === true ? undefined : true;
  return fields.flag(notLocked) === true ? false : undefined;
}

function readFilter(fields: Fields, { limits }: Camunda7Call): OpenCustomTaskFilter {
  const taskIds = fields.oneOrMany('externalTaskId');
  const instanceIds = fields.oneOrMany('processInstanceId');
  const isActive = fields.flag('active');
  const isSuspended = fields.flag('suspended');
  // every open task has retries left: without them its activity has failed or has an incident
  fields.ignore('withRetriesLeft', 'withoutTenantId');
  return {
    taskIds: taskIds?.filter(isGuid),
    taskType: fields.text('topicName'),
    workerId: fields.text('workerId'),
    instanceIds: instanceIds?.filter(isGuid),
    definitionId: fields.text('processDefinitionId'),
    processKeys: fields.oneOrMany('processDefinitionKey'),
    activityIds: fields.oneOrMany('activityId'),
    isLocked: lockedFlag(fields, 'locked', 'notLocked'),
    isSuspended: isSuspended === true ? true : isActive === true ? false : undefined,
    limits,
  };
}

function taskJson(task: OpenCustomTask): object {
  const { attempts, failures, lockedBy } = task;
  return {
    activityId: task.activityId,
    activityInstanceId: task.taskId,
    errorMessage: task.errorMessage,
    executionId: task.instanceId,
    id: task.taskId,
    lockExpirationTime: lockedBy === null ? null : camundaTime(task.availableAt),
    createTime: camundaTime(task.createdAt),
    processDefinitionId: task.definitionId,
    processDefinitionKey: task.processKey,
    processDefinitionVersionTag: task.versionTag,
    processInstanceId: task.instanceId,
    retries: failures === 0 || attempts === null ? null : Math.max(1, attempts - failures),
    suspended: task.isSuspended,
    workerId: lockedBy,
    topicName: task.taskType,
    tenantId: null,
    priority: 0,
    businessKey: task.businessId,
  };
}
