import { shardOf } from '../../platform/ids.ts';
import { countFreeCustomTasks, type WantedTasks } from '../../queries/custom-tasks.ts';
import { findEnded } from '../../queries/instances/ended-instances.ts';
import { isDatabaseUnreachable, type ReadDatabase } from '../../queries/read-database.ts';
import type { ApiPorts } from '../ports.ts';

interface WatchedDatabase {
  readonly number: number;
  readonly db: ReadDatabase;
  readonly isOpen: () => boolean;
}

/** All shards, or the only database. */
export function watchedDatabases({ db, shards }: Pick<ApiPorts, 'db' | 'shards'>): readonly WatchedDatabase[] {
  return shards?.map((shard, number) => ({ ...shard, number })) ?? [{ number: 0, db, isOpen: () => true }];
}

/** Tasks of an unreachable shard are not free. */
export async function countFreeIn(
  databases: readonly WatchedDatabase[],
  wanted: readonly WantedTasks[],
): Promise<ReadonlyMap<string, number>> {
  const sum = new Map<string, number>();
  for (const counts of await readReachable(databases, ({ db }) => countFreeCustomTasks(db, wanted)))
    for (const [typeKey, count] of counts) sum.set(typeKey, (sum.get(typeKey) ?? 0) + count);
  return sum;
}

/** Each in its shard. Those of an unreachable shard have not ended. */
export async function findEndedIn(
  databases: readonly WatchedDatabase[],
  instanceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const idsOf = (number: number) => instanceIds.filter((id) => databases.length === 1 || shardOf(id) === number);
  const asked = databases.filter(({ number }) => idsOf(number).length > 0);
  const found = await readReachable(asked, ({ db, number }) => findEnded(db, idsOf(number)));
  return new Set(found.flatMap((ended) => [...ended]));
}

/** Rejects only if none is reachable, or for another reason. */
async function readReachable<T>(
  databases: readonly WatchedDatabase[],
  read: (database: WatchedDatabase) => Promise<T>,
): Promise<readonly T[]> {
  const outcomes = await Promise.allSettled(databases.filter(({ isOpen }) => isOpen()).map(read));
  const results = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  for (const outcome of outcomes)
    if (outcome.status === 'rejected' && (results.length === 0 || !isDatabaseUnreachable(outcome.reason))) throw outcome.reason;
  return results;
}
