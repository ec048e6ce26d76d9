import { type CommandHandler, done, refused } from '../command-handler.ts';

/** Starts the latest version of a process (contract 2.6). */
export const startInstance: CommandHandler<'StartInstance'> = {
  kind: 'StartInstance',
  needs: ({ key }) => ({ startKey: key }),
  handle(unit, command) {
    const { key, instanceId, businessId, variables } = command;
    const process = unit.process(key);
    if (process === undefined || process.latestVersion === 0) return refused({ code: 'PROCESS_NOT_REGISTERED', key });
    if (!process.isActive) return refused({ code: 'PROCESS_DISABLED', key });
    const { definitionId, latestVersion: version } = process;
    const instance = unit.newInstance(instanceId, definitionId);
    const rejection = unit.decide(command, instance, {
      type: 'StartInstance',
      instanceId,
      definitionId,
      version,
      businessId,
      variables,
    });
    return rejection === undefined ? done<'StartInstance'>({ instanceId }) : refused(rejection);
  },
};
