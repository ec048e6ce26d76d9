import type { Answer } from '../../platform/answer.ts';
import { isGuid } from '../../platform/ids.ts';
import { openTaskTypes, readErrorDetails } from '../../queries/open-custom-tasks.ts';
import { readIncidentDetails } from '../../queries/open-incidents.ts';
import { DONE, done, shown } from '../camunda-results.ts';
import type { ApiServices } from '../services.ts';
import { readingEach, readingOf } from '../shards/each-shard.ts';
import { type Camunda7Call, type Camunda7Endpoint, camundaTime, READ } from './endpoint.ts';
import { invalid } from './errors.ts';
import { findTask, unknownTask } from './external-tasks.ts';
import {
  countExternalTasks,
  type ExternalTask,
  type ExternalTaskFilter,
  findIncidentOf,
  listExternalTasks,
  taskOf,
} from './failed-external-tasks.ts';
import { Fields } from './fields.ts';
import { listEndpoints } from './lists.ts';
import { INT_MOST } from './values.ts';

/** Limit of 32-bit integers. */

/** Reads, and retries. */
export const externalTaskLists: readonly Camunda7Endpoint[] = [
  ...listEndpoints({
    pattern: '/external-task',
    summary: 'oldest first; after them the tasks without retries',
    methods: ['GET', 'POST'],
    sortBy: ['id', 'taskId', 'createTime'],
    isTransactional: true,
    readFilter,
    rows: listExternalTasks,
    orderOf: ({ incidentId, createdAt, taskId }) => [Number(incidentId !== undefined), createdAt, incidentId ?? taskId],
    idsIn: ({ open, failed }) => (open ?? failed)?.taskIds ?? (open ?? failed)?.instanceIds,
    count: countExternalTasks,
    json: taskJson,
  }),
  {
    ...READ,
    method: 'GET',
    pattern: '/external-task/topic-names',
    summary: '',
    async handle(call, services) {
      const fields = Fields.ofQuery(call);
      const isLocked = lockedFlag(fields, 'withLockedTasks', 'withUnlockedTasks');
      fields.ignore('withRetriesLeft');
      const { refusal } = fields;
      if (refusal !== undefined) return refusal;
      const types = await readingEach(services, undefined, ({ db }) => openTaskTypes(db, { isLocked, limits: call.limits }));
      return shown(types.length === 1 ? types[0] : [...new Set(types.flat())].sort());
    },
  },
  {
    method: 'PUT',
    pattern: '/external-task/{task}/retries',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'RetryIncident'],
    summary: 'of a task with an incident: retries the incident. 0 needs an incident',
    handle: setRetries,
  },
  {
    method: 'PUT',
    pattern: '/external-task/retries',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'RetryIncident'],
    summary: 'of `externalTaskIds` (at most 1,000), one after the other; 404 before the first change if one is unknown',
    handle: setRetriesOfMany,
  },
  {
    ...READ,
    method: 'GET',
    pattern: '/external-task/{task}',
    summary: '',
    async handle(call, services) {
      const task = await findAny(call, services);
      return task === undefined ? unknownTask(call) : shown(taskJson(task));
    },
  },
  {
    ...READ,
    method: 'GET',
    pattern: '/external-task/{task}/errorDetails',
    summary: 'of the latest failure; 204 without details',
    async handle(call, services) {
      const task = await findAny(call, services);
      if (task === undefined) return unknownTask(call);
      const { taskId, incidentId } = task;
      const details =
        incidentId === undefined
          ? (await readErrorDetails(services.db, [taskId])).get(taskId)
          : await readIncidentDetails(services.db, incidentId);
      return details === undefined ? DONE : { status: 200, contentType: 'text/plain; charset=utf-8', body: details };
    },
  },
];

/** Maximum number of tasks of one request, each with its own command. */
const MOST_TASKS = 1000;

/** Ends at the first error; earlier changes stay. */
async function setRetriesOfMany(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const fields = Fields.ofBody(call);
  const retries = fields.requiredWhole('retries', 1, INT_MOST);
  const ids = fields.texts('externalTaskIds') ?? [];
  if (ids.length === 0) fields.fail('externalTaskIds is required.');
  if (ids.length > MOST_TASKS) fields.fail(`externalTaskIds must have at most ${MOST_TASKS} entries.`);
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const calls = ids.map((id) => ({ ...call, params: [id] as const }));
  for (const one of calls) {
    const found = await readingOf(services, one.params[0] ?? '', (own) => findAny(one, own));
    if (found === undefined) return unknownTask(one);
  }
  for (const one of calls) {
    const set = await readingOf(services, one.params[0] ?? '', (own) => setRetriesOf(one, own, retries));
    if (set.status !== DONE.status) return set;
  }
  return DONE;
}

function setRetries(call: Camunda7Call, services: ApiServices): Answer | Promise<Answer> {
  const fields = Fields.ofBody(call);
  const retries = fields.requiredWhole('retries', 0, INT_MOST);
  return fields.refusal ?? setRetriesOf(call, services, retries);
}

/** 0 is refused for an open task. Of a task with an incident, retries the incident first; 0 changes nothing, because it has no retries. */
async function setRetriesOf(call: Camunda7Call, services: ApiServices, retries: number): Promise<Answer> {
  const task = await findTask(call, services);
  if (task !== undefined) {
    const { taskId, instanceId } = task;
    if (retries === 0) return invalid('retries 0 is not supported by Sluice while the external task is open.');
    return done(call, services, { kind: 'SetCustomTaskRetries', instanceId, taskId, retries });
  }
  const [id = ''] = call.params;
  const found = await findIncidentOf(call, services, id);
  if (found === undefined) return unknownTask(call);
  if (retries === 0) return DONE;
  const { incidentId, instanceId } = found;
  const retried = await done(call, services, { kind: 'RetryIncident', incidentId });
  if (retried.status !== DONE.status) return retried;
  const set = await done(call, services, { kind: 'SetCustomTaskRetries', instanceId, taskId: id.toLowerCase(), retries });
  // a worker may have finished the task
  return set.status < 500 ? DONE : set;
}

/** Open or without retries. Undefined: unknown, or the caller may not see its process. */
async function findAny(call: Camunda7Call, services: ApiServices): Promise<ExternalTask | undefined> {
  const open = await findTask(call, services);
  if (open !== undefined) return open;
  const incident = await findIncidentOf(call, services, call.params[0] ?? '');
  return incident === undefined ? undefined : taskOf(incident)[0];
}

/** Returns undefined if both flags or none are set. */
function lockedFlag(fields: Fields, locked: string, notLocked: string): boolean | undefined {
  if (fields.flag(locked) === true) return fields.flag(notLocked) === true ? undefined : true;
  return fields.flag(notLocked) === true ? false : undefined;
}

/** Reads the filter of both kinds of tasks. A condition that a task without retries cannot meet selects only open ones. */
function readFilter(fields: Fields, { limits }: Camunda7Call): ExternalTaskFilter {
  const taskIds = fields.oneOrMany('externalTaskId')?.filter(isGuid);
  const instanceIds = fields.oneOrMany('processInstanceId')?.filter(isGuid);
  const isActive = fields.flag('active');
  const isSuspended = fields.flag('suspended') === true ? true : isActive === true ? false : undefined;
  const hasRetries = fields.flag('withRetriesLeft') === true;
  const hasNone = fields.flag('noRetriesLeft') === true;
  const isLocked = lockedFlag(fields, 'locked', 'notLocked');
  const workerId = fields.text('workerId');
  const leastPriority = fields.whole('priorityHigherThanOrEquals', -INT_MOST, INT_MOST);
  const mostPriority = fields.whole('priorityLowerThanOrEquals', -INT_MOST, INT_MOST);
  const taskType = fields.text('topicName');
  const definitionId = fields.text('processDefinitionId');
  const processKeys = fields.oneOrMany('processDefinitionKey');
  const activityIds = fields.oneOrMany('activityId');
  fields.ignore('withoutTenantId');
  const shared = { taskIds, taskType, instanceIds, definitionId, activityIds, isSuspended, limits };
  const isOpenOnly =
    hasRetries || isLocked === true || workerId !== undefined || (leastPriority ?? 0) > 0 || (mostPriority ?? 0) < 0;
  return {
    open: hasNone ? undefined : { ...shared, processKeys, workerId, isLocked, leastPriority, mostPriority },
    failed: isOpenOnly ? undefined : { ...shared, keys: processKeys },
  };
}

function taskJson(task: ExternalTask): object {
  const { lockedBy } = task;
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
    retries: retriesOf(task),
    suspended: task.isSuspended,
    workerId: lockedBy,
    topicName: task.taskType,
    tenantId: null,
    priority: task.priority,
    businessKey: task.businessId,
  };
}

/** 0 with an incident; null: the configuration decides. */
function retriesOf({ incidentId, failures, attempts }: ExternalTask): number | null {
  if (incidentId !== undefined) return 0;
  return attempts === null ? null : Math.max(1, attempts - failures);
}
