import type { CommandRejection } from '../../messages/commands.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/** Starts the latest or a requested version (docs/contributing/spec/http/execution.md#start-latest). */
export const startInstance: CommandHandler<'StartInstance'> = {
  needs: ({ key, version }) => ({ startKey: key, ...(version !== undefined && { startVersion: version }) }),
  handle(unit, command) {
    const { key, instanceId, businessId, variables, actor } = command;
    const process = unit.process(key);
    const refuse = (rejection: CommandRejection) => {
      unit.log(command, 'start-refused', { ProcessDefinitionKey: key, Rule: rejection.code });
      return rejected(rejection);
    };
    if (process === undefined || process.latestVersion === 0) return refuse({ code: 'PROCESS_NOT_REGISTERED', key });
    if (!process.isActive) return refuse({ code: 'PROCESS_DISABLED', key });
    if (unit.suspensions.ofKey(key) !== undefined) return refuse({ code: 'PROCESS_SUSPENDED', key });
    const version = command.version ?? process.latestVersion;
    const definitionId = command.version === undefined ? process.definitionId : unit.loaded.chosenVersions.get(command.id);
    if (definitionId === undefined) return refuse({ code: 'VERSION_NOT_REGISTERED', key, version });
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
