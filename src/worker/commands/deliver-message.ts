import type { CommandOf } from '../../messages/commands.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import { bufferedId, noteOf, placementOf } from '../../store/buffered-messages.ts';
import { deliverInOrder, type Resumed } from '../events/deliver-in-order.ts';
import { deliverToOne } from '../events/deliver-to-one.ts';
import { startAt } from '../events/start-at-trigger.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

type Message = CommandOf<'DeliverMessage'>;

/**
 * Delivers to every subscription of this name and key, otherwise to start events. Without receivers, keeps the message for its time to live, or rejects
 * (docs/contributing/spec/waiting.md#message-delivery).
 */
export const deliverMessage: CommandHandler<'DeliverMessage'> = {
  needs: ({ messageId, ...command }) => ({ event: addressOf(command), ...(messageId !== undefined && { messageId }) }),
  handle(unit, command) {
    const { name, correlationKey, timeToLiveMs = 0, messageId } = command;
    if (messageId !== undefined && isUsed(unit, command))
      return rejected({ code: 'MESSAGE_ID_IN_USE', name, correlationKey, messageId });
    if (command.isShared === true) return store(unit, command);
    const { count, instanceIds } = command.isOffered === true ? take(unit, command) : publishNow(unit, command, command);
    if (timeToLiveMs > 0 && (count === 0 || messageId !== undefined)) keep(unit, command, count === 0);
    if (count === 0 && timeToLiveMs > 0) {
      if (command.storedAs === undefined)
        unit.log(command, 'message-buffered', { MessageName: name, CorrelationKey: correlationKey, TimeToLiveMs: timeToLiveMs });
      return done<'DeliverMessage'>({ instanceIds: [] });
    }
    if (count === 0) {
      unit.log(command, 'no-receiver', { Name: name, CorrelationKey: correlationKey });
      return rejected({ code: 'NO_MESSAGE_SUBSCRIPTION', name, correlationKey });
    }
    return done<'DeliverMessage'>({ instanceIds });
  },
};

/** Delivers to all subscriptions, otherwise to start events. Logs the number of receivers if it is above 0. */
export function publishNow(
  unit: UnitOfWork,
  origin: ChangeOrigin & { readonly limits?: readonly string[] },
  message: Message,
  mayStart = message.startsNone !== true,
): Resumed {
  const { name, correlationKey, variables, businessId } = message;
  const resumed = deliverInOrder(unit, origin, addressOf(message), variables);
  const triggers = mayStart && resumed.count === 0 ? (unit.loaded.startTriggers.get(origin.id) ?? []) : [];
  const started = triggers.map((trigger) => startAt(unit, origin, trigger, variables, businessId));
  const count = resumed.count + started.length;
  if (count > 0)
    unit.log(origin, 'message-delivered', { MessageName: name, CorrelationKey: correlationKey, ReceiverCount: count });
  return { count, instanceIds: [...resumed.instanceIds, ...started] };
}

/** Stores the message in the first of several shards. A `PlaceMessage` delivers it. */
function store(unit: UnitOfWork, command: Message) {
  keep(unit, command, true);
  unit.followUps.requeue(placementOf(command), { senderId: bufferedId(command.id) });
  return done<'DeliverMessage'>({ instanceIds: [] });
}

/** Delivers a message of the first shard to one subscription, and deletes its note here. */
function take(unit: UnitOfWork, command: Message): Resumed {
  const receiver = deliverToOne(unit, command, addressOf(command), command);
  if (receiver === undefined) return { count: 0, instanceIds: [] };
  unit.rows.deliveredMessages.push(command.storedAs ?? '');
  const { name: MessageName, correlationKey: CorrelationKey } = command;
  unit.log(command, 'message-delivered', { MessageName, CorrelationKey, ReceiverCount: 1 });
  return { count: 1, instanceIds: [receiver] };
}

/** Whether an unexpired message of this name and key, or an earlier command of this transaction, uses the id. */
function isUsed({ loaded, rows }: UnitOfWork, { id, name, correlationKey, messageId }: Message): boolean {
  if (loaded.usedMessageIds.has(id)) return true;
  return rows.bufferedMessages.some((one) => one.messageId === messageId && one.name === name && one.key === correlationKey);
}

/** `isWaiting` false: stores only the id, because the message is delivered. A shard that does not store the message notes only its address and limits. */
function keep(unit: UnitOfWork, command: Message, isWaiting: boolean): void {
  const { name, correlationKey: key, timeToLiveMs = 0, messageId = null, storedAs } = command;
  const stored = storedAs === undefined ? command : noteOf(command, storedAs);
  const id = storedAs ?? bufferedId(command.id);
  unit.rows.bufferedMessages.push({ id, name, key, messageId, command: isWaiting ? stored : null, timeToLiveMs });
}

function addressOf({ name, correlationKey: key }: Pick<Message, 'name' | 'correlationKey'>): EventAddress {
  return { kind: 'message', name, key };
}
