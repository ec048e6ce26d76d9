import { sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { isInstanceWithin } from '../key-limits.ts';
import { type ListPage, offsetOf, type Paging } from '../lists/paging.ts';
import type { ReadDatabase } from '../read-database.ts';

/** See docs/contributing/spec/http/user-tasks.md#comments. */
export interface TaskCommentItem {
  readonly commentId: string;
  readonly author: string;
  readonly text: string;
  readonly createdAt: Date;
}

/**
 * Lists the newest first, also if the task has ended. Undefined also if it was deleted with its instance or is outside of the limits. Reads the transactional
 * tables, so that users see their comments immediately.
 */
export async function listTaskComments(
  db: ReadDatabase,
  taskId: string,
  paging: Paging,
  limits: KeyLimits,
): Promise<ListPage<TaskCommentItem> | undefined> {
  const task = await db.selectFrom('user_task').select('instance_id').where('task_id', '=', taskId).executeTakeFirst();
  if (task === undefined || !(await isInstanceWithin(db, task.instance_id, limits))) return undefined;
  const comments = db.selectFrom('task_comment').where('task_id', '=', taskId);
  const [items, counted] = await Promise.all([
    comments
      .select(['comment_id as commentId', 'author', 'text', 'created_at as createdAt'])
      .orderBy('created_at', 'desc')
      .orderBy('comment_id', 'desc')
      .limit(paging.pageSize)
      .offset(offsetOf(paging))
      .execute(),
    comments.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, ...paging, totalCount: counted.total };
}
