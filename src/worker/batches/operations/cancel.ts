import { isTerminal } from '../../../engine/state.ts';
import type { ItemOperation } from './item-operation.ts';

export const cancel: ItemOperation<'CancelInstance'> = {
  commandOf: (instanceId, { reason = 'Cancelled by operator' }) => ({ kind: 'CancelInstance', instanceId, reason }),
  // on an ended instance, the command alone would succeed without effect
  skipReason(unit, instanceId) {
    const instance = unit.instance(instanceId);
    return instance !== undefined && isTerminal(instance.state) ? { code: 'INSTANCE_ENDED' } : undefined;
  },
  skips: ['INSTANCE_ENDED'],
};
