import type { Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';

/** A user task in the lookup table of the transactional side. */
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

/**
 * Writes opened and closed tasks. Closed tasks keep their rows, because "finished" is not "unknown"
 * (docs/contributing/spec/http/user-tasks.md#finished-is-not-unknown).
 */
export function saveUserTasks(transaction: Transaction, rows: readonly UserTaskIndexRow[]): void {
  if (rows.length === 0) return;
  transaction.enqueue(SAVE, [
    rows.map((row) => row.taskId),
    rows.map((row) => row.instanceId),
    rows.map((row) => row.entry),
    rows.map((row) => row.isOpen),
  ]);
}
