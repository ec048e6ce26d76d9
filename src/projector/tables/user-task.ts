import { columnText } from '../../db/column-text.ts';
import type { Transaction } from '../../db/connection.ts';
import type { EngineEvent, UserTaskEdited } from '../../engine/events.ts';
import type { FormModel, TaskPlan, UserTaskEdit } from '../../engine/model.ts';
import { editedTask } from '../../engine/state/edited-task.ts';
import type { IterationItem } from '../../engine/state/iteration-item.ts';
import { SLOT } from './instance-count.ts';

/** Change of a row of q_user_task, none if created and ended in one batch, except if an earlier row exists. */
export type UserTaskChange =
  /** `isAgain`: the earlier row is deleted first */
  | { readonly kind: 'insert'; readonly row: UserTaskRow; readonly isAgain?: true }
  | { readonly kind: 'change'; readonly claimedBy?: string | null; readonly edit?: UserTaskEdit }
  | { readonly kind: 'delete' };

/** Row without instance and ordinal. */
export interface UserTaskRow {
  readonly activityId: string;
  readonly assignee: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  readonly claimedBy: string | null;
  readonly createdAt: Date;
  readonly expectedOutputs: readonly string[];
  readonly form: FormModel | undefined;
  readonly plan: TaskPlan | undefined;
  readonly item: IterationItem | undefined;
}

/** Only pending tasks have a row (docs/contributing/spec/http/user-tasks.md#list-of-user-tasks). */
export function project(change: UserTaskChange | undefined, event: EngineEvent, at: Date): UserTaskChange | undefined {
  switch (event.type) {
    case 'UserTaskCreated':
      return {
        kind: 'insert',
        ...again(change),
        row: {
          activityId: event.element,
          assignee: event.assignee,
          candidateUsers: event.candidateUsers,
          candidateGroups: event.candidateGroups,
          claimedBy: null,
          createdAt: at,
          expectedOutputs: event.expectedOutputs,
          form: event.form,
          plan: event.plan,
          item: event.item,
        },
      };
    case 'UserTaskClaimed':
      return claim(change, event.userId);
    case 'UserTaskUnclaimed':
      return claim(change, null);
    case 'UserTaskEdited':
      return edited(change, event);
    case 'ElementCompleted':
    case 'ElementFailed':
    case 'ElementCancelled':
      if (event.elementType !== 'userTask') return change;
      return change?.kind === 'insert' && change.isAgain === undefined ? undefined : { kind: 'delete' };
    default:
      return change;
  }
}

/** The task has ended in the same batch and is open again, because its instance was restarted. */
function again(change: UserTaskChange | undefined): { readonly isAgain?: true } {
  return change?.kind === 'delete' || (change?.kind === 'insert' && change.isAgain) ? { isAgain: true } : {};
}

function claim(change: UserTaskChange | undefined, claimedBy: string | null): UserTaskChange {
  if (change?.kind === 'insert') return { ...change, row: { ...change.row, claimedBy } };
  return { ...(change?.kind === 'change' ? change : {}), kind: 'change', claimedBy };
}

function edited(change: UserTaskChange | undefined, event: UserTaskEdited): UserTaskChange {
  const { type: _type, entry: _entry, element: _element, elementType: _elementType, ...edit } = event;
  if (change?.kind === 'insert') return { ...change, row: editedTask(change.row, edit) };
  const before = change?.kind === 'change' ? change : undefined;
  return { ...before, kind: 'change', edit: { ...before?.edit, ...edit } };
}

export interface UserTaskWrite {
  readonly taskId: string;
  readonly instanceId: string;
  readonly change: UserTaskChange;
}
type Inserted = Omit<UserTaskWrite, 'change'> & UserTaskRow;

const INSERT = {
  name: 'projector-insert-user-task',
  text: `
    insert into q_user_task (task_id, instance_id, activity_id, assignee, candidate_users, candidate_groups, claimed_by, created_at,
                             expected_outputs, form, due_at, follow_up_at, priority, category, item)
    select task_id, instance_id, activity_id, assignee, array(select json_array_elements_text(candidate_users::json)),
           array(select json_array_elements_text(candidate_groups::json)), claimed_by, created_at,
           array(select json_array_elements_text(expected_outputs::json)), form::json,
           due_at, follow_up_at, priority, category, item::json
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::text[], $10::text[],
                $11::timestamptz[], $12::timestamptz[], $13::int[], $14::text[], $15::text[])
      as t (task_id, instance_id, activity_id, assignee, candidate_users, candidate_groups, claimed_by, created_at, expected_outputs, form,
            due_at, follow_up_at, priority, category, item)`,
};
const CLAIM = {
  name: 'projector-claim-user-task',
  text: `
    update q_user_task set claimed_by = t.claimed_by
    from unnest($1::uuid[], $2::text[]) as t (task_id, claimed_by) where q_user_task.task_id = t.task_id`,
};
/** A member of the JSON that is absent leaves its column. */
const EDIT = {
  name: 'projector-edit-user-task',
  text: `
    update q_user_task as q set assignee = case when e.edit -> 'assignee' is null then q.assignee else e.edit ->> 'assignee' end,
      candidate_users = case when e.edit -> 'candidateUsers' is null then q.candidate_users
        else array(select json_array_elements_text(e.edit -> 'candidateUsers')) end,
      candidate_groups = case when e.edit -> 'candidateGroups' is null then q.candidate_groups
        else array(select json_array_elements_text(e.edit -> 'candidateGroups')) end,
      due_at = case when e.edit -> 'dueAt' is null then q.due_at else (e.edit ->> 'dueAt')::timestamptz end,
      follow_up_at = case when e.edit -> 'followUpAt' is null then q.follow_up_at else (e.edit ->> 'followUpAt')::timestamptz end,
      priority = case when e.edit -> 'priority' is null then q.priority else (e.edit ->> 'priority')::int end
    from (select task_id, edit::json as edit from unnest($1::uuid[], $2::text[]) as t (task_id, edit)) as e
    where q.task_id = e.task_id`,
};
const DELETE = { name: 'projector-delete-user-task', text: 'delete from q_user_task where task_id = any($1::uuid[])' };
const COUNT = (tasks: string, sign: string) => `
    insert into q_user_task_count as c (is_claimed, slot, count)
    select claimed_by is not null, ${SLOT}, ${sign} * count(*) from q_user_task where ${tasks} = any($1::uuid[]) group by 1 order by 1
    on conflict (is_claimed, slot) do update set count = c.count + excluded.count`;
const ADD = { name: 'projector-add-to-user-task-counts', text: COUNT('task_id', '1') };
const SUBTRACT = { name: 'projector-subtract-from-user-task-counts', text: COUNT('task_id', '-1') };
const SUBTRACT_OF_INSTANCES = {
  name: 'projector-subtract-instances-from-user-task-counts',
  text: COUNT('instance_id', '-1'),
};

/** Subtracts from the totals. The caller must delete the tasks after this call. */
export function subtract(transaction: Transaction, instanceIds: readonly string[]): void {
  transaction.enqueue(SUBTRACT_OF_INSTANCES, [instanceIds]);
}

/** Writes the changes and the totals. The caller must hold the locks of the instances. */
export function write(transaction: Transaction, writes: readonly UserTaskWrite[]): void {
  const inserted: Inserted[] = [];
  const claimed: { taskId: string; claimedBy: string | null }[] = [];
  const edited: { taskId: string; edit: UserTaskEdit }[] = [];
  const deleted: string[] = [];
  const replaced: string[] = [];
  for (const { taskId, instanceId, change } of writes) {
    if (change.kind === 'insert' && change.isAgain === true) replaced.push(taskId);
    if (change.kind === 'insert') inserted.push({ taskId, instanceId, ...change.row });
    else if (change.kind === 'delete') deleted.push(taskId);
    else {
      if (change.claimedBy !== undefined) claimed.push({ taskId, claimedBy: columnText(change.claimedBy) });
      if (change.edit !== undefined) edited.push({ taskId, edit: change.edit });
    }
  }
  const claimedIds = claimed.map((task) => task.taskId);
  const before = [...replaced, ...claimedIds, ...deleted];
  if (before.length > 0) transaction.enqueue(SUBTRACT, [before]);
  if (replaced.length > 0) transaction.enqueue(DELETE, [replaced]);
  if (inserted.length > 0) insert(transaction, inserted);
  if (claimed.length > 0) transaction.enqueue(CLAIM, [claimedIds, claimed.map((task) => task.claimedBy)]);
  if (edited.length > 0)
    transaction.enqueue(EDIT, [edited.map(({ taskId }) => taskId), edited.map(({ edit }) => editText(edit))]);
  if (deleted.length > 0) transaction.enqueue(DELETE, [deleted]);
  const after = [...inserted.map((task) => task.taskId), ...claimedIds];
  if (after.length > 0) transaction.enqueue(ADD, [after]);
}

function insert(transaction: Transaction, tasks: readonly Inserted[]): void {
  transaction.enqueue(INSERT, [
    tasks.map((task) => task.taskId),
    tasks.map((task) => task.instanceId),
    tasks.map((task) => task.activityId),
    tasks.map((task) => columnText(task.assignee)),
    tasks.map((task) => listText(task.candidateUsers)),
    tasks.map((task) => listText(task.candidateGroups)),
    tasks.map((task) => columnText(task.claimedBy)),
    tasks.map((task) => task.createdAt),
    tasks.map((task) => listText(task.expectedOutputs)),
    tasks.map(({ form }) => (form === undefined ? null : JSON.stringify(form))),
    tasks.map(({ plan }) => momentOf(plan?.dueAt)),
    tasks.map(({ plan }) => momentOf(plan?.followUpAt)),
    tasks.map(({ plan }) => plan?.priority ?? null),
    tasks.map(({ plan }) => columnText(plan?.category ?? null)),
    tasks.map(({ item }) => (item === undefined ? null : JSON.stringify(item))),
  ]);
}

function editText({ assignee, candidateUsers, candidateGroups, dueAt, followUpAt, priority }: UserTaskEdit): string {
  const texts = (list: readonly string[] | undefined) => list?.map((item) => columnText(item));
  const date = (ms: number | null | undefined) => (typeof ms === 'number' ? new Date(ms) : ms);
  return JSON.stringify({
    ...(assignee === undefined ? {} : { assignee: columnText(assignee) }),
    ...{ candidateUsers: texts(candidateUsers), candidateGroups: texts(candidateGroups) },
    ...{ dueAt: date(dueAt), followUpAt: date(followUpAt), priority },
  });
}

export function momentOf(ms: number | undefined): Date | null {
  return ms === undefined ? null : new Date(ms);
}

/** Converts to JSON text, because unnest would flatten arrays of arrays. */
export function listText(list: readonly string[]): string {
  return JSON.stringify(list.map((item) => columnText(item)));
}
