import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { keyCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';
import { type VariableTerm, variableCondition } from '../variable-terms.ts';

/** An open user task, for the Camunda 7 API. */
export interface ChosenTask {
  readonly taskId: string;
  readonly instanceId: string;
  readonly activityId: string;
  readonly definitionId: string;
  readonly name: string | null;
  readonly assignee: string | null;
  readonly claimedBy: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  readonly createdAt: Date;
  readonly dueAt: Date | null;
  readonly followUpAt: Date | null;
  readonly priority: number | null;
  readonly isSuspended: boolean;
}

/** Priority of a task whose model has none. */
export const DEFAULT_PRIORITY = 50;

export type TaskTime = 'created' | 'due' | 'followUp';
export type ChosenTaskSort = TaskTime | 'priority' | 'name' | 'assignee';

/** Conditions; an absent one matches all tasks. */
export interface ChosenTaskFilter {
  readonly taskIds?: readonly string[] | undefined;
  readonly instanceIds?: readonly string[] | undefined;
  readonly businessId?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly definitionId?: string | undefined;
  readonly activityIds?: readonly string[] | undefined;
  /** user who has claimed the task or is its assignee */
  readonly assignee?: string | undefined;
  /** candidate, and candidate groups, of a task without assignee */
  readonly candidateUser?: string | undefined;
  readonly candidateGroups?: readonly string[] | undefined;
  readonly isAssigned?: boolean | undefined;
  /** name in the model; the activity id if it has none */
  readonly name?: string | undefined;
  /** LIKE pattern of SQL for this name */
  readonly nameLike?: string | undefined;
  /** bounds, both included */
  readonly priorities?: { readonly least: number; readonly most: number } | undefined;
  /** bounds, both excluded */
  readonly times?:
    | Readonly<Record<TaskTime, { readonly before: Date | undefined; readonly after: Date | undefined }>>
    | undefined;
  /** conditions on variables of the process instance */
  readonly variables?: readonly VariableTerm[] | undefined;
  readonly limits: KeyLimits;
}

function matching(db: ReadDatabase, filter: ChosenTaskFilter) {
  let found = db
    .selectFrom('q_user_task as t')
    .innerJoin('q_instance as q', 'q.instance_id', 't.instance_id')
    .leftJoin('q_definition as d', 'd.definition_id', 'q.definition_id');
  for (const condition of conditionsOf(filter)) found = found.where(condition);
  return found;
}

const PRIORITY = sql`coalesce(t.priority, ${DEFAULT_PRIORITY}::int)`;
const TIMES: Readonly<Record<TaskTime, RawBuilder<unknown>>> = {
  created: sql.ref('t.created_at'),
  due: sql.ref('t.due_at'),
  followUp: sql.ref('t.follow_up_at'),
};
const NAME = sql`coalesce(d.task_names ->> t.activity_id, t.activity_id)`;
const ASSIGNEE = sql`coalesce(t.claimed_by, t.assignee)`;

function conditionsOf(filter: ChosenTaskFilter) {
  const { taskIds, instanceIds, businessId, keys, definitionId, activityIds, assignee, candidateUser, candidateGroups } = filter;
  return [
    taskIds && sql<SqlBool>`t.task_id = any(${taskIds}::uuid[])`,
    instanceIds && sql<SqlBool>`t.instance_id = any(${instanceIds}::uuid[])`,
    businessId === undefined ? undefined : sql<SqlBool>`q.business_id = ${businessId}`,
    keys && sql<SqlBool>`q.key = any(${keys}::text[])`,
    definitionId === undefined ? undefined : sql<SqlBool>`q.definition_id = ${definitionId}`,
    activityIds && sql<SqlBool>`t.activity_id = any(${activityIds}::text[])`,
    assignee === undefined ? undefined : sql<SqlBool>`${ASSIGNEE} = ${assignee}`,
    candidateUser === undefined
      ? undefined
      : sql<SqlBool>`(${ASSIGNEE} is null and ${candidateUser}::text = any(t.candidate_users))`,
    candidateGroups && sql<SqlBool>`(${ASSIGNEE} is null and t.candidate_groups && ${candidateGroups}::text[])`,
    filter.isAssigned === undefined
      ? undefined
      : filter.isAssigned
        ? sql<SqlBool>`${ASSIGNEE} is not null`
        : sql<SqlBool>`${ASSIGNEE} is null`,
    filter.name === undefined ? undefined : sql<SqlBool>`${NAME} = ${filter.name}`,
    filter.nameLike === undefined ? undefined : sql<SqlBool>`${NAME} like ${filter.nameLike}`,
    filter.priorities && sql<SqlBool>`${PRIORITY} between ${filter.priorities.least}::int and ${filter.priorities.most}::int`,
    ...(['created', 'due', 'followUp'] as const).flatMap((time) => {
      const { before, after } = filter.times?.[time] ?? {};
      return [before && sql<SqlBool>`${TIMES[time]} < ${before}`, after && sql<SqlBool>`${TIMES[time]} > ${after}`];
    }),
    ...(filter.variables ?? []).map((term) => variableCondition(term, sql.ref('q.instance_id'))),
    keyCondition(sql.ref('q.key'), filter.limits),
  ].filter((condition) => condition !== undefined);
}

const SORTS: Readonly<Record<ChosenTaskSort, RawBuilder<unknown>>> = {
  ...TIMES,
  priority: PRIORITY,
  name: NAME,
  assignee: ASSIGNEE,
};

interface TaskPage {
  readonly skipped: number;
  readonly most: number;
  readonly sort?: ChosenTaskSort;
  readonly isDescending?: boolean;
  /** texts in the order of code points, for a merge with the rows of other databases */
  readonly isMerged?: boolean;
}

const TEXTS: ReadonlySet<ChosenTaskSort> = new Set(['name', 'assignee']);

/** Lists open tasks, by default in order of their creation. */
export function listChosenTasks(
  db: ReadDatabase,
  filter: ChosenTaskFilter,
  { skipped, most, sort = 'created', isDescending = false, isMerged = false }: TaskPage,
): Promise<ChosenTask[]> {
  const value = isMerged && TEXTS.has(sort) ? sql`(${SORTS[sort]} collate "C")` : SORTS[sort];
  return matching(db, filter)
    .select(['t.task_id as taskId', 't.instance_id as instanceId', 't.activity_id as activityId'])
    .select(['q.definition_id as definitionId', sql<string | null>`d.task_names ->> t.activity_id`.as('name')])
    .select(['t.assignee', 't.claimed_by as claimedBy', 't.candidate_users as candidateUsers'])
    .select(['t.candidate_groups as candidateGroups', 't.created_at as createdAt', 't.due_at as dueAt'])
    .select(['t.follow_up_at as followUpAt', 't.priority'])
    .select(
      sql<boolean>`(exists (select from suspension s where s.instance_id = t.instance_id)
        or exists (select from key_suspension k where k.key = q.key))`.as('isSuspended'),
    )
    .orderBy(value, (order) => (isDescending ? order.desc() : order.asc()).nullsLast())
    .orderBy('t.created_at')
    .orderBy('t.task_id')
    .limit(most)
    .offset(skipped)
    .execute();
}

export async function countChosenTasks(db: ReadDatabase, filter: ChosenTaskFilter): Promise<number> {
  const { count } = await matching(db, filter).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return count;
}
