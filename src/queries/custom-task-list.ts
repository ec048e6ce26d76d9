import { sql } from 'kysely';
import type { KeyLimits } from '../platform/access-roles.ts';
import { keyCondition } from './key-limits.ts';
import { readListPage } from './lists/list-page.ts';
import type { ListNames, ListQuery } from './lists/list-query.ts';
import type { ListPage } from './lists/paging.ts';
import type { ReadDatabase } from './read-database.ts';

/** An open custom task (docs/contributing/spec/http/custom-tasks.md#open-tasks). */
export interface OpenCustomTaskItem {
  readonly taskId: string;
  readonly instanceId: string;
  readonly taskType: string;
  readonly activityId: string;
  readonly definitionId: string;
  readonly processKey: string;
  readonly businessId: string | null;
  readonly attempt: number;
  readonly failures: number;
  readonly attempts: number | null;
  readonly errorMessage: string | null;
  readonly lockedBy: string | null;
  readonly availableAt: Date;
  readonly createdAt: Date;
  readonly isSuspended: boolean;
}

const COLUMNS = [
  ...(['task_id as taskId', 'instance_id as instanceId', 'task_type as taskType', 'activity_id as activityId'] as const),
  ...(['definition_id as definitionId', 'process_key as processKey', 'business_id as businessId', 'attempt'] as const),
  ...(['failures', 'attempts', 'error_message as errorMessage', 'locked_by as lockedBy'] as const),
  ...(['available_at as availableAt', 'created_at as createdAt', 'is_held as isSuspended'] as const),
] as const;

const createdAt = sql.ref('created_at');
const availableAt = sql.ref('available_at');
const failures = sql.ref('failures');
const sorts = {
  createdAt: { name: 'CreatedAt', expression: createdAt },
  availableAt: { name: 'AvailableAt', expression: availableAt },
  failures: { name: 'Failures', expression: failures },
};

/** Filters and sorts of GET /OpenCustomTasks. */
export const openCustomTaskNames: ListNames = {
  filters: [
    { name: 'InstanceId', type: 'guid', expression: sql.ref('instance_id') },
    { name: 'ProcessKey', type: 'text', expression: sql.ref('process_key') },
    { name: 'ActivityId', type: 'text', expression: sql.ref('activity_id') },
    { name: 'TaskType', type: 'text', expression: sql.ref('task_type') },
    { name: 'LockedBy', type: 'text', expression: sql.ref('locked_by'), hasNull: true },
    { name: 'BusinessId', type: 'text', expression: sql.ref('business_id'), hasNull: true },
    { name: 'Failures', type: 'integer', expression: failures },
    { name: 'CreatedAt', type: 'time', expression: createdAt },
    { name: 'AvailableAt', type: 'time', expression: availableAt },
  ],
  sorts: [sorts.createdAt, sorts.availableAt, sorts.failures],
  defaultSorts: [{ field: sorts.createdAt, isDescending: false }],
  tieBreak: [sql.ref('task_id')],
  takesBusinessId: false,
};

/** Condition for tasks within key limits. */
export function openCustomTaskCondition(limits: KeyLimits) {
  return keyCondition(sql.ref('process_key'), limits);
}

export function readOpenCustomTasks(db: ReadDatabase, query: ListQuery): Promise<ListPage<OpenCustomTaskItem>> {
  return readListPage(db.selectFrom('custom_task').select(COLUMNS), query);
}
