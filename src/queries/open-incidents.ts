import { type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../platform/access-roles.ts';
import type { IncidentItem } from './incidents.ts';
import { keyCondition } from './key-limits.ts';
import type { ReadDatabase } from './read-database.ts';

/** An open incident. */
export type OpenIncidentRow = Pick<
  IncidentItem,
  'incidentId' | 'instanceId' | 'entry' | 'activityId' | 'definitionId' | 'message' | 'repeats' | 'lastAt'
>;

/** Conditions of a list; an absent one always holds. */
interface IncidentFilter {
  readonly instanceIds?: readonly string[] | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly definitionId?: string | undefined;
  readonly activityId?: string | undefined;
  readonly limits: KeyLimits;
}

/** Lists open incidents, oldest first, from the transactional table. */
export function listOpenIncidents(
  db: ReadDatabase,
  { instanceIds, keys, definitionId, activityId, limits }: IncidentFilter,
  { skipped, most }: { readonly skipped: number; readonly most: number },
): Promise<OpenIncidentRow[]> {
  let found = db.selectFrom('incident');
  if (instanceIds !== undefined) found = found.where(sql<SqlBool>`instance_id = any(${instanceIds}::uuid[])`);
  if (keys !== undefined) found = found.where(sql<SqlBool>`process_key = any(${keys}::text[])`);
  if (definitionId !== undefined) found = found.where('definition_id', '=', definitionId);
  if (activityId !== undefined) found = found.where('activity_id', '=', activityId);
  const limited = keyCondition(sql.ref('process_key'), limits);
  return (limited === undefined ? found : found.where(limited))
    .select(['incident_id as incidentId', 'instance_id as instanceId', 'entry', 'activity_id as activityId'])
    .select(['definition_id as definitionId', 'message', 'repeats', 'last_at as lastAt'])
    .orderBy('first_at')
    .orderBy('incident_id')
    .limit(most)
    .offset(skipped)
    .execute();
}
