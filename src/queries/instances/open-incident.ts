import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FilterOperator } from '../lists/filter-operators.ts';
import type { FilterValue } from '../lists/filter-values.ts';
import type { ReadDatabase } from '../read-database.ts';

/** Latest open incident of an instance. `message`: at most 1000 characters. */
export interface LatestIncident {
  readonly activityId: string;
  readonly code: string;
  readonly message: string;
  /** number of open incidents of the instance */
  readonly openIncidents: number;
}

/**
 * Condition on `q_instance`. The planner knows how many incidents are open: it starts with the incidents if they are few, otherwise with the newest instances.
 * @param element undefined: an incident at any element
 */
export function hasIncident(element?: string): RawBuilder<SqlBool> {
  const there = element === undefined ? sql`true` : sql`incident.activity_id = ${element}`;
  return sql<SqlBool>`(not q_instance.is_completed and exists (
    select from incident where incident.instance_id = q_instance.instance_id and ${there}))`;
}

/** Of a filter with the values true and false. */
export function incidentCondition({ isNegated }: FilterOperator, { value }: FilterValue): RawBuilder<SqlBool> {
  return (value === true) !== isNegated ? hasIncident() : sql`not ${hasIncident()}`;
}

interface ListedRow {
  readonly instanceId: string;
  readonly status: string;
}

export function runningIds(rows: readonly ListedRow[]): readonly string[] {
  return rows.filter(({ status }) => status === 'Running').map(({ instanceId }) => instanceId);
}

/** Latest open incident by instance id. `rows`: of one page. */
export async function readOpenIncidents(
  db: ReadDatabase,
  rows: readonly ListedRow[],
): Promise<ReadonlyMap<string, LatestIncident>> {
  const ids = runningIds(rows);
  if (ids.length === 0) return new Map();
  const { rows: found } = await sql<LatestIncident & { readonly instanceId: string }>`
    select distinct on (instance_id) instance_id as "instanceId", activity_id as "activityId", left(code, 512) as code, left(message, 1000) as message,
      (count(*) over (partition by instance_id))::int as "openIncidents"
    from incident where instance_id = any(${ids}::uuid[]) order by instance_id, last_at desc, incident_id`.execute(db);
  return new Map(found.map(({ instanceId, ...incident }) => [instanceId, incident]));
}
