import type { Connection } from '../../db/connection.ts';
import { type ErasedInstance, findRunning, findTops, lockToErase } from '../../store/erasure.ts';
import type { Needs } from '../handlers/command-handler.ts';
import { MAX_REMOVED } from './load-removals.ts';
import type { Loading } from './loading.ts';

/** Running instances that one command cancels: each is opened for it. */
const MAX_CANCELLED = 50;

/** What a command that erases has found, before anything is locked. */
export interface ErasureRoute {
  /** ids of the instances at the top of the calls */
  readonly tops: readonly string[];
  /** ids of those that run, on all levels, as many as are cancelled at once */
  readonly running: readonly string[];
  /** files of the archive that have something of the business id */
  readonly archives: readonly string[];
}

/** What commands erase, by the id of the command. */
export interface LoadedErasure extends Omit<ErasureRoute, 'running' | 'tops'> {
  readonly instances: readonly ErasedInstance[];
  /** ids of those that run */
  readonly running: readonly string[];
  /** whether there is more than one transaction deletes */
  readonly hasMore: boolean;
}

/** Finds what is to be erased. */
export async function routeErasures(
  { connection, archive }: Loading,
  needs: ReadonlyMap<string, Needs>,
): Promise<ReadonlyMap<string, ErasureRoute>> {
  const routes = new Map<string, ErasureRoute>();
  for (const [id, { erases }] of needs) {
    if (erases === undefined) continue;
    const archives = (await archive?.filesOf(erases)) ?? [];
    const tops = await findTops(connection, erases, MAX_REMOVED);
    routes.set(id, { archives, tops, running: await findRunning(connection, tops, MAX_CANCELLED) });
  }
  return routes;
}

/** Locks what was found, with all that was called. */
export async function loadErasures(
  connection: Connection,
  routes: ReadonlyMap<string, ErasureRoute>,
): Promise<ReadonlyMap<string, LoadedErasure>> {
  const loaded = new Map<string, LoadedErasure>();
  for (const [id, { tops, archives }] of routes) {
    const instances = await lockToErase(connection, tops, MAX_REMOVED + 1);
    const running = await findRunning(connection, tops, MAX_REMOVED);
    const hasMore = instances.length > MAX_REMOVED || tops.length === MAX_REMOVED;
    loaded.set(id, { archives, instances: instances.slice(0, MAX_REMOVED), running, hasMore });
  }
  return loaded;
}
