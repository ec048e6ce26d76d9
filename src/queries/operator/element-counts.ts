import { sql } from 'kysely';
import type { ReadDatabase } from '../read-database.ts';

/**
 * Numbers of instances with an activity instance of one element, by state. Several iterations of an instance count once, because the list shows the
 * instance once.
 */
export interface ElementCountsRow {
  readonly activityId: string;
  readonly active: number;
  readonly completed: number;
  readonly failed: number;
}

/** Maximum of the newest instances that are counted; more would cost more than a badge is worth. */
export const COUNTED_INSTANCES = 5000;

/** Counts instances at every element of one version, active and ended, for the badges of its diagram. */
export async function countElements(db: ReadDatabase, key: string, version: number): Promise<readonly ElementCountsRow[]> {
  const { rows } = await sql<ElementCountsRow>`
    with counted as (
      select instance_id, is_completed, live from q_instance where key = ${key} and version = ${version}
      order by created_at desc limit ${COUNTED_INSTANCES}
    ), entry as (
      select instance_id, e ->> 'element' as element, 'active' as state
      from counted, json_array_elements(live -> 'entries') e where not is_completed
      union all
      select instance_id, e ->> 'element', case when e -> 'error' is not null then 'failed' when e -> 'cancelled' is null then 'completed' end
      from counted join q_instance_step s using (instance_id), json_array_elements(s.completed) e
    )
    select element as "activityId", count(distinct instance_id) filter (where state = 'active')::int as active,
      count(distinct instance_id) filter (where state = 'completed')::int as completed,
      count(distinct instance_id) filter (where state = 'failed')::int as failed
    from entry where state is not null group by element order by element`.execute(db);
  return rows;
}
