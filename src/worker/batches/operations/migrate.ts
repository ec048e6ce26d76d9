import type { ItemOperation } from './item-operation.ts';

export const migrate: ItemOperation<'MigrateInstance'> = {
  commandOf: (instanceId, { definitionId = '', plan = { pairs: [], timers: 'keep', subscriptions: 'keep' } }) => ({
    kind: 'MigrateInstance',
    instanceId,
    definitionId,
    plan,
  }),
  skips: ['INSTANCE_ENDED'],
};
