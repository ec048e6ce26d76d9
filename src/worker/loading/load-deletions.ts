import type { Connection } from '../../db/connection.ts';
import { findVersion, findVersionBefore, hasInstances, lockTexts } from '../../store/deletions.ts';
import { lockDeletedVersions } from '../../store/version-locks.ts';
import type { Needs } from '../commands/command-handler.ts';
import type { VersionToDelete } from '../unit-of-work/loaded-rows.ts';
import type { ModelCache } from './model-cache.ts';

/** Loads and locks the versions to delete, by command id; their keys must be locked. Takes these locks last: starts do not wait for them. */
export async function loadDeletions(
  connection: Connection,
  models: ModelCache,
  needs: ReadonlyMap<string, Needs>,
): Promise<Map<string, VersionToDelete>> {
  const loaded = new Map<string, VersionToDelete>();
  for (const [id, { deletion }] of needs) {
    if (deletion === undefined) continue;
    const found = await findVersion(connection, deletion.key, deletion.version);
    if (found === undefined) continue;
    await lockDeletedVersions(connection, [found.definitionId]);
    await lockTexts(connection, found.textHashes);
    const isUsed = await hasInstances(connection, found.definitionId);
    const before = await findVersionBefore(connection, deletion.key, deletion.version);
    const model = isUsed || before === undefined ? undefined : await models.get(connection, before.definitionId);
    loaded.set(id, { ...found, isUsed, ...(before !== undefined && model !== undefined && { before: { ...before, model } }) });
  }
  return loaded;
}
