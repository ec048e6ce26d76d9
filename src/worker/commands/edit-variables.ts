import { type CommandHandler, done, rejected } from './command-handler.ts';
import { ordinalsNamed } from './named-ordinals.ts';

/** Sets and removes variables of one scope of a running instance (docs/contributing/spec/http/instances.md#edit-variables). */
export const editVariables: CommandHandler<'EditVariables'> = {
  needs: ({ instanceId }) => ({ instanceIds: [instanceId] }),
  handle(unit, command) {
    const { instanceId, scope: id, variables: values, removed, reason } = command;
    const instance = unit.instance(instanceId);
    if (instance === undefined) return rejected({ code: 'INSTANCE_NOT_FOUND', instanceId });
    const scope = id === null ? null : ordinalsNamed(instance, [id])(id);
    const edit = { scope, values, removed, ...(reason !== undefined && { reason }) };
    const rejection = unit.decide(command, instance, { type: 'EditVariables', ...edit });
    return rejection === undefined ? done<'EditVariables'>({}) : rejected(rejection);
  },
};
