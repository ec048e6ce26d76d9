import type { Lock } from '../lock.ts';
import { type Call, list, NO_ROWS, type StatementHandler, type Statements } from '../statement.ts';
import type { Table } from '../table.ts';
import type { CustomTaskTableRow } from './custom-task.ts';
import type { QuerySubscriptionRow, QueryUserTaskRow } from './query-side.ts';
import type { TimerTableRow } from './timer.ts';

const texts = (text: string) => JSON.parse(text) as string[];
const maybeTime = (given: string | Date | null | undefined) => (given == null ? null : new Date(given));

/** New ids of elements by instance and the old one. */
function renamedIn(call: Call): (instanceId: string, element: string) => string | undefined {
  const ids = list(call, 1).map((id, n) => [`${id} ${list(call, 2)[n]}`, list(call, 3)[n]!] as const);
  const renamed = new Map(ids);
  return (instanceId, element) => renamed.get(`${instanceId} ${element}`);
}

type OfInstance = { readonly instance_id: string };

/** An update of one column, from the column itself. */
function rename<Row extends OfInstance>(tableOf: (call: Call) => Table<Row>, column: keyof Row & string): StatementHandler {
  return function* (call): Generator<Lock, readonly object[]> {
    const newIdOf = renamedIn(call);
    for (const row of tableOf(call).rows(call.by)) {
      const now = newIdOf(row.instance_id, String(row[column]));
      if (now !== undefined) yield* tableOf(call).update(call.by, tableOf(call).keyOf(row), (old) => ({ ...old, [column]: now }));
    }
    return NO_ROWS;
  };
}

/** The version that custom tasks of an instance belong to. */
function* moveTasks(call: Call): Generator<Lock, readonly object[]> {
  const { customTask } = call.tables;
  const versions = new Map(list(call, 1).map((id, n) => [id, list(call, 2)[n]!] as const));
  for (const row of customTask.rows(call.by)) {
    const definition_id = versions.get(row.instance_id);
    if (definition_id !== undefined)
      yield* customTask.update(call.by, customTask.keyOf(row), (old) => ({ ...old, definition_id }));
  }
  return NO_ROWS;
}

/** Rows of an instance that moves to another version. */
export const MOVED_STATEMENTS: Statements = {
  'move-custom-tasks': moveTasks,
  // the rows of incidents here are ids alone
  'move-incidents': () => NO_ROWS,
  'rename-custom-tasks': rename<CustomTaskTableRow>(({ tables }) => tables.customTask, 'activity_id'),
  'rename-incidents': () => NO_ROWS,
  'rename-timers': rename<TimerTableRow>(({ tables }) => tables.timer, 'element'),
  'projector-rename-user-tasks': rename<QueryUserTaskRow>(({ tables }) => tables.qUserTask, 'activity_id'),
  'projector-rename-subscriptions': rename<QuerySubscriptionRow>(({ tables }) => tables.qSubscription, 'activity_id'),
  *'projector-describe-user-tasks'(call) {
    for (const [n, taskId] of list(call, 1).entries())
      yield* call.tables.qUserTask.update(call.by, taskId, (row) => ({
        ...row,
        assignee: list<string | null>(call, 2)[n] ?? null,
        candidate_users: texts(list(call, 3)[n]!),
        candidate_groups: texts(list(call, 4)[n]!),
        expected_outputs: texts(list(call, 5)[n]!),
        form: list<string | null>(call, 6)[n] ?? null,
        due_at: maybeTime(list<string | Date | null>(call, 7)[n]),
        follow_up_at: maybeTime(list<string | Date | null>(call, 8)[n]),
        priority: list<number | null>(call, 9)[n] ?? null,
        category: list<string | null>(call, 10)[n] ?? null,
      }));
    return NO_ROWS;
  },
};
