import { isWithin as isWithinLimits } from '../../platform/access-roles.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import type { BufferedMessage } from '../../store/buffered-messages.ts';
import { deliverTo } from '../events/deliver-in-order.ts';
import { startAt } from '../events/start-at-trigger.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type CommandHandler, done } from './command-handler.ts';

/**
 * Delivers messages with a time to live, oldest first: each to the oldest subscription, otherwise to the start events of its name
 * (docs/contributing/spec/waiting.md#buffered-messages). The address is locked, so no other transaction delivers them.
 */
export const deliverBuffered: CommandHandler<'DeliverBuffered'> = {
  needs: ({ id, name, correlationKey: key }) => ({ event: { kind: 'message', name, key }, buffered: id }),
  handle(unit, command) {
    const { name, correlationKey: key } = command;
    const address = { kind: 'message', name, key } as const;
    for (const message of unit.loaded.bufferedMessages.get(command.id) ?? []) {
      const count = deliver(unit, address, message, command.id);
      if (count === 0) continue;
      unit.rows.deliveredMessages.push(message.id);
      const properties = { MessageName: name, CorrelationKey: key, ReceiverCount: count };
      unit.log(command, 'message-delivered', properties);
    }
    return done<'DeliverBuffered'>({});
  },
};

/**
 * The message is the origin of the changes, because one command may deliver several.
 * @returns the number of receivers. 0: none is within the key limits, or all are suspended
 */
function deliver(unit: UnitOfWork, address: EventAddress, { id, command }: BufferedMessage, commandId: string): number {
  const { variables, businessId, actor, causation, limits } = command;
  const origin: ChangeOrigin = {
    ...{ id, kind: command.kind },
    ...(actor !== undefined && { actor }),
    ...(causation !== undefined && { causation }),
  };
  const isWithin = (key: string) => limits === undefined || isWithinLimits(limits, key);
  const waiting = unit.receivers.at(address).filter(({ instanceId }) => {
    const instance = unit.instance(instanceId);
    return instance === undefined || isWithin(instance.model.key);
  });
  for (const receiver of waiting) {
    // a suspended instance would only store it, and lose it if the subscription closes: the message stays buffered
    if (unit.instance(receiver.instanceId)?.wasSuspendedOrResuming === true) continue;
    if (deliverTo(unit, origin, receiver, variables)) return 1;
  }
  if (waiting.length > 0) return 0;
  const triggers = (unit.loaded.startTriggers.get(commandId) ?? []).filter(({ key }) => isWithin(key));
  for (const trigger of triggers) startAt(unit, origin, trigger, variables, businessId);
  return triggers.length;
}
