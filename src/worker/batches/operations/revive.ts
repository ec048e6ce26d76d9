import type { ItemOperation } from './item-operation.ts';

export const revive: ItemOperation<'ReviveInstance'> = {
  commandOf: (instanceId, { variables = {} }) => ({ kind: 'ReviveInstance', instanceId, variables, isInBatch: true }),
  skips: ['NOT_REVIVABLE', 'REVIVED_ALREADY', 'CALLER_HAS_ENDED'],
  resultIdOf: ({ instanceId }, subjectId) => (instanceId === subjectId ? undefined : instanceId),
};
