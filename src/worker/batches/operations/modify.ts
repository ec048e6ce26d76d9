import type { ItemOperation } from './item-operation.ts';

export const modify: ItemOperation<'ModifyInstance'> = {
  commandOf: (instanceId, { instructions = [], reason = null }) => ({
    kind: 'ModifyInstance',
    instanceId,
    instructions,
    reason,
    isDryRun: false,
  }),
  skips: ['INSTANCE_ENDED'],
};
