import { columnText } from '../../db/column-text.ts';
import type { Transaction } from '../../db/connection.ts';
import type { InstanceMigrated, TaskDescription } from '../../engine/migration/migrations.ts';
import type { ActivityInstanceOrdinal } from '../../engine/ordinals.ts';
import { listText, momentOf, type UserTaskChange } from './user-task.ts';

/** Stored rows of q_user_task and q_subscription after a migration. */
export interface MovedRows {
  /** new ids of elements, by the old ones */
  readonly renamed: Map<string, string>;
  /** open tasks with a new description */
  readonly described: Map<ActivityInstanceOrdinal, TaskDescription>;
}

export function noMovedRows(): MovedRows {
  return { renamed: new Map(), described: new Map() };
}

/** Adds a migration in place. Combines renamed elements with those of earlier migrations in the same batch. */
export function note({ renamed, described }: MovedRows, { elements = [], userTasks = [] }: InstanceMigrated): void {
  const next = new Map(elements);
  for (const [from, to] of renamed) renamed.set(from, next.get(to) ?? to);
  for (const [from, to] of next) if (!renamed.has(from)) renamed.set(from, to);
  for (const task of userTasks) described.set(task.entry, task);
}

/**
 * Describes a task that the same batch has changed. An inserted row gets the description. Of a change, removes the edit, because the description replaces it,
 * and keeps the claim.
 */
export function describe(change: UserTaskChange | undefined, task: TaskDescription): UserTaskChange | undefined {
  if (change?.kind === 'change') {
    const { edit: _edit, ...rest } = change;
    return rest;
  }
  if (change?.kind !== 'insert') return change;
  const { entry: _entry, form, plan, ...assignment } = task;
  return { ...change, row: { ...change.row, ...assignment, form, plan } };
}

export interface MovedWrite extends MovedRows {
  readonly instanceId: string;
  readonly taskIdOf: (entry: ActivityInstanceOrdinal) => string;
}

const RENAME_TASKS = {
  name: 'projector-rename-user-tasks',
  text: `
    update q_user_task set activity_id = t.now from unnest($1::uuid[], $2::text[], $3::text[]) as t (instance_id, was, now)
    where q_user_task.instance_id = t.instance_id and q_user_task.activity_id = t.was`,
};
const RENAME_SUBSCRIPTIONS = {
  name: 'projector-rename-subscriptions',
  text: `
    update q_subscription set activity_id = t.now from unnest($1::uuid[], $2::text[], $3::text[]) as t (instance_id, was, now)
    where q_subscription.instance_id = t.instance_id and q_subscription.activity_id = t.was`,
};
const DESCRIBE = {
  name: 'projector-describe-user-tasks',
  text: `
    update q_user_task set assignee = t.assignee, candidate_users = array(select json_array_elements_text(t.candidate_users::json)),
      candidate_groups = array(select json_array_elements_text(t.candidate_groups::json)),
      expected_outputs = array(select json_array_elements_text(t.expected_outputs::json)), form = t.form::json,
      due_at = t.due_at, follow_up_at = t.follow_up_at, priority = t.priority, category = t.category
    from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[], $9::int[], $10::text[])
      as t (task_id, assignee, candidate_users, candidate_groups, expected_outputs, form, due_at, follow_up_at, priority, category)
    where q_user_task.task_id = t.task_id`,
};

/** Call it before other changes of the batch are queued, because those have the new ids. */
export function write(transaction: Transaction, writes: readonly MovedWrite[]): void {
  const renamed = writes.flatMap(({ instanceId, renamed: pairs }) => [...pairs].map(([was, now]) => ({ instanceId, was, now })));
  if (renamed.length > 0) {
    const values = [
      renamed.map(({ instanceId }) => instanceId),
      renamed.map(({ was }) => columnText(was)),
      renamed.map(({ now }) => columnText(now)),
    ];
    transaction.enqueue(RENAME_TASKS, values);
    transaction.enqueue(RENAME_SUBSCRIPTIONS, values);
  }
  const tasks = writes.flatMap(({ taskIdOf, described }) =>
    [...described.values()].map((task) => ({ taskId: taskIdOf(task.entry), ...task })),
  );
  if (tasks.length === 0) return;
  transaction.enqueue(DESCRIBE, [
    tasks.map(({ taskId }) => taskId),
    tasks.map(({ assignee }) => columnText(assignee)),
    tasks.map(({ candidateUsers }) => listText(candidateUsers)),
    tasks.map(({ candidateGroups }) => listText(candidateGroups)),
    tasks.map(({ expectedOutputs }) => listText(expectedOutputs)),
    tasks.map(({ form }) => (form === undefined ? null : JSON.stringify(form))),
    tasks.map(({ plan }) => momentOf(plan?.dueAt)),
    tasks.map(({ plan }) => momentOf(plan?.followUpAt)),
    tasks.map(({ plan }) => plan?.priority ?? null),
    tasks.map(({ plan }) => columnText(plan?.category ?? null)),
  ]);
}
