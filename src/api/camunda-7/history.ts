import type { Answer } from '../../platform/answer.ts';
import { entityId, isGuid } from '../../platform/ids.ts';
import {
  type ChosenInstance,
  countChosenInstances,
  type InstanceFilter,
  listChosenInstances,
} from '../../queries/instances/chosen-instances.ts';
import { listOpenIncidents, type OpenIncidentRow } from '../../queries/open-incidents.ts';
import { untilCaughtUp } from '../../queries/projection-progress.ts';
import { keyOfDefinition, shown } from '../camunda-results.ts';
import type { ApiServices } from '../services.ts';
import { type Camunda7Call, type Camunda7Endpoint, camundaTime, camundaTimeOrNull, READ } from './endpoint.ts';
import { notFound } from './errors.ts';
import { Fields } from './fields.ts';
import { rootVariables, visibleState } from './instance-state.ts';
import { orderOfInstance, readInstanceFilter } from './instances.ts';
import { listEndpoints, mergedList, windowOf } from './lists.ts';
import { typedValue } from './values.ts';

const GET = { ...READ, method: 'GET' } as const;

export const historyEndpoints: readonly Camunda7Endpoint[] = [
  ...listEndpoints({
    pattern: '/history/process-instance',
    summary: 'oldest first; `variables` compares [indexed variables](find-instances.md#search-by-variable)',
    methods: ['GET', 'POST'],
    sortBy: ['startTime', 'instanceId'],
    readFilter,
    rows: listChosenInstances,
    orderOf: orderOfInstance,
    idsIn: ({ instanceIds }) => instanceIds,
    count: countChosenInstances,
    json: instanceJson,
  }),
  { ...GET, pattern: '/history/process-instance/{instance}', summary: '', handle: readOne },
  {
    ...GET,
    pattern: '/history/activity-instance',
    summary: 'needs `processInstanceId`; instances with a short history',
    handle: activities,
  },
  { ...GET, pattern: '/history/activity-instance/count', summary: 'needs `processInstanceId`', handle: counted(activities) },
  {
    ...GET,
    pattern: '/history/variable-instance',
    summary: 'needs `processInstanceId`; variables of the instance itself',
    handle: variables,
  },
  { ...GET, pattern: '/history/variable-instance/count', summary: 'needs `processInstanceId`', handle: counted(variables) },
  { ...GET, pattern: '/incident', summary: 'open incidents, oldest first', handle: incidents },
  { ...GET, pattern: '/incident/count', summary: '', handle: counted(incidents) },
];

/** Items of one page of the list: at most 10,000. */
export function counted(list: (call: Camunda7Call, services: ApiServices) => Promise<Answer>): Camunda7Endpoint['handle'] {
  return async (call, services) => {
    const answer = await list(call, services);
    return answer.status === 200 ? shown({ count: (JSON.parse(answer.body) as readonly object[]).length }) : answer;
  };
}

function readFilter(fields: Fields, call: Camunda7Call, services: ApiServices): InstanceFilter {
  const isFinished = fields.flag('finished');
  const isUnfinished = fields.flag('unfinished');
  const isCompleted = fields.flag('completed');
  return {
    ...readInstanceFilter(fields, call, services),
    hasEnded: isFinished === true ? true : isUnfinished === true ? false : undefined,
    isCompleted: isCompleted === true ? true : undefined,
    startedBefore: fields.date('startedBefore'),
    startedAfter: fields.date('startedAfter'),
  };
}

async function readOne(call: Camunda7Call, { db }: ApiServices): Promise<Answer> {
  const [id = ''] = call.params;
  if (!isGuid(id)) return notFound('Historic process instance', id);
  await untilCaughtUp(db);
  const filter = { instanceIds: [id.toLowerCase()], limits: call.limits };
  const [found] = await listChosenInstances(db, filter, { skipped: 0, most: 1 });
  return found === undefined ? notFound('Historic process instance', id) : shown(instanceJson(found));
}

function stateOf({ isCompleted, isCancelled, isFailed, isSuspended }: ChosenInstance): string {
  if (isFailed) return 'INTERNALLY_TERMINATED';
  if (isCancelled) return 'EXTERNALLY_TERMINATED';
  if (isCompleted) return 'COMPLETED';
  return isSuspended ? 'SUSPENDED' : 'ACTIVE';
}

function instanceJson(found: ChosenInstance): object {
  const { createdAt, completedAt } = found;
  return {
    id: found.instanceId,
    businessKey: found.businessId,
    processDefinitionId: found.definitionId,
    processDefinitionKey: found.key,
    processDefinitionName: found.name,
    processDefinitionVersion: found.version,
    startTime: camundaTime(createdAt),
    endTime: camundaTimeOrNull(completedAt),
    removalTime: null,
    durationInMillis: completedAt === null ? null : completedAt.getTime() - createdAt.getTime(),
    startUserId: null,
    startActivityId: null,
    deleteReason: null,
    rootProcessInstanceId: found.rootId ?? found.instanceId,
    superProcessInstanceId: found.parentId,
    superCaseInstanceId: null,
    caseInstanceId: null,
    tenantId: null,
    state: stateOf(found),
    restartedProcessInstanceId: null,
  };
}

/** Reads the id in lower case. Undefined with a fault: missing. Without a fault: not a GUID, so no instance has it. */
export function readInstanceId(fields: Fields): string | undefined {
  const id = fields.requiredText('processInstanceId');
  return isGuid(id) ? id.toLowerCase() : undefined;
}

/** Lists activities by start time. Omits ended ones of a long history. */
async function activities(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const fields = Fields.ofQuery(call);
  const instanceId = readInstanceId(fields);
  const activityId = fields.text('activityId');
  const isFinished = fields.flag('finished');
  const isUnfinished = fields.flag('unfinished');
  const { skipped, most } = fields.window();
  const { isDescending } = fields.order(['startTime']);
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const state = instanceId === undefined ? undefined : await visibleState(call, services, instanceId);
  if (state === undefined) return shown([]);
  const ended = isUnfinished === true || typeof state.ended === 'function' ? [] : state.ended;
  const entries = [...ended, ...(isFinished === true ? [] : state.live.entries)].filter(
    ({ element }) => activityId === undefined || element === activityId,
  );
  const { definitionId } = state;
  const items = entries
    .sort((a, b) => (a.since - b.since || a.entry - b.entry) * (isDescending ? -1 : 1))
    .slice(skipped, skipped + most);
  return shown(
    items.map((entry) => {
      const endedAt = 'endedAt' in entry ? (entry.endedAt as number) : null;
      return {
        id: entityId(state.instanceId, entry.entry),
        parentActivityInstanceId: state.instanceId,
        activityId: entry.element,
        activityName: null,
        activityType: camundaTypeOf(entry.activityType),
        processDefinitionKey: keyOfDefinition(definitionId),
        processDefinitionId: definitionId,
        processInstanceId: state.instanceId,
        executionId: state.instanceId,
        taskId: null,
        calledProcessInstanceId: entry.childInstanceId ?? null,
        calledCaseInstanceId: null,
        assignee: null,
        startTime: camundaTime(entry.since),
        endTime: camundaTimeOrNull(endedAt),
        durationInMillis: endedAt === null ? null : endedAt - entry.since,
        canceled: 'cancelled' in entry,
        completeScope: false,
        tenantId: null,
        removalTime: null,
        rootProcessInstanceId: state.instanceId,
      };
    }),
  );
}

/** Names other than that of the BPMN element. */
const CAMUNDA_TYPES: Readonly<Record<string, string>> = { endEvent: 'noneEndEvent', multiInstance: 'multiInstanceBody' };

/** Type in Camunda 7, such as `userTask`. `activityType`: as in Sluice, such as `UserTask`. */
export function camundaTypeOf(activityType: string): string {
  const name = activityType.charAt(0).toLowerCase() + activityType.slice(1);
  return CAMUNDA_TYPES[name] ?? name;
}

async function variables(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const fields = Fields.ofQuery(call);
  const instanceId = readInstanceId(fields);
  const name = fields.text('variableName');
  const { skipped, most } = fields.window();
  fields.ignore('deserializeValues');
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const state = instanceId === undefined ? undefined : await visibleState(call, services, instanceId);
  if (state === undefined) return shown([]);
  const found = Object.entries(rootVariables(state)).filter(([each]) => name === undefined || each === name);
  const { definitionId } = state;
  return shown(
    found.slice(skipped, skipped + most).map(([each, value]) => ({
      id: `${state.instanceId}:${each}`,
      name: each,
      ...typedValue(value),
      processDefinitionKey: keyOfDefinition(definitionId),
      processDefinitionId: definitionId,
      processInstanceId: state.instanceId,
      executionId: state.instanceId,
      activityInstanceId: state.instanceId,
      caseDefinitionKey: null,
      caseDefinitionId: null,
      caseInstanceId: null,
      caseExecutionId: null,
      taskId: null,
      tenantId: null,
      errorMessage: null,
      state: 'CREATED',
      createTime: camundaTime(state.createdAt),
      removalTime: null,
      rootProcessInstanceId: state.instanceId,
    })),
  );
}

async function incidents(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const fields = Fields.ofQuery(call);
  const instanceIds = fields.oneOrMany('processInstanceId')?.filter(isGuid);
  const keys = fields.oneOrMany('processDefinitionKey');
  const definitionId = fields.text('processDefinitionId');
  const activityIds = fields.oneOrMany('activityId');
  const window = windowOf(fields, services);
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const filter = { instanceIds, keys, definitionId, activityIds, limits: call.limits };
  const found = await mergedList(services, { ...window, isDescending: false }, instanceIds, {
    rows: ({ db }, own) => listOpenIncidents(db, filter, own),
    orderOf: ({ firstAt, incidentId }) => [firstAt, incidentId],
  });
  return shown(found.map(incidentJson));
}

function incidentJson(incident: OpenIncidentRow): object {
  const { incidentId, instanceId, entry, definitionId, activityId } = incident;
  const isTask = incident.repeats === 'job';
  return {
    id: incidentId,
    processDefinitionId: definitionId,
    processInstanceId: instanceId,
    executionId: instanceId,
    incidentTimestamp: camundaTime(incident.lastAt),
    incidentType: isTask ? 'failedExternalTask' : 'failedJob',
    activityId,
    failedActivityId: isTask ? null : activityId,
    causeIncidentId: incidentId,
    rootCauseIncidentId: incidentId,
    configuration: entry === null ? null : entityId(instanceId, entry),
    tenantId: null,
    incidentMessage: incident.message,
    jobDefinitionId: null,
    annotation: null,
  };
}
