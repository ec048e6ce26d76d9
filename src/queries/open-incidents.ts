import { type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../platform/access-roles.ts';
import type { IncidentItem } from './incidents.ts';
import { keyCondition } from './key-limits.ts';
import type { ReadDatabase } from './read-database.ts';

export type OpenIncidentRow = Omit<IncidentItem, 'code' | 'cause' | 'count'> & {
  /** type of the failed custom task; null: another activity failed, or the incident is from a release before 0.5 */
  readonly taskType: string | null;
  readonly isSuspended: boolean;
};

/** Conditions; an absent one matches all incidents. */
export interface OpenIncidentFilter {
  readonly incidentIds?: readonly string[] | undefined;
  readonly instanceIds?: readonly string[] | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly definitionId?: string | undefined;
  readonly activityIds?: readonly string[] | undefined;
  readonly ofTasks?: boolean | undefined;
  readonly taskType?: string | undefined;
  readonly isSuspended?: boolean | undefined;
  readonly limits: KeyLimits;
}

const IS_SUSPENDED = sql<boolean>`(exists (select from suspension s where s.instance_id = incident.instance_id)
  or exists (select from key_suspension k where k.key = incident.process_key))`;

function matching(db: ReadDatabase, filter: OpenIncidentFilter) {
  const { incidentIds, instanceIds, keys, definitionId, activityIds, taskType, isSuspended } = filter;
  let found = db.selectFrom('incident');
  if (incidentIds !== undefined) found = found.where(sql<SqlBool>`incident_id = any(${incidentIds}::uuid[])`);
  if (instanceIds !== undefined) found = found.where(sql<SqlBool>`instance_id = any(${instanceIds}::uuid[])`);
  if (keys !== undefined) found = found.where(sql<SqlBool>`process_key = any(${keys}::text[])`);
  if (definitionId !== undefined) found = found.where('definition_id', '=', definitionId);
  if (activityIds !== undefined) found = found.where(sql<SqlBool>`activity_id = any(${activityIds}::text[])`);
  if (filter.ofTasks === true) found = found.where('task_type', 'is not', null);
  if (taskType !== undefined) found = found.where('task_type', '=', taskType);
  if (isSuspended !== undefined) found = found.where(isSuspended ? IS_SUSPENDED : sql<SqlBool>`not ${IS_SUSPENDED}`);
  const limited = keyCondition(sql.ref('process_key'), filter.limits);
  return limited === undefined ? found : found.where(limited);
}

/** Oldest first, from the transactional table. */
export function listOpenIncidents(
  db: ReadDatabase,
  filter: OpenIncidentFilter,
  { skipped, most }: { readonly skipped: number; readonly most: number },
): Promise<OpenIncidentRow[]> {
  return matching(db, filter)
    .select(['incident_id as incidentId', 'instance_id as instanceId', 'entry', 'activity_id as activityId'])
    .select(['definition_id as definitionId', 'process_key as processKey', 'business_id as businessId', 'message', 'repeats'])
    .select(['first_at as firstAt', 'last_at as lastAt', 'task_type as taskType'])
    .select(IS_SUSPENDED.as('isSuspended'))
    .orderBy('first_at')
    .orderBy('incident_id')
    .limit(most)
    .offset(skipped)
    .execute();
}

/** Error details of a failed custom task. Lists do not contain them, because they are long. */
export async function readIncidentDetails(db: ReadDatabase, incidentId: string): Promise<string | undefined> {
  const row = await db.selectFrom('incident').select('error_details').where('incident_id', '=', incidentId).executeTakeFirst();
  return row?.error_details ?? undefined;
}

export async function countOpenIncidents(db: ReadDatabase, filter: OpenIncidentFilter): Promise<number> {
  const { count } = await matching(db, filter).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return count;
}
