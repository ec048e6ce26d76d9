import { type CommandHandler, done, rejected } from './command-handler.ts';

/** Starts the latest version of a process (docs/spec/http/execution.md#start-latest). */
export const startInstance: CommandHandler<'StartInstance'> = {
  kind: 'StartInstance',
  needs: ({ key }) => ({ startKey: key }),
  handle(unit, command) {
    const { key, instanceId, businessId, variables, actor } = command;
    const process = unit.process(key);
    const refuse = (code: 'PROCESS_NOT_REGISTERED' | 'PROCESS_DISABLED') => {
      unit.log(command, 'start-refused', { ProcessDefinitionKey: key, Rule: code });
      return rejected({ code, key });
    };
    if (process === undefined || process.latestVersion === 0) return refuse('PROCESS_NOT_REGISTERED');
    if (!process.isActive) return refuse('PROCESS_DISABLED');
    const { definitionId, latestVersion: version } = process;
    const instance = unit.newInstance(instanceId, definitionId);
    const rejection = unit.decide(command, instance, {
      type: 'StartInstance',
      instanceId,
      definitionId,
      version,
      businessId,
      variables,
      ...(actor !== undefined && { starter: actor }),
    });
    return rejection === undefined ? done<'StartInstance'>({ instanceId }) : rejected(rejection);
  },
};
