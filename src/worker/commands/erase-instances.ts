import { isTerminal } from '../../engine/state.ts';
import type { CommandOf } from '../../messages/commands.ts';
import { MAX_NAMED_INSTANCES } from '../../messages/instance-changes.ts';
import type { ErasedInstance } from '../../store/erasure.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/**
 * Deletes the root instances with all called instances, if all have ended. Otherwise rejects; with `cancelsRunning`, cancels those that were loaded (at most
 * 50 per command). `isComplete` false: a repeated command must delete the rest (docs/contributing/spec/retention.md#erase).
 */
export const eraseInstances: CommandHandler<'EraseInstances'> = {
  needs: ({ businessId }) => ({ erases: businessId }),
  handle(unit, command) {
    const erasure = unit.loaded.erasures.get(command.id);
    if (erasure === undefined) throw new Error('nothing was loaded for an erasure');
    const { instances, running, archives, hasMore, isCut, replies, evaluationIds } = erasure;
    if (running.length > 0 && !command.cancelsRunning)
      return rejected({ code: 'INSTANCES_RUNNING', instanceIds: running.slice(0, MAX_NAMED_INSTANCES), count: running.length });
    if (command.isDryRun === true) return done<'EraseInstances'>({ erased: 0, cancelled: [], archives: [], isComplete: false });
    const cancelled = running.filter((id) => cancel(unit, command, id, instances));
    const waiting = new Set(instances.filter((one) => !hasEnded(unit, one)).map(rootIdOf));
    const gone = instances.filter((one) => !waiting.has(rootIdOf(one)));
    const { id: commandId, businessId } = command;
    const erased = unit.removals.erase({ commandId, businessId, replies, evaluationIds }, gone, isCut);
    if (erased > 0) unit.log(command, 'instances-erased', { Count: erased });
    const evaluations = evaluationIds.length;
    return done<'EraseInstances'>({
      erased,
      ...(evaluations > 0 && { evaluations }),
      cancelled,
      archives,
      isComplete: waiting.size === 0 && !hasMore,
    });
  },
};

/**
 * False without a change if the instance is not loaded, or ends later with its running root. If the root has ended in this command, the called instance is
 * cancelled directly.
 */
function cancel(
  unit: UnitOfWork,
  command: CommandOf<'EraseInstances'>,
  id: string,
  instances: readonly ErasedInstance[],
): boolean {
  const instance = unit.instance(id);
  const self = instances.find((one) => one.id === id);
  const root = instances.find((one) => one.id === self?.rootId);
  if (instance === undefined || (root !== undefined && isRunning(unit, root))) return false;
  return unit.decide(command, instance, { type: 'CancelInstance', reason: 'Erased' }) === undefined;
}

function isRunning(unit: UnitOfWork, one: ErasedInstance): boolean {
  return !hasEnded(unit, one);
}

function hasEnded(unit: UnitOfWork, { id, isTerminal: wasTerminal }: ErasedInstance): boolean {
  const instance = unit.instance(id);
  return instance === undefined ? wasTerminal : isTerminal(instance.state);
}

function rootIdOf({ id, rootId }: ErasedInstance): string {
  return rootId ?? id;
}
