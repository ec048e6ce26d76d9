import type { Answer } from '../../platform/answer.ts';
import { entityId } from '../../platform/ids.ts';
import {
  type JobChange,
  type PastIncident,
  type PastTask,
  readTaskNames,
  readWorkHistory,
  type WorkHistory,
} from '../../queries/history/work-history.ts';
import { DEFAULT_PRIORITY } from '../../queries/user-tasks/chosen-tasks.ts';
import { keyOfDefinition, shown } from '../camunda-results.ts';
import type { ApiServices } from '../services.ts';
import { readingOf } from '../shards/each-shard.ts';
import { type Camunda7Call, type Camunda7Endpoint, camundaTime, camundaTimeOrNull, READ } from './endpoint.ts';
import { Fields } from './fields.ts';
import { counted, readInstanceId } from './history.ts';
import { visibleState } from './instance-state.ts';
import { INT_MOST } from './values.ts';

/** Limit of 32-bit integers. */

/** User tasks, incidents and external tasks of one instance, also ended ones. */
export const workHistoryEndpoints: readonly Camunda7Endpoint[] = [
  ...historyOf('task', '', { sortBy: 'startTime', readFilter: readTaskFilter, items: ({ tasks }) => tasks, json: taskJson }),
  ...historyOf('incident', '', {
    ...{ sortBy: 'createTime', readFilter: readIncidentFilter },
    ...{ items: ({ incidents }) => incidents, json: incidentJson },
  }),
  ...historyOf('external-task-log', '; without worker, and of failures only those without retries', {
    ...{ sortBy: 'timestamp', readFilter: readLogFilter },
    ...{ items: ({ jobChanges }) => jobChanges.map((change, index) => ({ ...change, index })), json: logJson },
  }),
];

/** Instance, with the names of its user tasks. */
interface Owner {
  readonly instanceId: string;
  readonly definitionId: string;
  readonly names: Readonly<Record<string, string>>;
}

/** List of items of one instance, oldest first. */
interface HistoryList<Item> {
  readonly sortBy: string;
  readonly readFilter: (fields: Fields) => (item: Item, owner: Owner) => boolean;
  readonly items: (history: WorkHistory) => readonly Item[];
  readonly json: (item: Item, owner: Owner) => object;
}

/** A list and its count, each with GET and POST. `difference`: continues the summary of the list. */
function historyOf<Item>(name: string, difference: string, kind: HistoryList<Item>): readonly Camunda7Endpoint[] {
  const list = (call: Camunda7Call, services: ApiServices) => listed(call, services, kind);
  const [pattern, needs] = [`/history/${name}`, 'needs `processInstanceId`'];
  return (['GET', 'POST'] as const).flatMap((method) => [
    { ...READ, method, pattern, summary: `${needs}; oldest first${difference}`, handle: list },
    { ...READ, method, pattern: `${pattern}/count`, summary: needs, handle: counted(list) },
  ]);
}

async function listed<Item>(call: Camunda7Call, services: ApiServices, kind: HistoryList<Item>): Promise<Answer> {
  const fields = Fields.ofQuery(call);
  const wantedId = readInstanceId(fields);
  const isMeant = kind.readFilter(fields);
  const { skipped, most } = fields.window();
  const { isDescending } = fields.order([kind.sortBy]);
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const state = wantedId === undefined ? undefined : await visibleState(call, services, wantedId);
  if (state === undefined) return shown([]);
  const { instanceId, definitionId } = state;
  const [history, names] = await readingOf(services, instanceId, ({ db }) =>
    Promise.all([readWorkHistory(db, instanceId, call.hasLeft), readTaskNames(db, definitionId)]),
  );
  const owner = { instanceId, definitionId, names };
  const found = kind.items(history).filter((item) => isMeant(item, owner));
  const ordered = isDescending ? found.toReversed() : found;
  return shown(ordered.slice(skipped, skipped + most).map((item) => kind.json(item, owner)));
}

function readTaskFilter(fields: Fields): (task: PastTask, owner: Owner) => boolean {
  const taskId = fields.text('taskId')?.toLowerCase();
  const activityIds = fields.oneOrMany('taskDefinitionKey');
  const wanted = fields.text('taskAssignee');
  const isFinished = flagOf(fields, 'finished', 'unfinished');
  return ({ created, assignee, endedAt }, { instanceId }) =>
    (taskId === undefined || entityId(instanceId, created.entry) === taskId) &&
    (activityIds === undefined || activityIds.includes(created.element)) &&
    (wanted === undefined || assignee === wanted) &&
    (isFinished === undefined || (endedAt !== null) === isFinished);
}

/** Value of two exclusive flags; undefined: both or none. */
function flagOf(fields: Fields, yes: string, no: string): boolean | undefined {
  const [isYes, isNo] = [fields.flag(yes) === true, fields.flag(no) === true];
  return isYes === isNo ? undefined : isYes;
}

function taskJson(task: PastTask, { instanceId, definitionId, names }: Owner): object {
  const { created, createdAt, endedAt, assignee, isCompleted } = task;
  const id = entityId(instanceId, created.entry);
  const ended = isCompleted ? 'completed' : 'deleted';
  return {
    id,
    processDefinitionKey: keyOfDefinition(definitionId),
    processDefinitionId: definitionId,
    processInstanceId: instanceId,
    executionId: instanceId,
    rootProcessInstanceId: instanceId,
    activityInstanceId: id,
    taskDefinitionKey: created.element,
    name: names[created.element] ?? created.element,
    description: null,
    deleteReason: endedAt === null ? null : ended,
    owner: null,
    assignee,
    startTime: camundaTime(createdAt),
    endTime: camundaTimeOrNull(endedAt),
    duration: endedAt === null ? null : endedAt.getTime() - createdAt.getTime(),
    priority: task.priority ?? DEFAULT_PRIORITY,
    due: camundaTimeOrNull(task.dueAt),
    followUp: camundaTimeOrNull(task.followUpAt),
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

function readIncidentFilter(fields: Fields): (incident: PastIncident, owner: Owner) => boolean {
  const incidentId = fields.text('incidentId')?.toLowerCase();
  const activityIds = fields.oneOrMany('activityId');
  const isOpen = fields.flag('open') === true;
  const isResolved = fields.flag('resolved') === true;
  const isDeleted = fields.flag('deleted') === true;
  return ({ raised, endedAt, isGone }, { instanceId }) =>
    (incidentId === undefined || entityId(instanceId, raised.incident) === incidentId) &&
    (activityIds === undefined || activityIds.includes(raised.element)) &&
    (!isOpen || endedAt === null) &&
    (!isResolved || (endedAt !== null && !isGone)) &&
    (!isDeleted || isGone);
}

function incidentJson({ raised, raisedAt, endedAt, isGone }: PastIncident, { instanceId, definitionId }: Owner): object {
  const id = entityId(instanceId, raised.incident);
  const isTask = raised.repeat.kind === 'job';
  const work = raised.entry === null ? null : entityId(instanceId, raised.entry);
  return {
    id,
    processDefinitionKey: keyOfDefinition(definitionId),
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

/** `index`: part of its id. */
type LogItem = JobChange & { readonly index: number };

function readLogFilter(fields: Fields): (item: LogItem, owner: Owner) => boolean {
  const logId = fields.text('logId');
  const taskId = fields.text('externalTaskId')?.toLowerCase();
  const topic = fields.text('topicName');
  const text = fields.text('errorMessage');
  const activityIds = fields.texts('activityIdIn');
  const entryIds = fields.texts('activityInstanceIdIn');
  const least = fields.whole('priorityHigherThanOrEquals', -INT_MOST, INT_MOST) ?? -INT_MOST;
  const most = fields.whole('priorityLowerThanOrEquals', -INT_MOST, INT_MOST) ?? INT_MOST;
  const kinds = Object.entries(LOG_FLAGS).flatMap(([kind, name]) => (fields.flag(name) === true ? [kind] : []));
  return ({ job, kind, message, index }, { instanceId }) => {
    const id = entityId(instanceId, job.entry);
    const { priority = 0 } = job;
    return (
      (logId === undefined || logIdOf(instanceId, index) === logId) &&
      (taskId === undefined || id === taskId) &&
      (topic === undefined || job.taskType === topic) &&
      (text === undefined || message === text) &&
      (activityIds === undefined || activityIds.includes(job.element)) &&
      (entryIds === undefined || entryIds.includes(id)) &&
      priority >= least &&
      priority <= most &&
      (kinds.length === 0 || kinds.includes(kind))
    );
  };
}

const LOG_FLAGS = { created: 'creationLog', failed: 'failureLog', completed: 'successLog', cancelled: 'deletionLog' } as const;

function logIdOf(instanceId: string, index: number): string {
  return `${instanceId}:${index}`;
}

function logJson({ job, kind, at, message, index }: LogItem, { instanceId, definitionId }: Owner): object {
  const id = entityId(instanceId, job.entry);
  return {
    id: logIdOf(instanceId, index),
    timestamp: camundaTime(at),
    removalTime: null,
    externalTaskId: id,
    topicName: job.taskType,
    workerId: null,
    priority: job.priority ?? 0,
    retries: kind === 'failed' ? 0 : null,
    errorMessage: message,
    activityId: job.element,
    activityInstanceId: id,
    executionId: instanceId,
    processInstanceId: instanceId,
    rootProcessInstanceId: instanceId,
    processDefinitionId: definitionId,
    processDefinitionKey: keyOfDefinition(definitionId),
    tenantId: null,
    ...Object.fromEntries(Object.entries(LOG_FLAGS).map(([one, name]) => [name, one === kind])),
  };
}
