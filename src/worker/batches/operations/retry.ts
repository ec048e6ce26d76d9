import type { ItemOperation } from './item-operation.ts';

/** An incident that has ended is not distinguishable from an unknown one. */
export const retry: ItemOperation<'RetryIncident'> = {
  commandOf: (incidentId) => ({ kind: 'RetryIncident', incidentId }),
  skips: ['INCIDENT_NOT_FOUND'],
};
