import type { Connection } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import { typeKeyOf } from './custom-tasks.ts';

/**
 * Time without a heartbeat after which a plugin host is not listed (docs/contributing/spec/http/custom-tasks.md#vanished-host: at most 30 s). Unit:
 * seconds.
 */
const DEAD_AFTER_SECONDS = 15;
/** Time after which rows of dead plugin hosts are deleted. Unit: seconds. */
const FORGET_AFTER_SECONDS = 60;

/**
 * A task type as its plugin host declares it; the schema is JSON text (docs/contributing/spec/http/custom-tasks.md#catalog-entry), null if the plugin
 * declares none.
 */
export interface OfferedType {
  readonly taskType: string;
  readonly displayName: string | null;
  readonly parameterSchema: string | null;
}

const ANNOUNCE: Statement = {
  name: 'announce-custom-task-host',
  text: `insert into custom_task_host (host, type_key, task_type, display_name, parameter_schema, announced_at, seen_at)
    select $1, type_key, task_type, display_name, parameter_schema, clock_timestamp(), clock_timestamp()
    from unnest($2::text[], $3::text[], $4::text[], $5::json[]) as t (type_key, task_type, display_name, parameter_schema)
    on conflict (host, type_key) do update set seen_at = excluded.seen_at`,
};

/** Heartbeat of a plugin host with its task types. */
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

/** Removes a plugin host immediately. */
export async function withdrawHost(connection: Connection, host: string): Promise<void> {
  await connection.query(WITHDRAW, [host]);
}

const FORGET: Statement = {
  name: 'forget-custom-task-hosts',
  text: `delete from custom_task_host where seen_at < statement_timestamp() - make_interval(secs => $1) returning host, task_type`,
};

/** Deletes the rows of dead plugin hosts. @returns the deleted rows */
export async function forgetDeadHosts(connection: Connection): Promise<{ readonly host: string; readonly taskType: string }[]> {
  const rows = await connection.query<{ host: string; task_type: string }>(FORGET, [FORGET_AFTER_SECONDS]);
  return rows.map((row) => ({ host: row.host, taskType: row.task_type }));
}

const OFFERED: Statement = {
  name: 'offered-custom-task-types',
  text: `select distinct on (type_key) type_key, parameter_schema from custom_task_host
    where seen_at > statement_timestamp() - make_interval(secs => ${DEAD_AFTER_SECONDS}) order by type_key, announced_at desc`,
};

/** Task types of active plugin hosts in lower case, with the schema of the latest registration. */
export async function offeredTypes(connection: Connection): Promise<Map<string, string | null>> {
  const rows = await connection.query<{ type_key: string; parameter_schema: string | null }>(OFFERED, []);
  return new Map(rows.map((row) => [row.type_key, row.parameter_schema]));
}

const FETCHED: Statement = {
  name: 'fetched-custom-task-types',
  text: `select distinct json_array_elements_text(statistics->'fetchedTypes') as type_key from member
    where heartbeat_at > statement_timestamp() - make_interval(secs => ${DEAD_AFTER_SECONDS})`,
};

/** Task types (in lower case) that remote workers have recently requested; each replica reports them with its heartbeat. */
export async function fetchedTypes(connection: Connection): Promise<Set<string>> {
  const rows = await connection.query<{ type_key: string }>(FETCHED, []);
  return new Set(rows.map((row) => row.type_key));
}
