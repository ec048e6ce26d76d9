import { UNREADABLE_JSON } from '../db/column-text.ts';
import type { Connection, Transaction } from '../db/connection.ts';
import { HOST_DEAD_AFTER_SECONDS } from '../db/delivery-tables.ts';
import { inSeconds, type Statement } from '../db/statement.ts';
import type { Variables } from '../engine/values.ts';
import type { ChosenTasks } from '../messages/custom-tasks.ts';
import { type KeyLimits, splitPatterns } from '../platform/access-roles.ts';
import type { SecretsOfInputs } from '../platform/config/config-secrets.ts';
import { typeKeyOf } from './custom-tasks.ts';

/** Time after which rows of dead plugin hosts are deleted. */
const FORGET_AFTER_SECONDS = 60;

/** See docs/contributing/spec/http/custom-tasks.md#catalog-entry; the schema is JSON text, null if the plugin declares none. */
export interface OfferedType {
  readonly taskType: string;
  readonly displayName: string | null;
  readonly parameterSchema: string | null;
}

const ANNOUNCE: Statement = {
  name: 'announce-custom-task-host',
  text: `insert into custom_task_host (host, type_key, task_type, display_name, parameter_schema, announced_at, seen_at)
    select $1, type_key, task_type, display_name, parameter_schema, statement_timestamp(), statement_timestamp()
    from unnest($2::text[], $3::text[], $4::text[], $5::json[]) as t (type_key, task_type, display_name, parameter_schema)
    on conflict (host, type_key) do update set seen_at = excluded.seen_at`,
};

/** Writes the heartbeat of a plugin host with its task types. */
export async function announceHost(connection: Connection, host: string, types: readonly OfferedType[]): Promise<void> {
  await connection.query(ANNOUNCE, [
    host,
    types.map((t) => typeKeyOf(t.taskType)),
    types.map((t) => t.taskType),
    types.map((t) => t.displayName),
    types.map((t) => t.parameterSchema),
  ]);
}

const WITHDRAW: Statement = { name: 'withdraw-custom-task-host', text: 'delete from custom_task_host where host = $1' };

export async function withdrawHost(connection: Connection, host: string): Promise<void> {
  await connection.query(WITHDRAW, [host]);
}

const FORGET: Statement = {
  name: 'forget-custom-task-hosts',
  text: `delete from custom_task_host where seen_at < statement_timestamp() - make_interval(secs => $1) returning host, task_type`,
};

/** @returns the deleted rows */
export async function forgetDeadHosts(connection: Connection): Promise<{ readonly host: string; readonly taskType: string }[]> {
  const rows = await connection.query<{ host: string; task_type: string }>(FORGET, [FORGET_AFTER_SECONDS]);
  return rows.map((row) => ({ host: row.host, taskType: row.task_type }));
}

const OFFERED: Statement = {
  name: 'offered-custom-task-types',
  text: `select distinct on (type_key) type_key, parameter_schema from custom_task_host
    where seen_at > statement_timestamp() - make_interval(secs => ${HOST_DEAD_AFTER_SECONDS}) order by type_key, announced_at desc`,
};

/** Schemas of active plugin hosts by type in lower case: that of the latest registration, null if it has none. */
export async function offeredTypes(connection: Connection): Promise<Map<string, string | null>> {
  const rows = await connection.query<{ type_key: string; parameter_schema: string | null }>(OFFERED, []);
  return new Map(rows.map((row) => [row.type_key, row.parameter_schema]));
}

const FETCHED: Statement = {
  name: 'fetched-custom-task-types',
  text: `select distinct json_array_elements_text(statistics->'fetchedTypes') as type_key from member
    where heartbeat_at > statement_timestamp() - make_interval(secs => ${HOST_DEAD_AFTER_SECONDS})`,
};

/** Types (in lower case) that external workers have recently requested; each replica reports them with its heartbeat. */
export async function fetchedTypes(connection: Connection): Promise<Set<string>> {
  const rows = await connection.query<{ type_key: string }>(FETCHED, []);
  return new Set(rows.map((row) => row.type_key));
}

/** Locks on custom tasks, for plugin hosts and external workers: only this file takes, extends and releases them (ADR 0021). */

/** Task locked by this process. `attempt`: fencing token, and number of the attempt. `losses`: earlier holders that died. */
export interface LockedTask {
  readonly taskId: string;
  readonly instanceId: string;
  readonly entry: number;
  readonly taskType: string;
  readonly definitionId: string;
  readonly processKey: string;
  readonly activityId: string;
  readonly businessId: string | null;
  readonly input: Variables;
  readonly attempt: number;
  readonly losses: number;
  readonly failures: number;
  /** maximum from the model; null: from the configuration */
  readonly attempts: number | null;
  /** trace of the attempt (docs/contributing/spec/observability.md#trace-context) */
  readonly traceparent: string | null;
  /** secrets that its model names in its inputs; null: none */
  readonly secrets: SecretsOfInputs | null;
  /** message of the latest failed attempt */
  readonly errorMessage: string | null;
  readonly priority: number;
}

export type TaskLock = Pick<LockedTask, 'taskId' | 'attempt'>;

export interface ExtendedLock extends TaskLock {
  readonly lockSeconds: number;
}

/** Dead holders after which a task is assumed to kill them: it fails and is not retried. */
export const MAX_LOSSES = 10;

export interface LockRequest {
  /** task type in lower case */
  readonly typeKey: string;
  readonly holder: string;
  readonly limit: number;
  readonly lockSeconds: number;
  readonly without?: readonly string[];
  /** key patterns of the holder */
  readonly limits?: KeyLimits;
  readonly chosen?: ChosenTasks;
}

const freeText = (further: string, order = 'available_at') =>
  // not in: with <> all of an array Postgres expects no row, and sorts all tasks of the type
  `select task_id from custom_task where type_key = $1 and not is_held and available_at <= statement_timestamp() and process_key <> all($5::text[])
        and process_key not in (select key from key_suspension)${further}
      order by ${order} limit $2 for update skip locked`;
const lockText = (free: string) =>
  `with ${free}
    update custom_task c set attempt = c.attempt + 1, losses = c.losses + case when c.locked_by is null then 0 else 1 end,
      locked_by = $3, claimed_at = statement_timestamp(), available_at = statement_timestamp() + make_interval(secs => $4)
    from free where c.task_id = free.task_id
    returning c.task_id, c.instance_id, c.entry, c.task_type, c.definition_id, c.process_key, c.activity_id, c.business_id, c.input,
      c.attempt, c.losses, c.failures, c.attempts, c.traceparent, c.secrets, c.error_message, c.priority`;
const fetchText = (further: string) => lockText(`free as (${freeText(further)})`);
const BY_PRIORITY = 'priority desc, available_at';
/** Reads as many rows as it needs: first those with a priority above 0, whose index is small, then the others. */
const fetchByPriorityText = (further: string) =>
  lockText(`high as (${freeText(`${further} and priority <> 0 and priority > 0`, BY_PRIORITY)}),
    plain as (${freeText(`${further} and priority = 0`)}),
    low as (${freeText(`${further} and priority <> 0 and priority < 0`, BY_PRIORITY)}),
    free as (select task_id from (select task_id from high union all select task_id from plain union all select task_id from low) o limit $2)`);
const FETCH_AND_LOCK: Statement = { name: 'fetch-and-lock-8', text: fetchText('') };
const FETCH_AND_LOCK_WITHIN: Statement = {
  name: 'fetch-and-lock-within-6',
  text: fetchText(' and (process_key = any($6::text[]) or process_key ^@ any($7::text[]))'),
};

const IS_CHOSEN = ` and ($6::text[] is null or process_key = any($6) or process_key ^@ any($7::text[]))
        and ($8::uuid is null or task_id = $8) and ($9::text is null or task_type = $9) and ($10::text[] is null or process_key = any($10))
        and ($11::text[] is null or definition_id = any($11)) and ($12::text is null or business_id = $12)
        and ($13::json is null or case when input::text ~ '${UNREADABLE_JSON}' then false else not exists (
          select from json_each_text($13) i (name, value) where (input -> i.name)::text is distinct from i.value) end)`;
const FETCH_AND_LOCK_CHOSEN: Statement = { name: 'fetch-and-lock-chosen-4', text: fetchText(IS_CHOSEN) };
const FETCH_AND_LOCK_BY_PRIORITY: Statement = { name: 'fetch-and-lock-by-priority-2', text: fetchByPriorityText(IS_CHOSEN) };

const TYPES_WITH_TASKS: Statement = {
  name: 'types-with-tasks-1',
  text: `select t.type_key from unnest($1::text[]) t (type_key)
    where exists (select from custom_task c where c.type_key = t.type_key and not c.is_held and c.available_at <= statement_timestamp())`,
};

/** Types (in lower case) that may have a task to lock. */
export async function typesWithTasks(connection: Connection, typeKeys: readonly string[]): Promise<readonly string[]> {
  const rows = await connection.query<{ type_key: string }>(TYPES_WITH_TASKS, [typeKeys]);
  return rows.map((row) => row.type_key);
}

/** Locks waiting tasks and those with expired locks, oldest first or by priority. If it returns fewer than `limit`, no further task is free. */
export async function fetchAndLock(connection: Connection, request: LockRequest): Promise<LockedTask[]> {
  const { typeKey, limit, holder, lockSeconds, without = [] } = request;
  const { statement, further } = statementFor(request);
  const rows = await connection.query<{
    task_id: string;
    instance_id: string;
    entry: number;
    task_type: string;
    definition_id: string;
    process_key: string;
    activity_id: string;
    business_id: string | null;
    input: string;
    attempt: number;
    losses: number;
    failures: number;
    attempts: number | null;
    traceparent: string | null;
    secrets: string | null;
    error_message: string | null;
    priority: number;
  }>(statement, [typeKey, limit, holder, lockSeconds, without, ...further]);
  if (request.chosen?.byPriority === true) rows.sort((a, b) => b.priority - a.priority);
  return rows.map((row) => ({
    taskId: row.task_id,
    instanceId: row.instance_id,
    entry: row.entry,
    taskType: row.task_type,
    definitionId: row.definition_id,
    processKey: row.process_key,
    activityId: row.activity_id,
    businessId: row.business_id,
    input: JSON.parse(row.input) as Variables,
    attempt: row.attempt,
    losses: row.losses,
    failures: row.failures,
    attempts: row.attempts,
    traceparent: row.traceparent,
    errorMessage: row.error_message,
    priority: row.priority,
    secrets: row.secrets === null ? null : (JSON.parse(row.secrets) as SecretsOfInputs),
  }));
}

function statementFor({ limits, chosen }: LockRequest): { readonly statement: Statement; readonly further: readonly unknown[] } {
  const { keys, beginnings } = splitPatterns(limits ?? []);
  if (chosen !== undefined) {
    const within = limits === undefined ? [null, null] : [keys, beginnings];
    const { taskId = null, taskType = null, processKeys = null, definitionIds = null, businessId = null, inputs } = chosen;
    const statement = chosen.byPriority === true ? FETCH_AND_LOCK_BY_PRIORITY : FETCH_AND_LOCK_CHOSEN;
    return {
      statement,
      further: [
        ...within,
        taskId,
        taskType,
        processKeys,
        definitionIds,
        businessId,
        inputs === undefined ? null : JSON.stringify(inputs),
      ],
    };
  }
  if (limits === undefined) return { statement: FETCH_AND_LOCK, further: [] };
  return { statement: FETCH_AND_LOCK_WITHIN, further: [keys, beginnings] };
}

const EXTEND: Statement = {
  name: 'extend-custom-tasks',
  text: `with mine as (
      select c.task_id from custom_task c join unnest($1::uuid[], $2::int[]) as t (task_id, attempt)
        on c.task_id = t.task_id and c.attempt = t.attempt
      where c.locked_by is not null for update of c skip locked)
    update custom_task c set available_at = statement_timestamp() + make_interval(secs => $3)
    from mine where c.task_id = mine.task_id returning c.task_id`,
};
const HELD: Statement = {
  name: 'held-custom-tasks',
  text: `select c.task_id from custom_task c join unnest($1::uuid[], $2::int[]) as t (task_id, attempt)
      on c.task_id = t.task_id and c.attempt = t.attempt
    where c.locked_by is not null`,
};

/**
 * Skips rows that a worker has locked, to avoid deadlocks; those tasks stay locked.
 * @returns lost locks: the activity has ended, or another attempt has begun
 */
export async function extendCustomTasks(
  connection: Connection,
  locks: readonly TaskLock[],
  lockSeconds: number,
): Promise<string[]> {
  if (locks.length === 0) return [];
  const names = [locks.map((l) => l.taskId), locks.map((l) => l.attempt)];
  const extended = await connection.query<{ task_id: string }>(EXTEND, [...names, lockSeconds]);
  if (extended.length === locks.length) return [];
  const held = await connection.query<{ task_id: string }>(HELD, names);
  const ours = new Set([...extended, ...held].map((row) => row.task_id));
  return locks.flatMap(({ taskId }) => (ours.has(taskId) ? [] : [taskId]));
}

const EXTEND_LOCKED: Statement = {
  name: 'extend-locked-custom-tasks-2',
  text: `update custom_task c set available_at = ${inSeconds('t.seconds')}
    from unnest($1::uuid[], $2::int[], $3::float8[]) as t (task_id, attempt, seconds)
    where c.task_id = t.task_id and c.attempt = t.attempt and c.locked_by is not null`,
};

/** The caller must hold the row locks. */
export function saveExtendedLocks(transaction: Transaction, locks: readonly ExtendedLock[]): void {
  if (locks.length === 0) return;
  transaction.enqueue(EXTEND_LOCKED, [locks.map((l) => l.taskId), locks.map((l) => l.attempt), locks.map((l) => l.lockSeconds)]);
}

const RELEASE: Statement = {
  name: 'release-custom-tasks',
  text: `update custom_task c set locked_by = null, available_at = statement_timestamp()
    from unnest($1::uuid[], $2::int[]) as t (task_id, attempt)
    where c.task_id = t.task_id and c.attempt = t.attempt and c.locked_by is not null returning c.task_id`,
};

/** The caller must hold the row locks. */
export function saveReleasedLocks(transaction: Transaction, locks: readonly TaskLock[]): void {
  if (locks.length > 0) transaction.enqueue(RELEASE, [locks.map((l) => l.taskId), locks.map((l) => l.attempt)]);
}

/** The task is attempted again, and the attempt counts neither as failed nor as lost. */
export async function releaseCustomTasks(connection: Connection, locks: readonly TaskLock[]): Promise<void> {
  if (locks.length > 0) await connection.query(RELEASE, [locks.map((l) => l.taskId), locks.map((l) => l.attempt)]);
}

const WAITING: Statement = {
  name: 'waiting-custom-tasks-2',
  text: `select min(task_type) as task_type, count(*)::int as count from custom_task where not is_held and (locked_by is null or available_at <= statement_timestamp())
    group by type_key order by count(*) desc limit $1`,
};

/** Counts waiting tasks of each type, largest first. */
export async function countWaiting(
  connection: Connection,
  limit: number,
): Promise<{ readonly taskType: string; readonly count: number }[]> {
  const rows = await connection.query<{ task_type: string; count: number }>(WAITING, [limit]);
  return rows.map((row) => ({ taskType: row.task_type, count: row.count }));
}

const UNTOUCHED: Statement = {
  name: 'untouched-custom-task-types-2',
  text: `select type_key from unnest($1::text[]) as t (type_key)
    where exists (select from custom_task c where c.type_key = t.type_key and not c.is_held and c.attempt = 0)`,
};

/** Types (in lower case) with a task that was never locked. */
export async function untouchedTypes(connection: Connection, typeKeys: readonly string[]): Promise<readonly string[]> {
  const rows = await connection.query<{ type_key: string }>(UNTOUCHED, [typeKeys]);
  return rows.map((row) => row.type_key);
}
