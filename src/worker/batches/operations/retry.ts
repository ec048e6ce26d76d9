import type { ItemOperation } from './item-operation.ts';

/** One that has ended since cannot be told from one that never was. */
export const retry: ItemOperation<'RetryIncident'> = {
  commandOf: (incidentId) => ({ kind: 'RetryIncident', incidentId }),
  skips: ['INCIDENT_NOT_FOUND'],
};
