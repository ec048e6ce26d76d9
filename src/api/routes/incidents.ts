import { errorAnswer, jsonAnswer, problemAnswer } from '../../platform/answer.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import { entityId } from '../../platform/ids.ts';
import { findIncident, type IncidentItem, incidentCondition, incidentNames, listIncidents } from '../../queries/incidents.ts';
import { limited } from '../../queries/key-limits.ts';
import { parseListQuery } from '../../queries/lists/list-query.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { readQueryParameters } from '../../requests/query-parameters.ts';
import { createMemberReader } from '../body/members.ts';
import type { CommandRunner } from '../commands.ts';
import { BODY_LIMIT, type Endpoint } from '../endpoint.ts';
import { incidentNotFound } from '../http-errors.ts';
import type { incidentRow } from '../schemas/failed-work.ts';
import { resolveIncidentRequest } from '../schemas/requests.ts';
import type { ResponseBody } from '../schemas/responses.ts';

const readResolve = createMemberReader(resolveIncidentRequest);

/** /Incidents (docs/contributing/spec/incidents.md). The rows are written with the change of their instance: nothing has to be waited for. */
export function incidentRoutes(run: CommandRunner, db: ReadDatabase): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      pattern: '/Incidents',
      async handle(request) {
        const query = parseListQuery(readQueryParameters(request.queryText), incidentNames);
        if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
        const { items, totalCount, page, pageSize } = await listIncidents(
          db,
          limited(query.value, incidentCondition(request.limits)),
        );
        return jsonAnswer({ items: items.map(incidentJson), totalCount, page, pageSize });
      },
    },
    {
      method: 'GET',
      pattern: '/Incidents/{incidentId}',
      async handle({ params: [incidentId = ''], limits }) {
        const incident = await findIncident(db, incidentId, limits);
        return incident === undefined
          ? errorAnswer('unknown-incident', incidentNotFound(incidentId))
          : jsonAnswer(incidentJson(incident));
      },
    },
    {
      method: 'POST',
      pattern: '/Incidents/{incidentId}/retry',
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      handle: async (request) => run(request, { kind: 'RetryIncident', incidentId: request.params[0] ?? '' }),
    },
    {
      method: 'POST',
      pattern: '/Incidents/{incidentId}/resolve',
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      async handle(request) {
        const read = readResolve(request.body, request.path);
        if (!read.ok) return read.answer;
        const [incidentId = ''] = request.params;
        return run(request, { kind: 'ResolveIncident', incidentId, variables: read.members.Variables });
      },
    },
  ];
}

function incidentJson(incident: IncidentItem): ResponseBody<typeof incidentRow> {
  const { incidentId, instanceId, entry, activityId, definitionId, processKey, businessId } = incident;
  return {
    incidentId,
    workflowInstanceId: instanceId,
    activityInstanceId: entry === null ? null : entityId(instanceId, entry),
    activityId,
    processDefinitionId: definitionId,
    processDefinitionKey: processKey,
    businessId,
    errorCode: incident.code,
    errorMessage: incident.message,
    cause: incident.cause,
    retryDoes: incident.repeats,
    count: incident.count,
    firstFailedAt: formatTimestamp(incident.firstAt),
    lastFailedAt: formatTimestamp(incident.lastAt),
  };
}
