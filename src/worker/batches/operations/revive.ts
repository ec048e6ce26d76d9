import type { ItemOperation } from './item-operation.ts';

export const revive: ItemOperation<'ReviveInstance'> = {
  commandOf: (instanceId, { variables = {} }) => ({ kind: 'ReviveInstance', instanceId, variables }),
  skips: ['NOT_REVIVABLE', 'REVIVED_ALREADY'],
  resultIdOf: ({ instanceId }, subjectId) => (instanceId === subjectId ? undefined : instanceId),
};
