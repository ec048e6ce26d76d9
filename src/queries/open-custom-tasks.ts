import { type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../platform/access-roles.ts';
import { type WithRoot, withRoots } from './instances/called-incidents.ts';
import { keyCondition } from './key-limits.ts';
import { readListPage } from './lists/list-page.ts';
import type { ListNames, ListQuery } from './lists/list-query.ts';
import type { ListPage } from './lists/paging.ts';
import type { ReadDatabase } from './read-database.ts';

/** Open task, from the transactional tables. */
export interface OpenCustomTask {
  readonly taskId: string;
  readonly instanceId: string;
  readonly taskType: string;
  readonly activityId: string;
  readonly definitionId: string;
  readonly processKey: string;
  readonly businessId: string | null;
  readonly versionTag: string | null;
  readonly attempt: number;
  readonly failures: number;
  /** maximum; null: the configuration decides */
  readonly attempts: number | null;
  /** message of the latest failed attempt; null: none */
  readonly errorMessage: string | null;
  readonly priority: number;
  /** worker of the latest lock; the lock has expired if `availableAt` has passed */
  readonly lockedBy: string | null;
  /** end of the lock, or time from which the next attempt can start */
  readonly availableAt: Date;
  readonly createdAt: Date;
  readonly isSuspended: boolean;
}

const COLUMNS = [
  ...(['c.task_id as taskId', 'c.instance_id as instanceId', 'c.task_type as taskType', 'c.activity_id as activityId'] as const),
  ...(['c.definition_id as definitionId', 'c.process_key as processKey', 'c.business_id as businessId', 'c.attempt'] as const),
  ...(['c.failures', 'c.attempts', 'c.error_message as errorMessage', 'c.locked_by as lockedBy'] as const),
  ...(['c.available_at as availableAt', 'c.created_at as createdAt', 'c.is_held as isSuspended'] as const),
] as const;

/** Conditions; an absent one matches all tasks. */
export interface OpenCustomTaskFilter {
  readonly taskIds?: readonly string[] | undefined;
  readonly taskType?: string | undefined;
  /** worker of the latest lock, also of an expired one */
  readonly workerId?: string | undefined;
  readonly instanceIds?: readonly string[] | undefined;
  readonly definitionId?: string | undefined;
  readonly processKeys?: readonly string[] | undefined;
  readonly activityIds?: readonly string[] | undefined;
  readonly businessId?: string | undefined;
  readonly isLocked?: boolean | undefined;
  readonly isSuspended?: boolean | undefined;
  readonly leastPriority?: number | undefined;
  readonly mostPriority?: number | undefined;
  readonly limits: KeyLimits;
}

function matching(db: ReadDatabase, filter: OpenCustomTaskFilter) {
  const { taskIds, taskType, workerId, instanceIds, definitionId, processKeys, activityIds, businessId } = filter;
  let found = db.selectFrom('custom_task as c').innerJoin('definition_version as v', 'v.definition_id', 'c.definition_id');
  if (taskIds !== undefined) found = found.where(sql<SqlBool>`c.task_id = any(${taskIds}::uuid[])`);
  if (taskType !== undefined)
    found = found.where('c.type_key', '=', taskType.trim().toLowerCase()).where('c.task_type', '=', taskType);
  if (workerId !== undefined) found = found.where('c.locked_by', '=', workerId);
  if (instanceIds !== undefined) found = found.where(sql<SqlBool>`c.instance_id = any(${instanceIds}::uuid[])`);
  if (definitionId !== undefined) found = found.where('c.definition_id', '=', definitionId);
  if (processKeys !== undefined) found = found.where(sql<SqlBool>`c.process_key = any(${processKeys}::text[])`);
  if (activityIds !== undefined) found = found.where(sql<SqlBool>`c.activity_id = any(${activityIds}::text[])`);
  if (businessId !== undefined) found = found.where('c.business_id', '=', businessId);
  if (filter.isSuspended !== undefined) found = found.where('c.is_held', '=', filter.isSuspended);
  if (filter.leastPriority !== undefined) found = found.where('c.priority', '>=', filter.leastPriority);
  if (filter.mostPriority !== undefined) found = found.where('c.priority', '<=', filter.mostPriority);
  const locked = sql<SqlBool>`(c.locked_by is not null and c.available_at > statement_timestamp())`;
  if (filter.isLocked !== undefined) found = found.where(filter.isLocked ? locked : sql<SqlBool>`not ${locked}`);
  const limited = keyCondition(sql.ref('c.process_key'), filter.limits);
  return limited === undefined ? found : found.where(limited);
}

/** Lists the oldest first. */
export function listOpenCustomTasks(
  db: ReadDatabase,
  filter: OpenCustomTaskFilter,
  { skipped, most }: { readonly skipped: number; readonly most: number },
): Promise<OpenCustomTask[]> {
  return matching(db, filter)
    .select(COLUMNS)
    .select(['v.version_tag as versionTag', 'c.priority'])
    .orderBy('c.created_at')
    .orderBy('c.task_id')
    .limit(most)
    .offset(skipped)
    .execute();
}

/** Error details by task id, without tasks that have none. Lists do not contain them, because they are long. */
export async function readErrorDetails(db: ReadDatabase, taskIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('custom_task')
    .select(['task_id', 'error_details'])
    .where(sql<SqlBool>`task_id = any(${taskIds}::uuid[])`)
    .where('error_details', 'is not', null)
    .execute();
  return new Map(rows.map(({ task_id: id, error_details: details }) => [id, details ?? '']));
}

/** Inputs of the locked custom tasks of an instance. */
export async function readLockedInputs(
  db: ReadDatabase,
  instanceId: string,
  limits: KeyLimits,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const rows = await matching(db, { instanceIds: [instanceId], isLocked: true, limits })
    .select('c.input')
    .execute();
  return rows.map(({ input }) => JSON.parse(input) as Readonly<Record<string, unknown>>);
}

export async function countOpenCustomTasks(db: ReadDatabase, filter: OpenCustomTaskFilter): Promise<number> {
  const { count } = await matching(db, filter).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return count;
}

/** Types in order. */
export async function openTaskTypes(db: ReadDatabase, filter: OpenCustomTaskFilter): Promise<readonly string[]> {
  const rows = await matching(db, filter).select('c.task_type as taskType').distinct().orderBy('c.task_type').execute();
  return rows.map(({ taskType }) => taskType);
}

/** Item of GET /OpenCustomTasks (docs/contributing/spec/http/custom-tasks.md#open-tasks). */
export type OpenCustomTaskItem = Omit<OpenCustomTask, 'versionTag' | 'priority'>;

const createdAt = sql.ref('created_at');
const availableAt = sql.ref('available_at');
const failures = sql.ref('failures');
const sorts = {
  createdAt: { name: 'CreatedAt', expression: createdAt },
  availableAt: { name: 'AvailableAt', expression: availableAt },
  failures: { name: 'Failures', expression: failures },
};

export const openCustomTaskNames: ListNames = {
  filters: [
    { name: 'InstanceId', type: 'guid', expression: sql.ref('instance_id') },
    { name: 'ProcessKey', type: 'text', expression: sql.ref('process_key') },
    { name: 'ActivityId', type: 'text', expression: sql.ref('activity_id') },
    { name: 'TaskType', type: 'text', expression: sql.ref('task_type') },
    { name: 'LockedBy', type: 'text', expression: sql.ref('locked_by'), hasNull: true },
    { name: 'BusinessId', type: 'text', expression: sql.ref('business_id'), hasNull: true },
    { name: 'Failures', type: 'integer', expression: failures },
    { name: 'CreatedAt', type: 'time', expression: createdAt },
    { name: 'AvailableAt', type: 'time', expression: availableAt },
  ],
  sorts: [sorts.createdAt, sorts.availableAt, sorts.failures],
  defaultSorts: [{ field: sorts.createdAt, isDescending: false }],
  tieBreak: [sql.ref('task_id')],
  takesBusinessId: false,
};

export function openCustomTaskCondition(limits: KeyLimits) {
  return keyCondition(sql.ref('process_key'), limits);
}

export async function readOpenCustomTasks(
  db: ReadDatabase,
  query: ListQuery,
  limits: KeyLimits,
): Promise<ListPage<WithRoot<OpenCustomTaskItem>>> {
  const page: ListPage<OpenCustomTaskItem> = await readListPage(db.selectFrom('custom_task as c').select(COLUMNS), query);
  return { ...page, items: await withRoots(db, page.items, limits) };
}
