import type { Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';

/** Row of the transactional lookup table. */
export interface UserTaskIndexRow {
  readonly taskId: string;
  readonly instanceId: string;
  readonly entry: number;
  readonly isOpen: boolean;
}

const SAVE: Statement = {
  name: 'save-user-tasks',
  text: `insert into user_task (task_id, instance_id, entry, is_open)
    select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::bool[])
    on conflict (task_id) do update set is_open = excluded.is_open`,
};

/** Closed tasks keep their rows, because "finished" is not "unknown" (docs/contributing/spec/http/user-tasks.md#finished-is-not-unknown). */
export function saveUserTasks(transaction: Transaction, rows: readonly UserTaskIndexRow[]): void {
  if (rows.length === 0) return;
  transaction.enqueue(SAVE, [
    rows.map((row) => row.taskId),
    rows.map((row) => row.instanceId),
    rows.map((row) => row.entry),
    rows.map((row) => row.isOpen),
  ]);
}
