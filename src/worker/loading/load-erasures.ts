import { findEvaluations } from '../../store/decision-evaluations.ts';
import { findReplies, findRoots, findRunning, lockToErase, type NamingReplies } from '../../store/erasure.ts';
import type { Needs } from '../commands/command-handler.ts';
import type { LoadedErasure } from '../unit-of-work/loaded-rows.ts';
import { MAX_REMOVED } from './load-removals.ts';
import type { Loading } from './loading.ts';

/** Maximum root instances that one command erases. If their called instances exceed the limit, some of those are still deleted. */
const MAX_ROOTS = MAX_REMOVED / 2;
/** Maximum decision evaluations that one command erases. */
const MAX_EVALUATIONS = 10_000;
/** Maximum running instances that one command cancels: each is loaded. */
const MAX_CANCELLED = 50;

/** Data to erase, found before rows are locked. */
export interface ErasureRoute {
  /** ids of the root instances */
  readonly roots: readonly string[];
  /** ids of running instances on all levels, up to the limit of one command */
  readonly running: readonly string[];
  readonly businessId: string;
  readonly replies: NamingReplies;
  /** decision evaluations with the business id */
  readonly evaluationIds: readonly string[];
}

/** Finds the data to erase. */
export async function routeErasures(
  { connection }: Loading,
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

/** Locks the data with all called instances. Reads the archive after that: it then contains instances that retention was about to delete. */
export async function loadErasures(
  { connection, archive }: Pick<Loading, 'connection' | 'archive'>,
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
