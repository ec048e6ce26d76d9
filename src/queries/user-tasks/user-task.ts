import { sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { instanceCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';

/** A pending task (docs/contributing/spec/http/user-tasks.md#list-of-user-tasks): claimed if `claimedBy` is set, otherwise created. */
export interface UserTaskItem {
  readonly taskId: string;
  readonly instanceId: string;
  readonly activityId: string;
  readonly assignee: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  readonly claimedBy: string | null;
  readonly createdAt: Date;
  readonly expectedOutputs: readonly string[];
  /** JSON of a FormModel; null: none */
  readonly form: string | null;
  /** due date from the model, as are the next ones; null: not set */
  readonly dueAt: Date | null;
  readonly followUpAt: Date | null;
  readonly priority: number | null;
  readonly category: string | null;
  /** JSON of an IterationItem; null: none */
  readonly item: string | null;
  /** name of the task, key and name of its process, business id of its instance; each null if missing. [] if the instance is not projected */
  readonly called: readonly (string | null)[];
  /** whether its instance is suspended */
  readonly isSuspended: boolean;
}

/** A sub-select instead of a join, so that Postgres reads it only for the rows of the page. */
const called = sql<readonly (string | null)[]>`coalesce((
  select array[of_version.task_names ->> q_user_task.activity_id, of_instance.key, of_version.name, of_instance.business_id]
  from q_instance as of_instance left join q_definition as of_version on of_version.definition_id = of_instance.definition_id
  where of_instance.instance_id = q_user_task.instance_id), array[]::text[])`.as('called');

const isSuspended = sql<boolean>`(exists (select from suspension s where s.instance_id = q_user_task.instance_id)
  or exists (select from key_suspension k join q_instance i on i.key = k.key where i.instance_id = q_user_task.instance_id))`.as(
  'isSuspended',
);

export const userTaskColumns = [
  'task_id as taskId',
  'instance_id as instanceId',
  'activity_id as activityId',
  'assignee',
  'candidate_users as candidateUsers',
  'candidate_groups as candidateGroups',
  'claimed_by as claimedBy',
  'created_at as createdAt',
  'expected_outputs as expectedOutputs',
  'form',
  'due_at as dueAt',
  'follow_up_at as followUpAt',
  'priority',
  'category',
  'item',
  called,
  isSuspended,
] as const;

/** Returns undefined also if the task has ended or is outside of the limits. */
export function findUserTask(db: ReadDatabase, taskId: string, limits: KeyLimits): Promise<UserTaskItem | undefined> {
  const found = db.selectFrom('q_user_task').select(userTaskColumns).where('task_id', '=', taskId);
  const condition = instanceCondition(sql.ref('q_user_task.instance_id'), limits);
  return (condition === undefined ? found : found.where(condition)).executeTakeFirst();
}

/** Iteration of a loop (docs/contributing/spec/loops-and-compensation.md#item-of-an-iteration). */
interface TaskPlace {
  readonly number: number;
  readonly total?: number;
  readonly text?: string;
}

/** @param maySee false: without the text, which is a value of a variable (docs/contributing/spec/roles.md) */
export function shownItem(stored: string, maySee: boolean): TaskPlace {
  const { text, ...place } = JSON.parse(stored) as TaskPlace;
  return maySee && text !== undefined ? { ...place, text } : place;
}
