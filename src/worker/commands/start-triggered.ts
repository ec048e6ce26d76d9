import { startInstanceAt } from '../events/start-at-trigger.ts';
import { type CommandHandler, done } from './command-handler.ts';

/** Starts an instance at a start event that another transaction has triggered. */
export const startTriggered: CommandHandler<'StartTriggered'> = {
  needs: ({ definitionId }) => ({ definitionIds: [definitionId] }),
  handle(unit, command) {
    startInstanceAt(unit, command, command);
    return done<'StartTriggered'>({ instanceId: command.instanceId });
  },
};
