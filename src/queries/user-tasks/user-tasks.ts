import { sql } from 'kysely';
import { compilingDatabase } from '../../db/kysely.ts';
import { parameterOf, type QueryParameters } from '../../requests/request-texts.ts';
import { countRows, firstPage, readFirstPage, readListPage } from '../lists/list-page.ts';
import type { ListNames, ListQuery } from '../lists/list-query.ts';
import { type ListPage, offsetOf } from '../lists/paging.ts';
import { orderOf } from '../lists/sorts.ts';
import type { ReadDatabase } from '../read-database.ts';
import { type UserTaskItem, userTaskColumns } from './user-task.ts';
import { hasCandidateGroup, isAssignedTo, isWhole, namesOfTasks } from './user-task-names.ts';

/** Filters; undefined: any (docs/contributing/spec/http/user-tasks.md#list-of-user-tasks). */
export interface UserTaskAudience {
  readonly assignee: string | undefined;
  readonly candidateGroup: string | undefined;
}

const EVERYONE: UserTaskAudience = { assignee: undefined, candidateGroup: undefined };

export const taskInstance = sql.ref('q_user_task.instance_id');

const createdAt = sql.ref('created_at');
/** Names that were added after the first release of the list. */
const MAY_LACK = { hasNull: true, isLater: true } as const;
const dueAt = sql.ref('due_at');
const followUpAt = sql.ref('follow_up_at');
const priority = sql.ref('priority');
const sorts = {
  createdAt: { name: 'CreatedAt', expression: createdAt },
  dueDate: { name: 'DueDate', expression: dueAt, ...MAY_LACK },
  followUpDate: { name: 'FollowUpDate', expression: followUpAt, ...MAY_LACK },
  priority: { name: 'Priority', expression: priority, ...MAY_LACK },
};

/** Filters and sorts of GET /UserTasks. */
export const userTaskNames: ListNames = {
  filters: [
    { name: 'CreatedAt', type: 'time', expression: createdAt },
    { name: 'TaskState', type: 'state', expression: sql`(case when claimed_by is null then 'Created' else 'Claimed' end)` },
    { name: 'DueDate', type: 'time', expression: dueAt, ...MAY_LACK },
    { name: 'FollowUpDate', type: 'time', expression: followUpAt, ...MAY_LACK },
    { name: 'Priority', type: 'integer', expression: priority, ...MAY_LACK },
    { name: 'Category', type: 'text', expression: sql.ref('category'), ...MAY_LACK },
    ...namesOfTasks,
  ],
  sorts: [sorts.createdAt, sorts.dueDate, sorts.followUpDate, sorts.priority],
  defaultSorts: [{ field: sorts.createdAt, isDescending: true }],
  tieBreak: [sql.ref('task_id')],
  takesBusinessId: false,
};

/** Reads `assignee` and `candidateGroup`, which cannot be invalid. */
export function readAudience(parameters: QueryParameters): UserTaskAudience {
  return { assignee: parameterOf(parameters, 'assignee'), candidateGroup: parameterOf(parameters, 'candidategroup') };
}

const usualOrder = orderOf(userTaskNames.defaultSorts, userTaskNames.tieBreak);
/** First page of the tasks of all users. */
const ALL = firstPage('list-user-tasks', tasksOf(compilingDatabase, EVERYONE), usualOrder);
/** First page of the tasks of one assignee, its first value. */
const ASSIGNED = firstPage('list-user-tasks-of-assignee', tasksOf(compilingDatabase, { ...EVERYONE, assignee: '' }), usualOrder);

/** Lists pending tasks. */
export function listUserTasks(db: ReadDatabase, audience: UserTaskAudience, query: ListQuery): Promise<ListPage<UserTaskItem>> {
  const count = async () => (isCountedAhead(audience, query) ? sumCounts(db, query) : undefined);
  if (!isUsual(audience, query)) return readListPage(tasksOf(db, audience), query, count);
  const { assignee } = audience;
  const [statement, values] = assignee === undefined ? [ALL, []] : [ASSIGNED, [assignee]];
  return readFirstPage(db, statement, values, query, async () => (await count()) ?? countRows(tasksOf(db, audience)));
}

function tasksOf(db: ReadDatabase, { assignee, candidateGroup }: UserTaskAudience) {
  let tasks = db.selectFrom('q_user_task').select(userTaskColumns);
  if (assignee !== undefined) tasks = tasks.where(isAssignedTo(assignee));
  if (candidateGroup !== undefined) tasks = tasks.where(hasCandidateGroup([candidateGroup]));
  return tasks;
}

/** A prepared statement can be used: first page of all tasks or of one assignee, in the default order. */
function isUsual({ assignee, candidateGroup }: UserTaskAudience, { conditions, sorts, paging }: ListQuery): boolean {
  const isByIndex = candidateGroup === undefined && (assignee === undefined || isWhole(assignee));
  return isByIndex && conditions.length === 0 && sorts === userTaskNames.defaultSorts && offsetOf(paging) === 0;
}

/** The total is a sum of the stored counts (migration 0004) if all conditions are on the state. Counting a million rows takes too long for a client. */
function isCountedAhead({ assignee, candidateGroup }: UserTaskAudience, { filters, isLimited }: ListQuery): boolean {
  const isState = filters.every(({ alternatives }) => alternatives.every(({ field }) => field.name === 'TaskState'));
  return isLimited !== true && isState && assignee === undefined && candidateGroup === undefined;
}

/** The stored counts have the columns of q_user_task, so that the conditions of the list can be used. */
async function sumCounts(db: ReadDatabase, { conditions }: ListQuery): Promise<number> {
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(count), 0)::text as total
    from (select count, case when is_claimed then '' end as claimed_by from q_user_task_count) counted
    where ${where}`.execute(db);
  return Number(rows[0]?.total);
}
