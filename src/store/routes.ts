import type { Connection } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';

export interface TaskRoute {
  readonly taskId: string;
  readonly instanceId: string;
  readonly entry: number;
}

const FIND_TASKS: Statement = {
  name: 'find-tasks',
  text: 'select task_id, instance_id, entry from user_task where task_id = any($1::uuid[])',
};

/** Step 1 of the transaction. Unknown tasks have no route. */
export async function routeUserTasks(connection: Connection, taskIds: readonly string[]): Promise<TaskRoute[]> {
  const rows = await connection.query<{ task_id: string; instance_id: string; entry: number }>(FIND_TASKS, [taskIds]);
  return rows.map((row) => ({ taskId: row.task_id, instanceId: row.instance_id, entry: row.entry }));
}
