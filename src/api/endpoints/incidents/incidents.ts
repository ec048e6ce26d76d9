import { z } from 'zod';
import { errorAnswer, jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { entityId } from '../../../platform/ids.ts';
import {
  findIncident,
  incidentCondition,
  listIncidents,
  type PlacedIncident,
  parseIncidents,
} from '../../../queries/incidents.ts';
import { limited } from '../../../queries/key-limits.ts';
import { readQueryParameters } from '../../../requests/request-texts.ts';
import { type Endpoint, writeEndpoint } from '../../endpoint.ts';
import { incidentNotFound } from '../../http-errors.ts';
import { listQuery } from '../../openapi/parameters.ts';
import { rootJson, rootMembers } from '../../schemas/called-incidents.ts';
import { optionalVariables } from '../../schemas/members.ts';
import { guid, orNull, paging, type ResponseBody, timestamp } from '../../schemas/values.ts';
import { INCIDENT_NOT_FOUND, INSTANCE_SUSPENDED } from '../refusals.ts';

/** Waiting failure (docs/contributing/spec/incidents.md#list-of-incidents). */
const incidentRow = z
  .object({
    incidentId: guid,
    workflowInstanceId: guid,
    activityInstanceId: orNull(guid).meta({ description: 'Null if the process itself failed.' }),
    activityId: z.string().meta({ description: 'Id of the failed element, or the key of the process.' }),
    processDefinitionId: z.string(),
    processDefinitionKey: z.string(),
    businessId: z.string().nullable(),
    ...rootMembers,
    errorCode: z.string(),
    errorMessage: z.string(),
    cause: z.string().meta({ description: 'Type of the cause, for example `givenByPlugin`, `text`, `noWayOut`, `stepLimit`.' }),
    retryDoes: z.string().meta({ description: 'The part that a retry repeats, for example `job`, `enter`, `leave`.' }),
    count: z.int().min(1).meta({ description: 'Number of failures at this element.' }),
    firstFailedAt: timestamp,
    lastFailedAt: timestamp,
  })
  .meta({ id: 'Incident' });

/** Page of both lists (docs/contributing/spec/http/lists.md#paging). */
const incidentPage = z.object({ items: z.array(incidentRow), ...paging }).meta({ id: 'IncidentPage' });

/** Rows are written in the transaction of their instance, so no wait for the projection. */
export const incidentReads: readonly Endpoint[] = [
  {
    method: 'GET',
    pattern: '/Incidents',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'listIncidents',
    tag: 'Incidents',
    summary: 'List open incidents',
    description: 'Failures that need an operator, latest failure first.',
    shards: { sorts: '-LastFailedAt', id: 'incidentId' },
    query: listQuery(
      'InstanceId, ProcessKey, ActivityId, ErrorCode, ErrorMessage, Cause, BusinessId, Count, FirstFailedAt, LastFailedAt, RootBusinessId, RootInstanceId, Variables.<path>',
      'LastFailedAt, FirstFailedAt, Count',
      '-LastFailedAt',
    ),
    examples: {
      'of one process': { filters: 'ProcessKey==order' },
      'of an order and the instances that it calls': { filters: 'RootBusinessId==SO-10004' },
      'by a variable': { filters: 'Variables.customer.id==42' },
      stubborn: { filters: 'Count>=3', sorts: '-Count' },
    },
    answer: incidentPage,
    async handle({ path, queryText, limits }, { db, indexedVariables: indexed, maxVariableReads: maxReads }) {
      const query = parseIncidents(readQueryParameters(queryText), { indexed, maxReads }, limits);
      if (!query.ok) return problemAnswer('invalid-query', query.detail, path);
      const found = await listIncidents(db, limited(query.value, incidentCondition(limits)), limits);
      if (!found.ok) return problemAnswer('invalid-query', found.detail, path);
      const { items, totalCount, page, pageSize } = found.value;
      return jsonAnswer({ items: items.map(incidentJson), totalCount, page, pageSize });
    },
  },
  {
    method: 'GET',
    pattern: '/Incidents/{incidentId}',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'readIncident',
    tag: 'Incidents',
    summary: 'Read an open incident',
    answer: incidentRow,
    refusals: [INCIDENT_NOT_FOUND],
    async handle({ params: [incidentId = ''], limits }, { db }) {
      const incident = await findIncident(db, incidentId, limits);
      return incident === undefined
        ? errorAnswer('unknown-incident', incidentNotFound(incidentId))
        : jsonAnswer(incidentJson(incident));
    },
  },
];

function incidentJson(incident: PlacedIncident): ResponseBody<typeof incidentRow> {
  const { incidentId, instanceId, entry, activityId, definitionId, processKey, businessId } = incident;
  return {
    incidentId,
    workflowInstanceId: instanceId,
    activityInstanceId: entry === null ? null : entityId(instanceId, entry),
    activityId,
    processDefinitionId: definitionId,
    processDefinitionKey: processKey,
    businessId,
    ...(incident.root !== undefined && rootJson(incident.root)),
    errorCode: incident.code,
    errorMessage: incident.message,
    cause: incident.cause,
    retryDoes: incident.repeats,
    count: incident.count,
    firstFailedAt: formatTimestamp(incident.firstAt),
    lastFailedAt: formatTimestamp(incident.lastAt),
  };
}

const retryIncidentRequest = z.object({}).meta({ id: 'RetryIncidentRequest' });

const resolveIncidentRequest = z.object({ Variables: optionalVariables() }).meta({ id: 'ResolveIncidentRequest' });

/** Retry and resolve (docs/contributing/spec/incidents.md). */
export const incidentActions: readonly Endpoint[] = [
  writeEndpoint({
    method: 'POST',
    pattern: '/Incidents/{incidentId}/retry',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'RetryIncident'],
    id: 'retryIncident',
    tag: 'Incidents',
    summary: 'Retry an incident',
    description: 'Repeats the failed part with the current variables.',
    body: retryIncidentRequest,
    examples: { 'empty body': {} },
    answer: 'empty',
    refusals: [INCIDENT_NOT_FOUND, INSTANCE_SUSPENDED],
    handle: (request, { run }) => run(request, { kind: 'RetryIncident', incidentId: request.params[0] ?? '' }),
  }),
  writeEndpoint({
    method: 'POST',
    pattern: '/Incidents/{incidentId}/resolve',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'ResolveIncident'],
    id: 'resolveIncident',
    tag: 'Incidents',
    summary: 'Resolve an incident',
    description: 'Completes the failed activity with these variables as its result.',
    answer: 'empty',
    body: resolveIncidentRequest,
    examples: { 'completed manually': { Variables: { sent: true } }, 'without a result': {} },
    refusals: [INCIDENT_NOT_FOUND, { status: 409, shape: 'P', text: 'The incident cannot be resolved, only retried: <why>.' }],
    handle(request, { run }) {
      const [incidentId = ''] = request.params;
      return run(request, { kind: 'ResolveIncident', incidentId, variables: request.members.Variables });
    },
  }),
];
