import type { ItemOperation } from './item-operation.ts';

export const resolve: ItemOperation<'ResolveIncident'> = {
  commandOf: (incidentId, { variables = {} }) => ({ kind: 'ResolveIncident', incidentId, variables }),
  skips: ['INCIDENT_NOT_FOUND'],
};
