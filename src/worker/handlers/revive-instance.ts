import { canBeTakenBack, sinceThen } from '../../engine/since-then.ts';
import { copyOf } from '../../engine/snapshot.ts';
import { isTerminal } from '../../engine/state.ts';
import { NOTHING_STORED } from '../../engine/state-storage.ts';
import type { CommandOf, Reply } from '../../messages/commands.ts';
import { forkOfEnded, type Restore } from '../unit-of-work/restore.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/** An instance that has failed or was cancelled goes on from the step before its end (docs/spec/forks.md#revive). */
export const reviveInstance: CommandHandler<'ReviveInstance'> = {
  kind: 'ReviveInstance',
  needs: ({ instanceId }) => ({ instanceIds: [instanceId], revives: instanceId }),
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
  { point, before, model, definitionId, version, end }: Restore,
): Reply<'ReviveInstance'> {
  const { seq: step } = point.origin;
  const variables = { ...end?.variables, ...command.variables };
  const happened = sinceThen(point, end?.events ?? []);
  const isFork = !canBeTakenBack(happened);
  const goesBack = !isFork && definitionId !== ended.definitionId;
  if (goesBack) unit.versions.start(definitionId);
  const instance = isFork
    ? unit.newInstance(forkOfEnded(ended.id), definitionId, model)
    : { ...notEnded(ended), definitionId, model };
  const rejection = unit.decide(
    command,
    instance,
    isFork
      ? { type: 'ForkInstance', point, before, instanceId: instance.id, definitionId, version, variables }
      : { type: 'ReviveInstance', point, variables, ...(goesBack && { definition: { definitionId, version } }) },
  );
  if (rejection !== undefined) return rejected(rejection);
  unit.logAbout(command, instance, 'instance-revived', { FromInstanceId: ended.id, Step: step });
  return done<'ReviveInstance'>({ instanceId: instance.id, step, isFork, sinceThen: happened });
}

/** A refusal leaves the instance as it was. What is stored of it says that it has ended, so its row is written anew. */
function notEnded(ended: WorkingInstance): WorkingInstance {
  return { ...ended, state: copyOf(ended.state), stored: NOTHING_STORED, added: 0 };
}

/** The instance has ended in this transaction: what it goes on from is not in the database yet. The command is carried out alone. */
class EndedMeanwhile extends Error {
  override readonly name = 'EndedMeanwhile';

  constructor(commandId: string) {
    super(`command ${commandId} revives an instance that has ended in the same transaction, and is carried out alone`);
  }
}
