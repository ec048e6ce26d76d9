import type { Connection } from '../../db/connection.ts';
import { findEvaluations } from '../../store/decision-evaluations.ts';
import { findVersion, findVersionBefore, hasInstances, lockTexts } from '../../store/deletions.ts';
import { findReplies, findRoots, findRunning, lockToErase, type NamingReplies } from '../../store/erasure.ts';
import { type InstanceTree, lockTree } from '../../store/instance-removal.ts';
import { lockDeletedVersions } from '../../store/version-locks.ts';
import type { Needs } from '../commands/command-handler.ts';
import type { LoadedErasure, VersionToDelete } from '../unit-of-work/loaded-rows.ts';
import type { LoadContext } from './load-context.ts';
import type { ModelCache } from './model-cache.ts';

/** Limit of instances; each has about ten rows. */
const MAX_REMOVED = 1000;

/** Locks instances with those below them, by command id. */
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

/**
 * Loads versions to delete by command id, without unknown and deleted ones. Their keys must be locked. Takes these locks last: starts do not wait for them.
 */
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

/** Root instances that one command erases. If their called instances exceed the limit, some of those are still deleted. */
const MAX_ROOTS = MAX_REMOVED / 2;
const MAX_EVALUATIONS = 10_000;
/** Running instances per erasure: each is loaded. */
const MAX_CANCELLED = 50;

/** Data to erase, found before rows are locked. */
export interface ErasureRoute {
  readonly roots: readonly string[];
  /** ids of running instances on all levels, up to the limit of one command */
  readonly running: readonly string[];
  readonly businessId: string;
  readonly replies: NamingReplies;
  readonly evaluationIds: readonly string[];
}

export async function routeErasures(
  { connection }: LoadContext,
  needs: ReadonlyMap<string, Needs>,
): Promise<ReadonlyMap<string, ErasureRoute>> {
  const routes = new Map<string, ErasureRoute>();
  for (const [id, { erases }] of needs) {
    if (erases === undefined) continue;
    const roots = await findRoots(connection, erases, MAX_ROOTS);
    const running = await findRunning(connection, roots, MAX_CANCELLED);
    const evaluationIds = await findEvaluations(connection, erases, MAX_EVALUATIONS);
    const replies = await findReplies(connection, erases, roots);
    routes.set(id, { businessId: erases, roots, running, replies, evaluationIds });
  }
  return routes;
}

/** Locks the data with all called instances, then reads the archive, which by then contains instances that retention was about to delete. */
export async function loadErasures(
  { connection, archive }: Pick<LoadContext, 'connection' | 'archive'>,
  routes: ReadonlyMap<string, ErasureRoute>,
): Promise<ReadonlyMap<string, LoadedErasure>> {
  const loaded = new Map<string, LoadedErasure>();
  for (const [id, { roots, businessId, replies, evaluationIds }] of routes) {
    const instances = await lockToErase(connection, roots, MAX_REMOVED + 1);
    const running = await findRunning(connection, roots, MAX_REMOVED);
    const isCut = instances.length > MAX_REMOVED;
    const archives = (await archive?.filesOf(businessId)) ?? [];
    const hasMore = isCut || roots.length === MAX_ROOTS || evaluationIds.length === MAX_EVALUATIONS;
    const some = instances.slice(0, MAX_REMOVED);
    loaded.set(id, { archives, instances: some, running, hasMore, isCut, replies, evaluationIds });
  }
  return loaded;
}
