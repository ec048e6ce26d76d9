import { sql } from 'kysely';
import type { WaitedChild } from '../waits/wait.ts';
import { statusColumn } from './operator/instance-status.ts';
import type { ReadDatabase } from './read-database.ts';

/** Reads list data of instances by id; instances that are not projected yet are missing. */
export async function childrenNamed(db: ReadDatabase, ids: readonly string[]): Promise<ReadonlyMap<string, WaitedChild>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('q_instance')
    .select(['instance_id as instanceId', 'key', 'version', 'business_id as businessId', statusColumn.as('status')])
    .where(sql<boolean>`instance_id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.instanceId, row]));
}
