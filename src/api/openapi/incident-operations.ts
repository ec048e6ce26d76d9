import { incidentPage, incidentRow } from '../schemas/failed-work.ts';
import { resolveIncidentRequest, retryIncidentRequest } from '../schemas/requests.ts';
import { type DocumentedRefusal, type Operation, SUSPENDED } from './operation.ts';
import { incidentsQuery } from './parameters.ts';

const tag = 'Incidents';
const NOT_FOUND: DocumentedRefusal = {
  status: 404,
  shape: 'E',
  text: "Incident '<id>' not found. It may be resolved, or the id is wrong.",
};

/** /Incidents (docs/contributing/spec/incidents.md). */
export const incidentOperations: readonly Operation[] = [
  {
    method: 'GET',
    pattern: '/Incidents',
    id: 'listIncidents',
    tag,
    summary: 'Failures that wait for an operator, the latest first',
    policy: 'Read',
    query: incidentsQuery,
    examples: { 'of one process': { filters: 'ProcessKey==order' }, stubborn: { filters: 'Count>=3', sorts: '-Count' } },
    answer: incidentPage,
  },
  {
    method: 'GET',
    pattern: '/Incidents/{incidentId}',
    id: 'readIncident',
    tag,
    summary: 'One open incident',
    policy: 'Read',
    answer: incidentRow,
    refusals: [NOT_FOUND],
  },
  {
    method: 'POST',
    pattern: '/Incidents/{incidentId}/retry',
    id: 'retryIncident',
    tag,
    summary: 'Tries again what has failed, with the variables as they are now',
    policy: 'Admin',
    body: retryIncidentRequest,
    examples: { 'no members': {} },
    answer: 'empty',
    refusals: [NOT_FOUND, SUSPENDED],
  },
  {
    method: 'POST',
    pattern: '/Incidents/{incidentId}/resolve',
    id: 'resolveIncident',
    tag,
    summary: 'Counts what has failed as done, with these variables as its result',
    policy: 'Admin',
    answer: 'empty',
    body: resolveIncidentRequest,
    examples: { 'done by hand': { Variables: { sent: true } }, 'without a result': {} },
    refusals: [NOT_FOUND, { status: 409, shape: 'P', text: 'The incident cannot be resolved, only retried: <why>.' }],
  },
];
