import type { EngineCommandOf, Rejection } from '../../engine/commands.ts';
import type { RestorePoint } from '../../engine/restore-point.ts';
import { copyOf } from '../../engine/snapshot.ts';
import { NOTHING_STORED } from '../../engine/state-storage.ts';
import { entityId } from '../../platform/ids.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { Restore } from '../unit-of-work/restore.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';

/** How an instance that has ended is taken up again. `forkId`: of a new instance that does it; absent: it does it itself. */
interface TakeUp extends Pick<EngineCommandOf<'ForkInstance'>, 'variables' | 'caller' | 'hold'> {
  readonly forkId?: string;
}

/** An instance that has ended continues from just before its end, as itself or as a fork (docs/contributing/spec/forks.md#revive). */
export function takeUpAgain(
  unit: UnitOfWork,
  origin: ChangeOrigin,
  ended: WorkingInstance,
  { point, before, model, definitionId, version }: Restore,
  { forkId, caller, variables, hold }: TakeUp,
): { readonly ok: true; readonly instance: WorkingInstance } | { readonly ok: false; readonly rejection: Rejection } {
  const goesBack = forkId === undefined && definitionId !== ended.definitionId;
  if (goesBack) unit.versions.start(definitionId);
  const instance =
    forkId === undefined ? { ...notEnded(ended), definitionId, model } : unit.newInstance(forkId, definitionId, model);
  if (forkId === undefined) continueAttempts(unit, instance, point);
  const given = { point, variables, ...(hold !== undefined && { hold }) };
  const rejection = unit.decide(
    origin,
    instance,
    forkId === undefined
      ? { type: 'ReviveInstance', ...given, ...(goesBack && { definition: { definitionId, version } }) }
      : {
          ...{ type: 'ForkInstance', ...given, before, instanceId: forkId, definitionId, version, continuesCalls: true },
          ...(caller !== undefined && { caller }),
        },
  );
  if (rejection !== undefined) return { ok: false, rejection };
  unit.logAbout(origin, instance, 'instance-revived', { FromInstanceId: ended.id, Step: point.origin.seq });
  return { ok: true, instance };
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

/** A refusal leaves the instance as it was. What is stored of it says that it has ended, so its row is written whole. */
function notEnded(ended: WorkingInstance): WorkingInstance {
  return { ...ended, state: copyOf(ended.state), stored: NOTHING_STORED, added: 0 };
}
