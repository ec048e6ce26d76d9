import type { Answer } from '../../platform/answer.ts';
import { entityId } from '../../platform/ids.ts';
import { type PastIncident, type PastTask, readTaskNames, readWorkHistory } from '../../queries/history/work-history.ts';
import { DEFAULT_PRIORITY } from '../../queries/user-tasks/chosen-tasks.ts';
import { shown } from '../camunda-results.ts';
import type { ApiServices } from '../services.ts';
import { type Camunda7Call, type Camunda7Endpoint, camundaTime, camundaTimeOrNull, READ } from './endpoint.ts';
import { Fields } from './fields.ts';
import { counted, readInstanceId } from './history.ts';
import { visibleState } from './instance-state.ts';

const GET = { ...READ, method: 'GET' } as const;

/** User tasks and incidents of an instance, also ended ones. */
export const workHistoryEndpoints: readonly Camunda7Endpoint[] = [
  { ...GET, pattern: '/history/task', summary: 'needs `processInstanceId`; oldest first', handle: tasks },
  { ...GET, pattern: '/history/task/count', summary: 'needs `processInstanceId`', handle: counted(tasks) },
  { ...GET, pattern: '/history/incident', summary: 'needs `processInstanceId`; oldest first', handle: incidents },
  { ...GET, pattern: '/history/incident/count', summary: 'needs `processInstanceId`', handle: counted(incidents) },
];

/** An instance of a history. */
interface Owner {
  readonly instanceId: string;
  readonly definitionId: string;
}

async function tasks(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const fields = Fields.ofQuery(call);
  const wantedId = readInstanceId(fields);
  const taskId = fields.text('taskId')?.toLowerCase();
  const activityIds = fields.oneOrMany('taskDefinitionKey');
  const assignee = fields.text('taskAssignee');
  const isFinished = flagOf(fields, 'finished', 'unfinished');
  const { skipped, most } = fields.window();
  const { isDescending } = fields.order(['startTime']);
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const state = wantedId === undefined ? undefined : await visibleState(call, services, wantedId);
  if (state === undefined) return shown([]);
  const { instanceId, definitionId } = state;
  const [history, names] = await Promise.all([
    readWorkHistory(services.db, instanceId, call.hasLeft),
    readTaskNames(services.db, definitionId),
  ]);
  const found = history.tasks.filter(
    (task) =>
      (taskId === undefined || entityId(instanceId, task.created.entry) === taskId) &&
      (activityIds === undefined || activityIds.includes(task.created.element)) &&
      (assignee === undefined || task.assignee === assignee) &&
      (isFinished === undefined || (task.endedAt !== null) === isFinished),
  );
  const ordered = isDescending ? found.toReversed() : found;
  const owner = { instanceId, definitionId };
  return shown(
    ordered
      .slice(skipped, skipped + most)
      .map((task) => taskJson(task, owner, names[task.created.element] ?? task.created.element)),
  );
}

/** The value of two flags that exclude each other; undefined: both or none. */
function flagOf(fields: Fields, yes: string, no: string): boolean | undefined {
  const [isYes, isNo] = [fields.flag(yes) === true, fields.flag(no) === true];
  return isYes === isNo ? undefined : isYes;
}

function taskJson({ created, createdAt, endedAt, assignee, isCompleted }: PastTask, owner: Owner, name: string): object {
  const { instanceId, definitionId } = owner;
  const { plan = {} } = created;
  const id = entityId(instanceId, created.entry);
  const ended = isCompleted ? 'completed' : 'deleted';
  return {
    id,
    processDefinitionKey: definitionId.split(':')[0],
    processDefinitionId: definitionId,
    processInstanceId: instanceId,
    executionId: instanceId,
    rootProcessInstanceId: instanceId,
    activityInstanceId: id,
    taskDefinitionKey: created.element,
    name,
    description: null,
    deleteReason: endedAt === null ? null : ended,
    owner: null,
    assignee,
    startTime: camundaTime(createdAt),
    endTime: camundaTimeOrNull(endedAt),
    duration: endedAt === null ? null : endedAt.getTime() - createdAt.getTime(),
    priority: plan.priority ?? DEFAULT_PRIORITY,
    due: camundaTimeOrNull(plan.dueAt ?? null),
    followUp: camundaTimeOrNull(plan.followUpAt ?? null),
    parentTaskId: null,
    caseDefinitionKey: null,
    caseDefinitionId: null,
    caseInstanceId: null,
    caseExecutionId: null,
    tenantId: null,
    removalTime: null,
    taskState: endedAt === null ? 'Created' : isCompleted ? 'Completed' : 'Deleted',
  };
}

async function incidents(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const fields = Fields.ofQuery(call);
  const wantedId = readInstanceId(fields);
  const incidentId = fields.text('incidentId')?.toLowerCase();
  const activityIds = fields.oneOrMany('activityId');
  const isOpen = fields.flag('open') === true;
  const isResolved = fields.flag('resolved') === true;
  const isDeleted = fields.flag('deleted') === true;
  const { skipped, most } = fields.window();
  const { isDescending } = fields.order(['createTime']);
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const state = wantedId === undefined ? undefined : await visibleState(call, services, wantedId);
  if (state === undefined) return shown([]);
  const { instanceId, definitionId } = state;
  const history = await readWorkHistory(services.db, instanceId, call.hasLeft);
  const found = history.incidents.filter(
    ({ raised, endedAt, isGone }) =>
      (incidentId === undefined || entityId(instanceId, raised.incident) === incidentId) &&
      (activityIds === undefined || activityIds.includes(raised.element)) &&
      (!isOpen || endedAt === null) &&
      (!isResolved || (endedAt !== null && !isGone)) &&
      (!isDeleted || isGone),
  );
  const ordered = isDescending ? found.toReversed() : found;
  return shown(ordered.slice(skipped, skipped + most).map((incident) => incidentJson(incident, { instanceId, definitionId })));
}

function incidentJson({ raised, raisedAt, endedAt, isGone }: PastIncident, { instanceId, definitionId }: Owner): object {
  const id = entityId(instanceId, raised.incident);
  const isTask = raised.repeat.kind === 'job';
  const work = raised.entry === null ? null : entityId(instanceId, raised.entry);
  return {
    id,
    processDefinitionKey: definitionId.split(':')[0],
    processDefinitionId: definitionId,
    processInstanceId: instanceId,
    executionId: instanceId,
    rootProcessInstanceId: instanceId,
    createTime: camundaTime(raisedAt),
    endTime: camundaTimeOrNull(endedAt),
    removalTime: null,
    incidentType: isTask ? 'failedExternalTask' : 'failedJob',
    activityId: raised.element,
    failedActivityId: isTask ? null : raised.element,
    causeIncidentId: id,
    rootCauseIncidentId: id,
    configuration: work,
    historyConfiguration: null,
    incidentMessage: raised.message,
    tenantId: null,
    jobDefinitionId: null,
    open: endedAt === null,
    deleted: isGone,
    resolved: endedAt !== null && !isGone,
    annotation: null,
  };
}
