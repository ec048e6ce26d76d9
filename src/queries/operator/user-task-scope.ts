import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { instanceCondition } from '../key-limits.ts';
import { type ListPage, offsetOf, type Paging } from '../lists/paging.ts';
import type { ReadDatabase } from '../read-database.ts';
import { type UserTaskItem, userTaskColumns } from '../user-tasks/user-task.ts';
import {
  hasCandidateGroup,
  hasInBusinessId,
  hasInName,
  isAssignedTo,
  isNamed,
  isOfBusinessId,
  isOfKey,
} from '../user-tasks/user-task-names.ts';

/** See {@link TaskFilter}. */
export const TASK_SCOPES = ['all', 'mine', 'groups', 'unassigned'] as const;
export type UserTaskScope = (typeof TASK_SCOPES)[number];

/** `mine`: the user is assignee, claimant or candidate; `groups`: a group of the user is a candidate; `unassigned`: neither assigned nor claimed. */
export interface TaskFilter {
  readonly scope: UserTaskScope;
  /** undefined: the scope `mine` is empty */
  readonly userId: string | undefined;
  readonly groups: readonly string[];
  readonly assignee: string | undefined;
  readonly candidateGroup: string | undefined;
  readonly instanceId: string | undefined;
  readonly key: string | undefined;
  readonly name: string | undefined;
  /** part of the name or the activity id, in any case */
  readonly search: string | undefined;
  readonly businessId: string | undefined;
  /** part of the business id, in any case */
  readonly businessIdPart: string | undefined;
  readonly activityId: string | undefined;
  readonly isOverdue: boolean;
  readonly sort: TaskSort;
  readonly limits: KeyLimits;
}

/** `-` means descending. Tasks without a value are last. Equal tasks are sorted by id. */
export const TASK_SORTS = ['createdAt', '-createdAt', 'dueDate', '-dueDate', 'priority', '-priority'] as const;
export type TaskSort = (typeof TASK_SORTS)[number];

const ORDERS: Readonly<Record<TaskSort, RawBuilder<unknown>>> = {
  createdAt: sql`created_at`,
  '-createdAt': sql`created_at desc`,
  dueDate: sql`due_at`,
  '-dueDate': sql`due_at desc nulls last`,
  priority: sql`priority`,
  '-priority': sql`priority desc nulls last`,
};

/** Lists pending user tasks (docs/contributing/spec/pages.md#user-tasks). */
export async function listTasksOfScope(db: ReadDatabase, filter: TaskFilter, paging: Paging): Promise<ListPage<UserTaskItem>> {
  let matching = db.selectFrom('q_user_task').where(scopeCondition(filter));
  const within = instanceCondition(sql.ref('q_user_task.instance_id'), filter.limits);
  if (within !== undefined) matching = matching.where(within);
  if (filter.assignee !== undefined) matching = matching.where(isAssignedTo(filter.assignee));
  if (filter.instanceId !== undefined) matching = matching.where('instance_id', '=', filter.instanceId);
  if (filter.activityId !== undefined) matching = matching.where('activity_id', '=', filter.activityId);
  if (filter.isOverdue) matching = matching.where(sql<SqlBool>`due_at < statement_timestamp()`);
  if (filter.key !== undefined) matching = matching.where(isOfKey(filter.key));
  if (filter.name !== undefined) matching = matching.where(isNamed(filter.name));
  if (filter.search !== undefined) matching = matching.where(hasInName(filter.search));
  if (filter.businessId !== undefined) matching = matching.where(isOfBusinessId(filter.businessId));
  if (filter.businessIdPart !== undefined) matching = matching.where(hasInBusinessId(filter.businessIdPart));
  if (filter.candidateGroup !== undefined) matching = matching.where(hasCandidateGroup([filter.candidateGroup]));
  const [items, counted] = await Promise.all([
    matching
      .select(userTaskColumns)
      .orderBy(ORDERS[filter.sort])
      .orderBy('task_id')
      .limit(paging.pageSize)
      .offset(offsetOf(paging))
      .execute(),
    matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, ...paging, totalCount: counted.total };
}

function scopeCondition({ scope, userId, groups }: TaskFilter): RawBuilder<SqlBool> {
  const user = userId ?? null;
  switch (scope) {
    case 'all':
      return sql<SqlBool>`true`;
    case 'mine':
      return sql<SqlBool>`(assignee = ${user} or claimed_by = ${user} or ${user}::text = any(candidate_users))`;
    case 'groups':
      return hasCandidateGroup(groups);
    case 'unassigned':
      return sql<SqlBool>`assignee is null and claimed_by is null`;
  }
}
