import { type CommandHandler, done, rejected } from './command-handler.ts';

/** Ignores an ended instance (docs/contributing/spec/http/instances.md#what-cancel-ends). */
export const cancelInstance: CommandHandler<'CancelInstance'> = {
  needs: ({ instanceId }) => ({ instanceIds: [instanceId] }),
  handle(unit, command) {
    const { instanceId, reason } = command;
    const instance = unit.instance(instanceId);
    if (instance === undefined) return rejected({ code: 'INSTANCE_NOT_FOUND', instanceId });
    unit.decide(command, instance, { type: 'CancelInstance', reason });
    return done<'CancelInstance'>({});
  },
};
