import { type CommandHandler, done } from '../command-handler.ts';
import { deliverTo } from '../deliver-in-order.ts';

/** One part of a large broadcast. */
export const deliverToSubscriptions: CommandHandler<'DeliverToSubscriptions'> = {
  kind: 'DeliverToSubscriptions',
  needs: ({ subscriptions }) => ({ instanceIds: subscriptions.map((s) => s.instanceId) }),
  handle(unit, command) {
    for (const address of command.subscriptions) deliverTo(unit, command, address, command.variables);
    return done<'DeliverToSubscriptions'>({});
  },
};
