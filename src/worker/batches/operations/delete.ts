import type { ItemOperation } from './item-operation.ts';

/** Called instances are deleted together with the instance at the top of the calls. */
export const deleteEnded: ItemOperation<'DeleteInstance'> = {
  commandOf: (instanceId) => ({ kind: 'DeleteInstance', instanceId }),
  skips: ['INSTANCE_NOT_FOUND', 'INSTANCE_WAS_CALLED'],
  isAlone: true,
};
