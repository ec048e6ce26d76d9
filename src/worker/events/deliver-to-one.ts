import type { CommandOf } from '../../messages/commands.ts';
import { isWithin } from '../../platform/access-roles.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import type { SubscriptionAddress } from '../../store/subscriptions.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { deliverTo } from './deliver-in-order.ts';

type Message = Pick<CommandOf<'DeliverMessage'>, 'limits' | 'variables'>;

/** Subscriptions within the key limits of a message, oldest first. */
export function receiversOf(unit: UnitOfWork, address: EventAddress, { limits }: Pick<Message, 'limits'>): SubscriptionAddress[] {
  return unit.receivers.at(address).filter(({ instanceId }) => {
    const instance = unit.instance(instanceId);
    return instance === undefined || limits === undefined || isWithin(limits, instance.model.key);
  });
}

/** Whether the subscription is open and can receive now. A suspended instance would only store the message, and lose it if the subscription closes. */
export function isReady(unit: UnitOfWork, { instanceId, subscription }: SubscriptionAddress): boolean {
  const instance = unit.instance(instanceId);
  return instance !== undefined && !instance.wasSuspendedOrResuming && instance.state.subscriptions.has(subscription);
}

/** Delivers to the oldest subscription that can receive. @returns its instance id */
export function deliverToOne(
  unit: UnitOfWork,
  origin: ChangeOrigin,
  address: EventAddress,
  message: Message,
): string | undefined {
  for (const receiver of receiversOf(unit, address, message)) {
    if (unit.instance(receiver.instanceId)?.wasSuspendedOrResuming === true) continue;
    if (deliverTo(unit, origin, receiver, message.variables)) return receiver.instanceId;
  }
  return undefined;
}
