import { canBeTakenBack, repeatedBy, sinceThen } from '../../engine/since-then.ts';
import { isTerminal } from '../../engine/state.ts';
import type { CommandOf, Reply } from '../../messages/commands.ts';
import { forkOfEnded, type Restore } from '../unit-of-work/restore.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';
import { takeUpAgain } from './take-up-again.ts';

/** A failed instance continues with what has failed, a cancelled one from the step before its end (docs/contributing/spec/forks.md#revive). */
export const reviveInstance: CommandHandler<'ReviveInstance'> = {
  kind: 'ReviveInstance',
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
    if (loaded?.restore.end?.seq !== instance.seq) throw new EndedMeanwhile(command.id);
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
  const again = takeUpAgain(unit, command, ended, restore, {
    variables: { ...end?.variables, ...command.variables },
    ...(isFork && { forkId: forkOfEnded(ended.id) }),
  });
  return again.ok ? done<'ReviveInstance'>({ instanceId: again.instance.id, ...plan }) : rejected(again.rejection);
}

/** The instance has ended in this transaction: what it goes on from is not in the database yet. The command is carried out alone. */
class EndedMeanwhile extends Error {
  override readonly name = 'EndedMeanwhile';

  constructor(commandId: string) {
    super(`command ${commandId} revives an instance that has ended in the same transaction, and is run alone`);
  }
}
