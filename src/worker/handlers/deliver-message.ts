import { type CommandHandler, done, refused } from '../command-handler.ts';
import { deliverInOrder } from '../deliver-in-order.ts';
import { startAt } from './start-triggered.ts';

/** A message reaches everybody who waits for this name and key; only if nobody does it starts instances (contract 2.7, bpmn.md M4). */
export const deliverMessage: CommandHandler<'DeliverMessage'> = {
  kind: 'DeliverMessage',
  needs: ({ name, correlationKey }) => ({ event: { kind: 'message', name, key: correlationKey } }),
  handle(unit, command) {
    const { name, correlationKey, variables, businessId } = command;
    const resumed = deliverInOrder(unit, command, variables);
    const tell = (ReceiverCount: number) =>
      unit.tell(command, 4000, 'message delivered', { MessageName: name, CorrelationKey: correlationKey, ReceiverCount });
    if (resumed.count > 0) {
      tell(resumed.count);
      return done<'DeliverMessage'>({ instanceIds: resumed.instanceIds });
    }
    const triggers = unit.loaded.startTriggers.get(command.id) ?? [];
    if (triggers.length === 0) {
      unit.tell(command, 4001, 'message found nobody', { Name: name, CorrelationKey: correlationKey });
      return refused({ code: 'NO_MESSAGE_SUBSCRIPTION', name, correlationKey });
    }
    tell(triggers.length);
    return done<'DeliverMessage'>({
      instanceIds: triggers.map((trigger) => startAt(unit, command, trigger, variables, businessId)),
    });
  },
};
