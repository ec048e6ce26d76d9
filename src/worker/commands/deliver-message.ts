import type { CommandOf } from '../../messages/commands.ts';
import { nameBasedId } from '../../platform/ids.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import { deliverInOrder } from '../events/deliver-in-order.ts';
import { startAt } from '../events/start-at-trigger.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/**
 * Delivers to every subscription of this name and key, otherwise to start events. Without receivers, keeps the message for its time to live, or rejects
 * (docs/contributing/spec/waiting.md#message-delivery).
 */
export const deliverMessage: CommandHandler<'DeliverMessage'> = {
  needs: ({ messageId, ...command }) => ({ event: addressOf(command), ...(messageId !== undefined && { messageId }) }),
  handle(unit, command) {
    const { name, correlationKey, variables, businessId, timeToLiveMs = 0, messageId } = command;
    if (messageId !== undefined && isUsed(unit, command))
      return rejected({ code: 'MESSAGE_ID_IN_USE', name, correlationKey, messageId });
    const resumed = deliverInOrder(unit, command, addressOf(command), variables);
    const mayStart = resumed.count === 0 && command.startsNone !== true;
    const triggers = mayStart ? (unit.loaded.startTriggers.get(command.id) ?? []) : [];
    const started = triggers.map((trigger) => startAt(unit, command, trigger, variables, businessId));
    const ReceiverCount = resumed.count + started.length;
    if (timeToLiveMs > 0 && (ReceiverCount === 0 || messageId !== undefined)) keep(unit, command, ReceiverCount === 0);
    if (ReceiverCount === 0 && timeToLiveMs > 0) {
      unit.log(command, 'message-buffered', { MessageName: name, CorrelationKey: correlationKey, TimeToLiveMs: timeToLiveMs });
      return done<'DeliverMessage'>({ instanceIds: [] });
    }
    if (ReceiverCount === 0) {
      unit.log(command, 'no-receiver', { Name: name, CorrelationKey: correlationKey });
      return rejected({ code: 'NO_MESSAGE_SUBSCRIPTION', name, correlationKey });
    }
    const properties = { MessageName: name, CorrelationKey: correlationKey, ReceiverCount };
    unit.log(command, 'message-delivered', properties);
    return done<'DeliverMessage'>({ instanceIds: [...resumed.instanceIds, ...started] });
  },
};

/** Whether an unexpired message of this name and key, or an earlier command of this transaction, uses the id. */
function isUsed({ loaded, rows }: UnitOfWork, { id, name, correlationKey, messageId }: CommandOf<'DeliverMessage'>): boolean {
  if (loaded.usedMessageIds.has(id)) return true;
  return rows.bufferedMessages.some((one) => one.messageId === messageId && one.name === name && one.key === correlationKey);
}

/** `isWaiting` false: stores only the id, because the message is delivered. */
function keep(unit: UnitOfWork, command: CommandOf<'DeliverMessage'>, isWaiting: boolean): void {
  const { id, name, correlationKey: key, timeToLiveMs = 0, messageId = null } = command;
  const stored = isWaiting ? command : null;
  unit.rows.bufferedMessages.push({ id: nameBasedId(id, 'buffered'), name, key, messageId, command: stored, timeToLiveMs });
}

function addressOf({ name, correlationKey: key }: Pick<CommandOf<'DeliverMessage'>, 'name' | 'correlationKey'>): EventAddress {
  return { kind: 'message', name, key };
}
