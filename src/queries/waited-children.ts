import { sql } from 'kysely';
import type { KeyLimits } from '../platform/key-patterns.ts';
import type { WaitedChild } from '../waits/wait.ts';
import { keyCondition } from './key-limits.ts';
import { statusColumn } from './operator/instance-status.ts';
import type { ReadDatabase } from './read-database.ts';

/** Reads list data of instances by id; instances that are not projected yet, or whose key is outside of the limits, are missing. */
export async function childrenNamed(
  db: ReadDatabase,
  ids: readonly string[],
  limits: KeyLimits,
): Promise<ReadonlyMap<string, WaitedChild>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('q_instance')
    .select(['instance_id as instanceId', 'key', 'version', 'business_id as businessId', statusColumn.as('status')])
    .where(sql<boolean>`instance_id = any(${ids}::uuid[])`)
    .where(keyCondition(sql.ref('key'), limits) ?? sql<boolean>`true`)
    .execute();
  return new Map(rows.map((row) => [row.instanceId, row]));
}
