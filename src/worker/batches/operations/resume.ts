import type { ItemOperation } from './item-operation.ts';

export const resume: ItemOperation<'ResumeInstance'> = {
  commandOf: (instanceId, { reason }) => ({
    kind: 'ResumeInstance',
    instanceId,
    by: 'operator',
    ...(reason !== undefined && { reason }),
  }),
  skips: ['INSTANCE_ENDED'],
};
