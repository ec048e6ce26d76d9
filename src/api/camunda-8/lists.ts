import { isWithin } from '../../platform/access-roles.ts';
import { entityId } from '../../platform/ids.ts';
import { readDeployedText } from '../../queries/definitions.ts';
import {
  definitionSource,
  incidentSource,
  instanceSource,
  jobSource,
  type SearchedDefinition,
  type SearchedIncident,
  type SearchedInstance,
  type SearchedJob,
} from '../../queries/search-sources.ts';
import { readingCopy } from '../shards/each-shard.ts';
import type { Camunda8Endpoint } from './endpoint.ts';
import { DEFAULT_TENANT } from './fields.ts';
import type { KeyedId } from './keys.ts';
import { notFound } from './results.ts';
import { oneAnswer, type Searched, searchAnswer } from './search.ts';

const instances: Searched<SearchedInstance> = {
  source: instanceSource,
  variables: 'variables',
  names: {
    processInstanceKey: 'instanceId',
    processDefinitionKey: 'definitionId',
    parentProcessInstanceKey: 'parentId',
    processDefinitionId: 'key',
    processDefinitionName: 'name',
    processDefinitionVersion: 'version',
    businessId: 'businessId',
    state: 'state',
    hasIncident: 'hasIncident',
    startDate: 'createdAt',
    endDate: 'completedAt',
  },
  ids: ({ instanceId, definitionId, parentId }) => [
    { id: instanceId, instanceId },
    { id: definitionId },
    ...ofInstance(parentId),
  ],
  json: (row, keyOf) => ({
    processInstanceKey: keyOf(row.instanceId),
    processDefinitionId: row.key,
    processDefinitionKey: keyOf(row.definitionId),
    processDefinitionName: row.name ?? row.key,
    processDefinitionVersion: row.version,
    processDefinitionVersionTag: null,
    startDate: row.createdAt,
    endDate: row.completedAt,
    state: row.state,
    hasIncident: row.hasIncident,
    tenantId: DEFAULT_TENANT,
    parentProcessInstanceKey: row.parentId === null ? null : keyOf(row.parentId),
    parentElementInstanceKey: null,
    rootProcessInstanceKey: null,
    tags: [],
    businessId: row.businessId,
  }),
};

const definitions: Searched<SearchedDefinition> = {
  isCopied: true,
  source: definitionSource,
  names: {
    processDefinitionKey: 'definitionId',
    processDefinitionId: 'key',
    name: 'name',
    version: 'version',
    versionTag: 'versionTag',
    hasStartForm: 'hasStartForm',
    isLatestVersion: 'isLatest',
  },
  ids: ({ definitionId }) => [{ id: definitionId }],
  json: ({ definitionId, key, name, version, versionTag, hasStartForm }, keyOf) => ({
    processDefinitionKey: keyOf(definitionId),
    processDefinitionId: key,
    name,
    version,
    versionTag,
    resourceName: `${key}.bpmn`,
    tenantId: DEFAULT_TENANT,
    hasStartForm,
    state: 'ACTIVE',
  }),
};

const jobs: Searched<SearchedJob> = {
  source: jobSource,
  endedStates: ['COMPLETED', 'CANCELED', 'ERROR_THROWN'],
  names: {
    jobKey: 'taskId',
    elementInstanceKey: 'taskId',
    processInstanceKey: 'instanceId',
    processDefinitionKey: 'definitionId',
    processDefinitionId: 'key',
    type: 'type',
    worker: 'worker',
    elementId: 'activityId',
    creationTime: 'createdAt',
    state: 'state',
    retries: 'retries',
    hasFailedWithRetriesLeft: 'hasFailed',
    errorMessage: 'errorMessage',
    deadline: 'deadline',
  },
  ids: ({ taskId, instanceId, definitionId }) => [
    { id: taskId, instanceId },
    { id: instanceId, instanceId },
    { id: definitionId },
  ],
  json: (row, keyOf) => ({
    jobKey: keyOf(row.taskId),
    type: row.type,
    worker: row.worker ?? '',
    state: 'CREATED',
    kind: 'BPMN_ELEMENT',
    listenerEventType: 'UNSPECIFIED',
    retries: row.retries ?? 1,
    isDenied: null,
    deniedReason: null,
    hasFailedWithRetriesLeft: row.failures > 0,
    errorCode: null,
    errorMessage: row.errorMessage,
    customHeaders: {},
    deadline: row.lockedUntil,
    endTime: null,
    creationTime: row.createdAt,
    lastUpdateTime: row.createdAt,
    processDefinitionId: row.key,
    processDefinitionKey: keyOf(row.definitionId),
    processInstanceKey: keyOf(row.instanceId),
    rootProcessInstanceKey: null,
    elementId: row.activityId,
    elementInstanceKey: keyOf(row.taskId),
    tenantId: DEFAULT_TENANT,
  }),
};

const incidents: Searched<SearchedIncident> = {
  source: incidentSource,
  endedStates: ['RESOLVED'],
  names: {
    incidentKey: 'incidentId',
    processInstanceKey: 'instanceId',
    processDefinitionKey: 'definitionId',
    processDefinitionId: 'key',
    elementId: 'activityId',
    errorMessage: 'message',
    creationTime: 'createdAt',
    state: 'state',
  },
  ids: ({ incidentId, instanceId, definitionId, entry }) => [
    { id: incidentId, instanceId },
    { id: instanceId, instanceId },
    { id: definitionId },
    ...(entry === null ? [] : [{ id: entityId(instanceId, entry), instanceId }]),
  ],
  json: (row, keyOf) => ({
    incidentKey: keyOf(row.incidentId),
    processDefinitionId: row.key,
    processDefinitionKey: keyOf(row.definitionId),
    processInstanceKey: keyOf(row.instanceId),
    rootProcessInstanceKey: null,
    errorType: row.cause === 'givenByPlugin' ? 'JOB_NO_RETRIES' : 'UNSPECIFIED',
    errorMessage: row.message,
    elementId: row.activityId,
    elementInstanceKey: row.entry === null ? null : keyOf(entityId(row.instanceId, row.entry)),
    jobKey: row.entry === null || row.cause !== 'givenByPlugin' ? null : keyOf(entityId(row.instanceId, row.entry)),
    creationTime: row.createdAt,
    state: 'ACTIVE',
    tenantId: DEFAULT_TENANT,
  }),
};

function ofInstance(instanceId: string | null): readonly KeyedId[] {
  return instanceId === null ? [] : [{ id: instanceId, instanceId }];
}

const READ = { permission: 'see', keepsKeys: true, rateLimit: 'Read', audit: 'none' } as const;
const SEARCH = { ...READ, method: 'POST' } as const;
const ONE = { ...READ, method: 'GET' } as const;

/** Searches and single reads of process instances, process definitions, jobs and incidents. */
export const listEndpoints: readonly Camunda8Endpoint[] = [
  {
    ...SEARCH,
    pattern: '/v2/process-instances/search',
    summary:
      '`TERMINATED` includes failed instances; `variables` compares [indexed variables](find-instances.md#search-by-variable)',
    handle: (call, services) => searchAnswer(call, services, instances),
  },
  {
    ...ONE,
    pattern: '/v2/process-instances/{processInstanceKey}',
    summary: 'as in the search',
    handle: (call, services) => oneAnswer(call, services, instances, { field: 'instanceId', what: 'process instance' }),
  },
  {
    ...SEARCH,
    pattern: '/v2/process-definitions/search',
    summary: 'with `isLatestVersion`; `resourceName` is made from the process id',
    handle: (call, services) => searchAnswer(call, services, definitions),
  },
  {
    ...ONE,
    pattern: '/v2/process-definitions/{processDefinitionKey}',
    summary: 'as in the search',
    handle: (call, services) => oneAnswer(call, services, definitions, { field: 'definitionId', what: 'process definition' }),
  },
  {
    ...ONE,
    pattern: '/v2/process-definitions/{processDefinitionKey}/xml',
    summary: 'the deployed XML',
    async handle(call, services) {
      const [key = ''] = call.params;
      const id = await services.keys.idOf(key);
      const text = id === undefined ? undefined : await readingCopy(services, ({ db }) => readDeployedText(db, id));
      if (text === undefined || !isWithin(call.limits, text.key)) return notFound('process definition', key, call.path);
      return { status: 200, contentType: 'text/xml', body: text.bpmnXml };
    },
  },
  {
    ...SEARCH,
    pattern: '/v2/jobs/search',
    summary: 'open jobs only: a filter for an ended state is refused',
    handle: (call, services) => searchAnswer(call, services, jobs),
  },
  {
    ...SEARCH,
    pattern: '/v2/incidents/search',
    summary: 'open incidents only: a filter for `RESOLVED` is refused',
    handle: (call, services) => searchAnswer(call, services, incidents),
  },
  {
    ...ONE,
    pattern: '/v2/incidents/{incidentKey}',
    summary: 'as in the search',
    handle: (call, services) => oneAnswer(call, services, incidents, { field: 'incidentId', what: 'incident' }),
  },
];
