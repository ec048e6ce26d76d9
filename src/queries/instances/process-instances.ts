import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FilterOperator } from '../lists/filter-operators.ts';
import type { FilterValue } from '../lists/filter-values.ts';
import type { ListNames, ListQuery } from '../lists/list-query.ts';
import { type ListPage, pageOf } from '../lists/paging.ts';
import type { ReadDatabase } from '../read-database.ts';
import { countInstances, readInstancePage } from './instance-count.ts';

/** Instance in the lists of a process (docs/contributing/spec/http/definitions.md#instances-of-a-key). */
export interface InstanceItem {
  readonly instanceId: string;
  readonly definitionId: string;
  readonly isCompleted: boolean;
  readonly isCancelled: boolean;
  readonly isFailed: boolean;
  readonly isSuspended: boolean;
  readonly businessId: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
}

/** Reads the transactional table, so the value is current. */
const isSuspended = sql<boolean>`(exists (select from suspension where suspension.instance_id = q_instance.instance_id))`;
const businessId = sql.ref('business_id');
const createdAt = sql.ref('created_at');
const sorts = {
  createdAt: { name: 'CreatedAt', expression: createdAt },
  // an instance starts when it is created (projector/tables/instance.ts), so both times share an index
  startedAt: { name: 'ExecutionStartedAt', expression: createdAt },
  completedAt: { name: 'CompletedAt', expression: sql.ref('completed_at'), hasNull: true },
  businessId: { name: 'BusinessId', expression: businessId, hasNull: true },
};

/** Filters and sorts of both instance lists. */
export const instanceNames: ListNames = {
  filters: [
    { name: 'IsStarted', type: 'boolean', expression: sql`(started_at is not null)` },
    { name: 'IsCompleted', type: 'boolean', expression: sql.ref('is_completed') },
    { name: 'IsCancelled', type: 'boolean', expression: sql.ref('is_cancelled') },
    { name: 'IsFailed', type: 'boolean', expression: sql.ref('is_failed') },
    { name: 'BusinessId', type: 'text', expression: businessId, hasNull: true },
    { name: 'CreatedAt', type: 'time', expression: createdAt },
    { name: 'IsSuspended', type: 'boolean', expression: sql.ref('instance_id'), condition: suspensionCondition, isLater: true },
  ],
  sorts: [sorts.createdAt, sorts.startedAt, sorts.completedAt, sorts.businessId],
  defaultSorts: [{ field: sorts.createdAt, isDescending: true }],
  tieBreak: [sql.ref('instance_id')],
  takesBusinessId: true,
};

/** Reads the ids of the suspended instances first, because there are few. */
export function suspensionCondition({ isNegated }: FilterOperator, { value }: FilterValue): RawBuilder<SqlBool> {
  if ((value === true) !== isNegated) return sql`q_instance.instance_id = any(array(select instance_id from suspension))`;
  return sql`not ${isSuspended}`;
}

/** Instances of a process, or of one version. Empty if it does not exist. */
export async function listInstances(
  db: ReadDatabase,
  key: string,
  version: number | undefined,
  query: ListQuery,
): Promise<ListPage<InstanceItem>> {
  const rows = await readInstancePage(instancesOf(db, { key, version }, query), query);
  return pageOf(query.paging, rows, () => countInstances(db, { key, version }, query));
}

/** Rows of the list, unordered. */
function instancesOf(
  db: ReadDatabase,
  { key, version }: { readonly key: string; readonly version: number | undefined },
  query: ListQuery,
) {
  let matching = db.selectFrom('q_instance').where('key', '=', key);
  if (version !== undefined) matching = matching.where('version', '=', version);
  if (query.businessId !== undefined) matching = matching.where('business_id', '=', query.businessId);
  for (const condition of query.conditions) matching = matching.where(condition);
  return matching
    .select(isSuspended.as('isSuspended'))
    .select([
      'instance_id as instanceId',
      'definition_id as definitionId',
      'is_completed as isCompleted',
      'is_cancelled as isCancelled',
      'is_failed as isFailed',
      'business_id as businessId',
      'created_at as createdAt',
      'started_at as startedAt',
      'completed_at as completedAt',
    ]);
}
