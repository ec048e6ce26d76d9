import type { ItemOperation } from './item-operation.ts';

export const suspend: ItemOperation<'SuspendInstance'> = {
  commandOf: (instanceId, { reason, calledInstances = true }) => ({
    kind: 'SuspendInstance',
    instanceId,
    by: 'operator',
    calledInstances,
    ...(reason !== undefined && { reason }),
  }),
  skips: ['INSTANCE_ENDED'],
};
