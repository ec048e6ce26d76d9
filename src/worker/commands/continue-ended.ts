import type { EngineCommandOf, Rejection } from '../../engine/commands.ts';
import type { RestorePoint } from '../../engine/state/restore-point.ts';
import { copyOf } from '../../engine/state/snapshot.ts';
import { NOTHING_STORED } from '../../engine/state/state-index.ts';
import { entityId } from '../../platform/ids.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { Restore } from '../unit-of-work/restore.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';

/** `forkId`: new instance that continues; absent: the ended one. `caller`: of the fork. `hold`: suspends the instance before its first step. */
interface ContinueOptions extends Pick<EngineCommandOf<'ForkInstance'>, 'variables' | 'caller' | 'hold'> {
  readonly forkId?: string;
  /** reason of the operator */
  readonly reason?: string;
}

/** Continues an instance from just before its end, in place or as a fork (docs/contributing/spec/forks.md#revive). A rejection leaves it unchanged. */
export function continueEnded(
  unit: UnitOfWork,
  origin: ChangeOrigin,
  ended: WorkingInstance,
  { point, before, model, definitionId, version }: Restore,
  { forkId, caller, variables, hold, reason }: ContinueOptions,
): { readonly ok: true; readonly instance: WorkingInstance } | { readonly ok: false; readonly rejection: Rejection } {
  const returnsToVersion = forkId === undefined && definitionId !== ended.definitionId;
  if (returnsToVersion) unit.startVersion(definitionId);
  const instance =
    forkId === undefined ? { ...notEnded(ended), definitionId, model } : unit.newInstance(forkId, definitionId, model);
  if (forkId === undefined) continueAttempts(unit, instance, point);
  const given = { point, variables, ...(hold !== undefined && { hold }), ...(reason !== undefined && { reason }) };
  const rejection = unit.decide(
    origin,
    instance,
    forkId === undefined
      ? {
          type: 'ReviveInstance',
          ...given,
          ...(returnsToVersion && { definition: { definitionId, version } }),
        }
      : {
          ...{ type: 'ForkInstance', ...given, before, instanceId: forkId, definitionId, version, continuesCalls: true },
          ...(caller !== undefined && { caller }),
        },
  );
  if (rejection !== undefined) return { ok: false, rejection };
  unit.logAbout(origin, instance, 'instance-revived', { FromInstanceId: ended.id, Step: point.origin.seq });
  return { ok: true, instance };
}

/** Continues attempt numbers at the next thousand, so that late results of earlier attempts are rejected. */
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

/** Attempts per restore: more than a job has before its instance ends. */
const ATTEMPTS_PER_RESTORE = 1000;

/** A copy: a rejection leaves the instance unchanged. Its stored state is the ended one, so the whole row is written. */
function notEnded(ended: WorkingInstance): WorkingInstance {
  return { ...ended, state: copyOf(ended.state), stored: NOTHING_STORED, added: 0 };
}
