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
    summary: 'List open incidents',
    description: 'Failures that need an operator, latest failure first.',
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
    summary: 'Read an open incident',
    policy: 'Read',
    answer: incidentRow,
    refusals: [NOT_FOUND],
  },
  {
    method: 'POST',
    pattern: '/Incidents/{incidentId}/retry',
    id: 'retryIncident',
    tag,
    summary: 'Retry an incident',
    description: 'Repeats the failed part with the current variables.',
    policy: 'Admin',
    body: retryIncidentRequest,
    examples: { 'empty body': {} },
    answer: 'empty',
    refusals: [NOT_FOUND, SUSPENDED],
  },
  {
    method: 'POST',
    pattern: '/Incidents/{incidentId}/resolve',
    id: 'resolveIncident',
    tag,
    summary: 'Resolve an incident',
    description: 'Completes the failed activity with these variables as its result.',
    policy: 'Admin',
    answer: 'empty',
    body: resolveIncidentRequest,
    examples: { 'completed manually': { Variables: { sent: true } }, 'without a result': {} },
    refusals: [NOT_FOUND, { status: 409, shape: 'P', text: 'The incident cannot be resolved, only retried: <why>.' }],
  },
];
