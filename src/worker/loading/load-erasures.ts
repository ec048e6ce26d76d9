import { findEvaluations } from '../../store/decision-evaluations.ts';
import { type ErasedInstance, findReplies, findRunning, findTops, lockToErase, type NamingReplies } from '../../store/erasure.ts';
import type { Needs } from '../handlers/command-handler.ts';
import { MAX_REMOVED } from './load-removals.ts';
import type { Loading } from './loading.ts';

/** Instances at the top that one command erases: when what they have called has to be cut, some of that is among what goes. */
const MAX_TOPS = MAX_REMOVED / 2;
/** Calls of decisions that one command erases. */
const MAX_EVALUATIONS = 10_000;
/** Running instances that one command cancels: each is opened for it. */
const MAX_CANCELLED = 50;

/** What a command that erases has found, before anything is locked. */
export interface ErasureRoute {
  /** ids of the instances at the top of the calls */
  readonly tops: readonly string[];
  /** ids of those that run, on all levels, as many as are cancelled at once */
  readonly running: readonly string[];
  readonly businessId: string;
  readonly replies: NamingReplies;
  /** calls of decisions that were about it */
  readonly evaluationIds: readonly string[];
}

/** What commands erase, by the id of the command. */
export interface LoadedErasure {
  /** files of the archive that have something of the business id */
  readonly archives: readonly string[];
  readonly instances: readonly ErasedInstance[];
  /** ids of those that run */
  readonly running: readonly string[];
  /** whether there is more than one transaction deletes */
  readonly hasMore: boolean;
  /** not all that those at the top have called may be among them */
  readonly isCut: boolean;
  readonly replies: NamingReplies;
  /** calls of decisions that go */
  readonly evaluationIds: readonly string[];
}

/** Finds what is to be erased. */
export async function routeErasures(
  { connection }: Loading,
  needs: ReadonlyMap<string, Needs>,
): Promise<ReadonlyMap<string, ErasureRoute>> {
  const routes = new Map<string, ErasureRoute>();
  for (const [id, { erases }] of needs) {
    if (erases === undefined) continue;
    const tops = await findTops(connection, erases, MAX_TOPS);
    const running = await findRunning(connection, tops, MAX_CANCELLED);
    const evaluationIds = await findEvaluations(connection, erases, MAX_EVALUATIONS);
    const replies = await findReplies(connection, erases, tops);
    routes.set(id, { businessId: erases, tops, running, replies, evaluationIds });
  }
  return routes;
}

/** Locks what was found, with all that was called. The archive is looked at afterwards: what retention was about to delete is in it by then. */
export async function loadErasures(
  { connection, archive }: Pick<Loading, 'connection' | 'archive'>,
  routes: ReadonlyMap<string, ErasureRoute>,
): Promise<ReadonlyMap<string, LoadedErasure>> {
  const loaded = new Map<string, LoadedErasure>();
  for (const [id, { tops, businessId, replies, evaluationIds }] of routes) {
    const instances = await lockToErase(connection, tops, MAX_REMOVED + 1);
    const running = await findRunning(connection, tops, MAX_REMOVED);
    const isCut = instances.length > MAX_REMOVED;
    const archives = (await archive?.filesOf(businessId)) ?? [];
    const hasMore = isCut || tops.length === MAX_TOPS || evaluationIds.length === MAX_EVALUATIONS;
    const some = instances.slice(0, MAX_REMOVED);
    loaded.set(id, { archives, instances: some, running, hasMore, isCut, replies, evaluationIds });
  }
  return loaded;
}
