import { isSuspendedOrResuming } from '../../engine/state/suspension.ts';
import type { CommandOf } from '../../messages/commands.ts';
import { isWithin } from '../../platform/access-roles.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import type { SubscriptionAddress } from '../../store/subscriptions.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import { deliverTo } from './deliver-in-order.ts';

type Message = Pick<CommandOf<'DeliverMessage'>, 'limits' | 'variables'>;

/** Subscriptions within the key limits of a message, oldest first. */
export function receiversOf(unit: UnitOfWork, address: EventAddress, { limits }: Pick<Message, 'limits'>): SubscriptionAddress[] {
  return unit.receivers.at(address).filter(({ instanceId }) => {
    const instance = unit.instance(instanceId);
    return instance === undefined || limits === undefined || isWithin(limits, instance.model.key);
  });
}

/** Whether the subscription is open and can receive now. */
export function isReady(unit: UnitOfWork, { instanceId, subscription }: SubscriptionAddress): boolean {
  const instance = unit.instance(instanceId);
  return instance !== undefined && !isHeld(instance) && instance.state.subscriptions.has(subscription);
}

/** True for a suspended instance: it would only store messages, and lose them if the subscription closes. The transaction itself may have suspended it. */
function isHeld({ wasSuspendedOrResuming, state }: WorkingInstance): boolean {
  return wasSuspendedOrResuming || isSuspendedOrResuming(state);
}

/** Delivers to the oldest subscription that can receive. @returns its instance id */
export function deliverToOne(
  unit: UnitOfWork,
  origin: ChangeOrigin,
  address: EventAddress,
  message: Message,
): string | undefined {
  for (const receiver of receiversOf(unit, address, message)) {
    const instance = unit.instance(receiver.instanceId);
    if (instance === undefined || isHeld(instance)) continue;
    if (deliverTo(unit, origin, receiver, message.variables)) return receiver.instanceId;
  }
  return undefined;
}
