import { columnText } from '../db/column-text.ts';
import type { Connection, Transaction } from '../db/connection.ts';
import { inSeconds, type Statement } from '../db/statement.ts';
import type { JobRetry } from '../engine/events/records.ts';
import type { Variables } from '../engine/values.ts';
import type { SecretsOfInputs } from '../platform/config/config-secrets.ts';

/** A row exists while its activity waits (ADR 0021). Locks are in custom-task-locks.ts. */

/** `typeKey`: task type in lower case. `retry`: from the model, if any. */
export interface NewCustomTask {
  readonly taskId: string;
  readonly instanceId: string;
  /** ordinal of its activity instance, or of its listener job */
  readonly entry: number;
  readonly typeKey: string;
  readonly taskType: string;
  readonly definitionId: string;
  readonly processKey: string;
  readonly activityId: string;
  readonly businessId: string | null;
  readonly input: Variables;
  readonly secrets: SecretsOfInputs | null;
  readonly retry: JobRetry | undefined;
  /** requests by priority lock higher numbers first */
  readonly priority: number;
  /** last attempt; 0: none. A retry by an operator continues at a higher number */
  readonly attempt: number;
  /** trace of its attempts (docs/contributing/spec/observability.md#trace-context) */
  readonly traceparent: string | null;
}

/** Failed, before its next attempt. `delayMs`: from the time of the transaction. */
export interface PostponedCustomTask {
  readonly taskId: string;
  readonly attempt: number;
  readonly delayMs: number;
  /** remaining attempts; absent: unchanged */
  readonly retriesLeft?: number;
  readonly message: string;
  readonly details?: string;
  /** added to the input of the next attempt */
  readonly variables?: Variables;
}

/** Row for the decision about a result. `lockedAt`: ms since epoch; null before the first lock. */
export interface CustomTaskRow {
  readonly taskId: string;
  readonly instanceId: string;
  readonly entry: number;
  readonly typeKey: string;
  readonly taskType: string;
  readonly attempt: number;
  readonly isLocked: boolean;
  readonly failures: number;
  readonly retry: JobRetry | undefined;
  readonly lockedAt: number | null;
}

/** Look-up key; case is ignored (docs/contributing/spec/http/custom-tasks.md#one-plugin-per-type). */
export function typeKeyOf(taskType: string): string {
  return taskType.trim().toLowerCase();
}

const OPEN: Statement = {
  name: 'open-custom-tasks-3',
  text: `insert into custom_task (task_id, instance_id, entry, type_key, task_type, definition_id, process_key, activity_id, business_id,
      input, attempts, delays_ms, traceparent, attempt, secrets, priority, available_at, created_at)
    select task_id, instance_id, entry, type_key, task_type, definition_id, process_key, activity_id, business_id, input, attempts,
      case when delays is null then null else (select array_agg(d::float8) from json_array_elements_text(delays) d) end, traceparent, attempt,
      secrets, priority, $14::timestamptz, $14::timestamptz
    from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::json[],
      $11::int[], $12::json[], $13::text[], $15::int[],
      $16::json[], $17::int[]) as t (task_id, instance_id, entry, type_key, task_type, definition_id, process_key, activity_id, business_id, input, attempts, delays,
        traceparent, attempt, secrets, priority)`,
};
const CLOSE: Statement = { name: 'close-custom-tasks', text: 'delete from custom_task where task_id = any($1::uuid[])' };
const POSTPONE: Statement = {
  name: 'postpone-custom-tasks-4',
  text: `update custom_task c set failures = c.failures + 1, locked_by = null, error_message = t.message, error_details = t.details,
      attempts = case when t.retries_left is null then c.attempts else c.failures + 1 + t.retries_left end,
      available_at = ${inSeconds('t.delay_ms / 1000')}
    from unnest($1::uuid[], $2::int[], $3::float8[], $4::int[], $5::text[], $6::text[])
      as t (task_id, attempt, delay_ms, retries_left, message, details)
    where c.task_id = t.task_id and c.attempt = t.attempt`,
};
const ADD_INPUTS: Statement = {
  name: 'add-custom-task-inputs',
  // member by member: jsonb accepts fewer texts and changes numbers
  text: `update custom_task c set input = (select json_object_agg(key, value) from (
      select key, value from json_each(c.input) where key not in (select json_object_keys(t.added)) union all select key, value from json_each(t.added)) as m)
    from unnest($1::uuid[], $2::int[], $3::json[]) as t (task_id, attempt, added) where c.task_id = t.task_id and c.attempt = t.attempt`,
};
const SET_RETRIES: Statement = {
  name: 'set-custom-task-retries',
  text: `update custom_task c set attempts = c.failures + t.retries from unnest($1::uuid[], $2::int[]) as t (task_id, retries)
    where c.task_id = t.task_id`,
};

/** Remaining attempts; the caller must hold the row locks. */
export function saveRetries(transaction: Transaction, retries: ReadonlyMap<string, number>): void {
  if (retries.size > 0) transaction.enqueue(SET_RETRIES, [[...retries.keys()], [...retries.values()]]);
}

/** `closed`: their activities have ended. */
export function saveCustomTasks(
  transaction: Transaction,
  opened: readonly NewCustomTask[],
  postponed: readonly PostponedCustomTask[],
  closed: readonly string[],
  at: string,
): void {
  if (closed.length > 0) transaction.enqueue(CLOSE, [closed]);
  if (postponed.length > 0) {
    transaction.enqueue(POSTPONE, [
      postponed.map((p) => p.taskId),
      postponed.map((p) => p.attempt),
      postponed.map((p) => p.delayMs),
      postponed.map((p) => p.retriesLeft ?? null),
      postponed.map((p) => columnText(p.message)),
      postponed.map((p) => (p.details === undefined ? null : columnText(p.details))),
    ]);
    const added = postponed.filter(({ variables = {} }) => Object.keys(variables).length > 0);
    if (added.length > 0) {
      const texts = added.map(({ variables }) => JSON.stringify(variables));
      transaction.enqueue(ADD_INPUTS, [added.map((p) => p.taskId), added.map((p) => p.attempt), texts]);
    }
  }
  if (opened.length === 0) return;
  transaction.enqueue(OPEN, [
    opened.map((o) => o.taskId),
    opened.map((o) => o.instanceId),
    opened.map((o) => o.entry),
    opened.map((o) => o.typeKey),
    opened.map((o) => o.taskType),
    opened.map((o) => o.definitionId),
    opened.map((o) => o.processKey),
    opened.map((o) => o.activityId),
    opened.map((o) => o.businessId),
    opened.map((o) => JSON.stringify(o.input)),
    opened.map((o) => o.retry?.attempts ?? null),
    opened.map((o) => ((o.retry?.delaysMs.length ?? 0) > 0 ? JSON.stringify(o.retry?.delaysMs) : null)),
    opened.map((o) => o.traceparent),
    at,
    opened.map((o) => o.attempt),
    opened.map((o) => (o.secrets === null ? null : JSON.stringify(o.secrets))),
    opened.map((o) => o.priority),
  ]);
}

const LOCK: Statement = {
  name: 'lock-custom-tasks',
  text: `select task_id, instance_id, entry, type_key, task_type, attempt, locked_by is not null as is_locked, failures, attempts, delays_ms, claimed_at
    from custom_task where task_id = any($1::uuid[]) order by task_id for update`,
};

/** Locks tasks for the decision about their results. The instances must be locked before. Omits unknown and ended tasks. */
export async function lockCustomTasks(connection: Connection, taskIds: readonly string[]): Promise<CustomTaskRow[]> {
  const rows = await connection.query<{
    task_id: string;
    instance_id: string;
    entry: number;
    type_key: string;
    task_type: string;
    attempt: number;
    is_locked: boolean;
    failures: number;
    attempts: number | null;
    delays_ms: number[] | null;
    claimed_at: Date | null;
  }>(LOCK, [taskIds]);
  return rows.map((row) => ({
    taskId: row.task_id,
    instanceId: row.instance_id,
    entry: row.entry,
    typeKey: row.type_key,
    taskType: row.task_type,
    attempt: row.attempt,
    isLocked: row.is_locked,
    failures: row.failures,
    retry: row.attempts === null ? undefined : { attempts: row.attempts, delaysMs: row.delays_ms ?? [] },
    lockedAt: row.claimed_at?.getTime() ?? null,
  }));
}
