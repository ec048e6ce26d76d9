import { isSuspended, whileSuspended } from '../../engine/state/suspension.ts';
import type { InstanceCommand } from '../../store/outbox.ts';
import { applyInstanceCommand, continueNow } from '../effects/execute-effects.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import { type CommandHandler, done } from './command-handler.ts';

/**
 * Applies the command queue in order. Discards commands for an unknown instance, unless its caller waits for it to continue. A suspended instance only gets
 * commands that end it (docs/contributing/spec/suspension.md#what-waits).
 */
export const drainMailbox: CommandHandler<'DrainMailbox'> = {
  needs: ({ instanceId }) => ({ commandQueueOf: instanceId }),
  handle(unit, command) {
    const instance = unit.instance(command.instanceId);
    // suspended when its queue was read, so older commands are missing here: the next transaction begins with them
    if (instance?.wasSuspended === true && !isSuspended(instance.state)) return done<'DrainMailbox'>({});
    let applied = 0;
    for (const { id, targetId, command: engineCommand, causation, actor } of unit.loaded.instanceCommands) {
      if (targetId !== command.instanceId) continue;
      if (instance !== undefined && staysQueued(instance, engineCommand)) {
        unit.suspensions.setQueueAside(instance);
        continue;
      }
      const isNext = command.only === undefined ? !unit.isSpent || applied === 0 : applied === 0 && id === command.only;
      if (!isNext) {
        unit.leftInQueue.add(targetId);
        break;
      }
      applied += 1;
      const origin = { id, kind: engineCommand.type, ...(causation && { causation }), ...(actor !== undefined && { actor }) };
      if (engineCommand.type === 'ContinueChild') continueNow(unit, origin, engineCommand);
      else if (instance !== undefined) {
        unit.logAbout(command, instance, 'queued-external-event-applied', { EventKind: engineCommand.type });
        applyInstanceCommand(unit, origin, instance, engineCommand, true);
      }
      unit.followUps.markDone(id);
    }
    return done<'DrainMailbox'>({});
  },
};

function staysQueued({ state }: WorkingInstance, command: InstanceCommand): boolean {
  if (command.type === 'ContinueChild') return false;
  return isSuspended(state) && (command.type === 'StartChild' || whileSuspended(command) !== 'allowed');
}
