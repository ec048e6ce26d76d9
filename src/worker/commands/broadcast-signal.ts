import type { CommandOf } from '../../messages/commands.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import { deliverInOrder } from '../events/deliver-in-order.ts';
import { startAt } from '../events/start-at-trigger.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/** Resumes every waiting subscription and starts every registered key (docs/contributing/spec/waiting.md#signal-delivery). */
export const broadcastSignal: CommandHandler<'BroadcastSignal'> = {
  mayHaveManyReceivers: true,
  needs: (command) => ({ event: addressOf(command) }),
  handle(unit, command) {
    const { name, variables, exceptInstanceId } = command;
    const resumed = deliverInOrder(unit, command, addressOf(command), variables, exceptInstanceId);
    const triggers = unit.loaded.startTriggers.get(command.id) ?? [];
    const started = triggers.map((trigger) => startAt(unit, command, trigger, variables, null));
    const deliveredCount = resumed.count + started.length;
    if (deliveredCount === 0) {
      unit.log(command, 'no-receiver', { Name: name, CorrelationKey: '' });
      return rejected({ code: 'NO_SIGNAL_SUBSCRIPTION', name });
    }
    unit.log(command, 'signal-broadcast', { SignalName: name, DeliveredCount: deliveredCount });
    return done<'BroadcastSignal'>({ deliveredCount, instanceIds: [...resumed.instanceIds, ...started] });
  },
};

function addressOf({ name }: CommandOf<'BroadcastSignal'>): EventAddress {
  return { kind: 'signal', name, key: '' };
}
