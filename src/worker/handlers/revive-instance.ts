import type { RestorePoint } from '../../engine/restore-point.ts';
import { canBeTakenBack, repeatedBy, sinceThen } from '../../engine/since-then.ts';
import { copyOf } from '../../engine/snapshot.ts';
import { isTerminal } from '../../engine/state.ts';
import { NOTHING_STORED } from '../../engine/state-storage.ts';
import type { CommandOf, Reply } from '../../messages/commands.ts';
import { entityId } from '../../platform/ids.ts';
import { forkOfEnded, type Restore } from '../unit-of-work/restore.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/** A failed instance continues with what has failed, a cancelled one from the step before its end (docs/contributing/spec/forks.md#revive). */
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
  const repeats = repeatedBy(point, happened);
  if (command.isDryRun === true)
    return done<'ReviveInstance'>({ instanceId: ended.id, step, isFork, sinceThen: happened, repeats });
  const goesBack = !isFork && definitionId !== ended.definitionId;
  if (goesBack) unit.versions.start(definitionId);
  const instance = isFork
    ? unit.newInstance(forkOfEnded(ended.id), definitionId, model)
    : { ...notEnded(ended), definitionId, model };
  if (!isFork) continueAttempts(unit, instance, point);
  const rejection = unit.decide(
    command,
    instance,
    isFork
      ? { type: 'ForkInstance', point, before, instanceId: instance.id, definitionId, version, variables }
      : { type: 'ReviveInstance', point, variables, ...(goesBack && { definition: { definitionId, version } }) },
  );
  if (rejection !== undefined) return rejected(rejection);
  unit.logAbout(command, instance, 'instance-revived', { FromInstanceId: ended.id, Step: step });
  return done<'ReviveInstance'>({ instanceId: instance.id, step, isFork, sinceThen: happened, repeats });
}

/**
 * Jobs that are open again have the task ids of before. Their attempts are numbered on from the next thousand: the number of an attempt is never given twice, so
 * a result of one before comes too late.
 */
function continueAttempts(unit: UnitOfWork, { id, seq }: WorkingInstance, point: RestorePoint): void {
  const { open, origin, restores, unfinished } = point;
  const failed = (unfinished?.failed ?? []).flatMap(({ entry, repeat }) =>
    entry !== null && repeat.kind === 'job' ? [entry] : [],
  );
  const since = origin.instanceId === id ? Math.max(0, seq - origin.seq) : seq;
  const before = ATTEMPTS_PER_RESTORE * (restores + since);
  for (const ordinal of [...open.jobs.keys(), ...open.ownJobs.keys(), ...failed]) {
    unit.customTasks.continueFrom(entityId(id, ordinal), before);
  }
}

/** No job has as many attempts before its instance ends. */
const ATTEMPTS_PER_RESTORE = 1000;

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
