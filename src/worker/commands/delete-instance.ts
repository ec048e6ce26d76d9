import { isWithin } from '../../platform/access-roles.ts';
import { instanceScope } from '../../platform/log-scope.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/** Deletes an ended instance with its called instances (docs/contributing/spec/retention.md#delete). */
export const deleteInstance: CommandHandler<'DeleteInstance'> = {
  needs: ({ instanceId }) => ({ removes: instanceId }),
  handle(unit, command) {
    const { instanceId, limits } = command;
    const tree = unit.loaded.removals.get(command.id);
    if (tree === undefined || !isWithin(limits, tree.key)) return rejected({ code: 'INSTANCE_NOT_FOUND', instanceId });
    const { isTerminal, rootId, runningBelow, hasMore, key } = tree;
    if (rootId !== null) return rejected({ code: 'INSTANCE_WAS_CALLED', instanceId, rootId });
    if (!isTerminal || runningBelow !== null)
      return rejected({ code: 'INSTANCE_NOT_ENDED', instanceId, below: isTerminal ? runningBelow : null });
    const deleted = unit.removals.add(tree);
    if (hasMore) unit.enqueue(command, { kind: 'DeleteInstance', instanceId, ...(limits !== undefined && { limits }) });
    const scope = instanceScope({ processKey: key, instanceId, businessId: null });
    unit.log(command, 'instance-deleted', { ...scope, Count: deleted });
    return done<'DeleteInstance'>({ deleted, goesOn: hasMore });
  },
};
