import { canBeTakenBack, repeatedBy, sinceThen } from '../../engine/state/since-then.ts';
import { isTerminal } from '../../engine/state.ts';
import type { CommandOf, Reply } from '../../messages/commands.ts';
import { forkOfEnded, type Restore } from '../unit-of-work/restore.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';
import { continueEnded } from './continue-ended.ts';

/** A failed instance at the failure, a cancelled one at the step before its end (docs/contributing/spec/forks.md#revive). */
export const reviveInstance: CommandHandler<'ReviveInstance'> = {
  needs: ({ instanceId, isInBatch }) => ({
    instanceIds: [instanceId],
    revives: { instanceId, ...(isInBatch === true && { isInBatch }) },
  }),
  handle(unit, command) {
    const { instanceId } = command;
    const instance = unit.instance(instanceId);
    if (instance === undefined) return rejected({ code: 'INSTANCE_NOT_FOUND', instanceId });
    const { status } = instance.state;
    if (!isTerminal(instance.state)) return rejected({ code: 'NOT_REVIVABLE', instanceId, status: 'running' });
    if (status === 'completed') return rejected({ code: 'NOT_REVIVABLE', instanceId, status });
    const by = forkOfEnded(instanceId);
    if (unit.instance(by) !== undefined) return rejected({ code: 'REVIVED_ALREADY', instanceId, by });
    const loaded = unit.loaded.restores.get(command.id);
    if (loaded?.ok === false) return rejected(loaded.rejection);
    if (loaded?.restore.end?.seq !== instance.seq) throw new EndedInTransaction(command.id);
    return revive(unit, command, instance, loaded.restore);
  },
};

function revive(
  unit: UnitOfWork,
  command: CommandOf<'ReviveInstance'>,
  ended: WorkingInstance,
  restore: Restore,
): Reply<'ReviveInstance'> {
  const { point, end } = restore;
  const { seq: step } = point.origin;
  const happened = sinceThen(point, end?.events ?? []);
  const isFork = !canBeTakenBack(happened);
  const plan = { step, isFork, sinceThen: happened, repeats: [...repeatedBy(point, happened), ...restore.repeats] };
  if (command.isDryRun === true) return done<'ReviveInstance'>({ instanceId: ended.id, ...plan });
  const again = continueEnded(unit, command, ended, restore, {
    variables: { ...end?.variables, ...command.variables },
    ...(command.reason !== undefined && { reason: command.reason }),
    ...(isFork && { forkId: forkOfEnded(ended.id) }),
  });
  return again.ok ? done<'ReviveInstance'>({ instanceId: again.instance.id, ...plan }) : rejected(again.rejection);
}

/** The source of the restart is not stored yet. The command is repeated in a separate transaction. */
class EndedInTransaction extends Error {
  override readonly name = 'EndedInTransaction';

  constructor(commandId: string) {
    super(`command ${commandId} revives an instance that has ended in the same transaction, and is run alone`);
  }
}
