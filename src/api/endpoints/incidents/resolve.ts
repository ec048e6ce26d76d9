import { z } from 'zod';
import { type Endpoint, writeEndpoint } from '../../endpoint.ts';
import { optionalVariables } from '../../schemas/members.ts';
import { INCIDENT_NOT_FOUND, INSTANCE_SUSPENDED } from '../refusals.ts';

const retryIncidentRequest = z.object({}).meta({ id: 'RetryIncidentRequest' });

const resolveIncidentRequest = z.object({ Variables: optionalVariables() }).meta({ id: 'ResolveIncidentRequest' });

/** POST /Incidents/{incidentId}/retry and resolve (docs/contributing/spec/incidents.md). */
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
