import type { Connection } from '../../db/connection.ts';
import { type InstanceTree, lockTree } from '../../store/instance-removal.ts';
import type { Needs } from '../commands/command-handler.ts';

/** Maximum called instances that one transaction deletes: each has about ten rows. */
export const MAX_REMOVED = 1000;

/** Locks the instances that commands delete with those below them, by command id. */
export async function loadRemovals(
  connection: Connection,
  needs: ReadonlyMap<string, Needs>,
): Promise<Map<string, InstanceTree>> {
  const loaded = new Map<string, InstanceTree>();
  for (const [id, { removes }] of needs) {
    const tree = removes === undefined ? undefined : await lockTree(connection, removes, MAX_REMOVED);
    if (tree !== undefined) loaded.set(id, tree);
  }
  return loaded;
}
