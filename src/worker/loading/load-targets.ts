import { findVersionOf } from '../../store/definitions.ts';
import type { Needs } from '../commands/command-handler.ts';
import type { TargetVersion } from '../unit-of-work/loaded-rows.ts';
import type { LoadContext } from './load-context.ts';

/** Target versions by command id. A concurrent delete of one is a conflict, which another attempt resolves. */
export async function loadTargets(
  { connection, models }: LoadContext,
  needs: ReadonlyMap<string, Needs>,
): Promise<Map<string, TargetVersion>> {
  const targets = new Map<string, TargetVersion>();
  /** several commands may have the same target */
  const found = new Map<string, TargetVersion | undefined>();
  for (const [commandId, { targetVersion }] of needs) {
    if (targetVersion === undefined) continue;
    if (!found.has(targetVersion)) {
      const version = await findVersionOf(connection, targetVersion);
      found.set(
        targetVersion,
        version === undefined ? undefined : { ...version, model: await models.getStartable(connection, targetVersion) },
      );
    }
    const target = found.get(targetVersion);
    if (target !== undefined) targets.set(commandId, target);
  }
  return targets;
}
