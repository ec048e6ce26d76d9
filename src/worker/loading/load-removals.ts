import type { Connection } from '../../db/connection.ts';
import { type InstanceTree, lockTree } from '../../store/instance-removal.ts';
import type { Needs } from '../handlers/command-handler.ts';

/** Called instances that one transaction deletes: each takes some ten rows with it. */
export const MAX_REMOVED = 1000;

/** What commands delete, by the id of the command, each locked with those below it. */
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
