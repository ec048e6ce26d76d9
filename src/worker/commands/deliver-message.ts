import type { CommandOf } from '../../messages/commands.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import { deliverInOrder } from '../events/deliver-in-order.ts';
import { startAt } from '../events/start-at-trigger.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/** Resumes every subscription to this name and key; if none matches, starts instances (docs/contributing/spec/waiting.md#message-delivery). */
export const deliverMessage: CommandHandler<'DeliverMessage'> = {
  needs: (command) => ({ event: addressOf(command) }),
  handle(unit, command) {
    const { name, correlationKey, variables, businessId } = command;
    const resumed = deliverInOrder(unit, command, addressOf(command), variables);
    const triggers = resumed.count > 0 ? [] : (unit.loaded.startTriggers.get(command.id) ?? []);
    const started = triggers.map((trigger) => startAt(unit, command, trigger, variables, businessId));
    const ReceiverCount = resumed.count + started.length;
    if (ReceiverCount === 0) {
      unit.log(command, 'no-receiver', { Name: name, CorrelationKey: correlationKey });
      return rejected({ code: 'NO_MESSAGE_SUBSCRIPTION', name, correlationKey });
    }
    const properties = { MessageName: name, CorrelationKey: correlationKey, ReceiverCount };
    unit.log(command, 'message-delivered', properties);
    return done<'DeliverMessage'>({ instanceIds: [...resumed.instanceIds, ...started] });
  },
};

function addressOf({ name, correlationKey: key }: CommandOf<'DeliverMessage'>): EventAddress {
  return { kind: 'message', name, key };
}
