import { type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { batchCondition } from '../batches.ts';
import type { ReadDatabase } from '../read-database.ts';

/**
 * Succeeded items of retries whose `statusNow` is `Failed`, by batch. Joins the few open incidents and the failed instances: unlike the status of each item,
 * this takes one scan. Batches without such items, or outside of the key limits, are absent.
 */
export async function countFailedAgain(
  db: ReadDatabase,
  batchIds: readonly string[],
  limits: KeyLimits,
): Promise<ReadonlyMap<string, number>> {
  if (batchIds.length === 0) return new Map();
  const within = batchCondition(limits) ?? sql<SqlBool>`true`;
  const { rows } = await sql<{ readonly batchId: string; readonly count: number }>`
    with item as materialized (
      select item.batch_id, item.position, item.subject_id, coalesce(item.result_id, item.instance_id) as instance_id, batch.created_at
      from batch join batch_item item on item.batch_id = batch.id
      where batch.id = any(${batchIds}::uuid[]) and batch.operation in ('retry', 'revive') and item.state = 'Succeeded' and ${within}
    ), failed as (
      select item.batch_id, item.position from item join incident using (instance_id)
      where incident.incident_id = item.subject_id or incident.first_at >= item.created_at
      union
      select item.batch_id, item.position from item join q_instance q using (instance_id) join instance now on now.id = q.instance_id
      where q.is_failed and now.is_terminal and q.last_seq >= now.seq
    )
    select batch_id as "batchId", count(*)::int as count from failed group by batch_id`.execute(db);
  return new Map(rows.map(({ batchId, count }) => [batchId, count]));
}
