import { columnText } from '../db/column-text.ts';
import type { Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';

/** Immutable comment. */
export interface TaskComment {
  readonly instanceId: string;
  readonly taskId: string;
  readonly commentId: string;
  readonly author: string;
  readonly text: string;
}

const ADD: Statement = {
  name: 'add-task-comments',
  text: `insert into task_comment (instance_id, task_id, comment_id, author, text, created_at)
    select instance_id, task_id, comment_id, author, text, $6::timestamptz
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[]) as t (instance_id, task_id, comment_id, author, text)`,
};

export function saveTaskComments(transaction: Transaction, comments: readonly TaskComment[], at: string): void {
  if (comments.length === 0) return;
  transaction.enqueue(ADD, [
    comments.map(({ instanceId }) => instanceId),
    comments.map(({ taskId }) => taskId),
    comments.map(({ commentId }) => commentId),
    comments.map(({ author }) => columnText(author)),
    comments.map(({ text }) => columnText(text)),
    at,
  ]);
}
