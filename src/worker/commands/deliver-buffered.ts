import { isWithin } from '../../platform/access-roles.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import type { BufferedMessage } from '../../store/buffered-messages.ts';
import { deliverToOne, isReady, receiversOf } from '../events/deliver-to-one.ts';
import { startAt } from '../events/start-at-trigger.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type CommandHandler, done } from './command-handler.ts';

/**
 * Delivers messages with a time to live, oldest first: each to the oldest subscription, otherwise to the start events of its name
 * (docs/contributing/spec/waiting.md#buffered-messages). The address is locked, so no other transaction delivers them. Asks the first shard for those that it
 * stores.
 */
export const deliverBuffered: CommandHandler<'DeliverBuffered'> = {
  needs: ({ id, name, correlationKey: key }) => ({ event: { kind: 'message', name, key }, buffered: id }),
  handle(unit, command) {
    const { name, correlationKey: key } = command;
    const address = { kind: 'message', name, key } as const;
    const messages = unit.loaded.bufferedMessages.get(command.id) ?? [];
    for (const message of messages) {
      if (message.command.storedAs !== undefined) continue;
      const count = deliver(unit, address, message, command.id);
      if (count === 0) continue;
      unit.rows.deliveredMessages.push(message.id);
      const properties = { MessageName: name, CorrelationKey: key, ReceiverCount: count };
      unit.log(command, 'message-delivered', properties);
    }
    askForNoted(unit, address, messages);
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
  if (deliverToOne(unit, origin, address, command) !== undefined) return 1;
  if (receiversOf(unit, address, command).length > 0) return 0;
  const triggers = (unit.loaded.startTriggers.get(commandId) ?? []).filter(
    ({ key }) => limits === undefined || isWithin(limits, key),
  );
  for (const trigger of triggers) startAt(unit, origin, trigger, variables, businessId);
  return triggers.length;
}

/** Only the first shard knows whether a message still waits, and delivers it to one shard only. */
function askForNoted(unit: UnitOfWork, { name, key }: EventAddress, messages: readonly BufferedMessage[]): void {
  const noted = messages.filter(({ command }) => command.storedAs !== undefined);
  const receivers = noted.map(({ command }) =>
    receiversOf(unit, { kind: 'message', name, key }, command).filter((receiver) => isReady(unit, receiver)),
  );
  const count = Math.min(
    receivers.filter(({ length }) => length > 0).length,
    Math.max(0, ...receivers.map(({ length }) => length)),
  );
  if (count > 0) unit.asked.push({ name, correlationKey: key, count, messages: noted.map(({ id }) => id) });
}
