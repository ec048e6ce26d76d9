import { columnText } from '../db/column-text.ts';
import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';

/** Open incident. Times: ms since epoch. */
export interface IncidentRow {
  readonly incidentId: string;
  readonly instanceId: string;
  /** ordinal within the instance */
  readonly incident: number;
  /** activity instance; null: the process itself */
  readonly entry: number | null;
  readonly activityId: string;
  readonly definitionId: string;
  readonly processKey: string;
  readonly businessId: string | null;
  readonly code: string;
  readonly message: string;
  /** kind of the cause */
  readonly cause: string;
  /** kind of the work that a retry repeats */
  readonly repeats: string;
  /** failures since `firstAt` */
  readonly count: number;
  readonly firstAt: number;
  /** absent: other work */
  readonly task?: FailedTask;
}

/** `details` of its failure. */
export interface FailedTask {
  readonly taskType: string;
  readonly details?: string;
}

export interface IncidentRoute {
  readonly incidentId: string;
  readonly instanceId: string;
  readonly incident: number;
}

const SAVE: Statement = {
  name: 'save-incidents-2',
  text: `insert into incident (incident_id, instance_id, incident, entry, activity_id, definition_id, process_key, business_id, code, message, cause,
      repeats, count, first_at, task_type, error_details, last_at)
    select *, $17::timestamptz from unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
      $10::text[], $11::text[], $12::text[], $13::int[], $14::timestamptz[], $15::text[], $16::text[])
    on conflict (incident_id) do update set entry = excluded.entry, activity_id = excluded.activity_id, code = excluded.code,
      message = excluded.message, cause = excluded.cause, repeats = excluded.repeats, count = excluded.count, last_at = excluded.last_at,
      task_type = excluded.task_type, error_details = excluded.error_details`,
};
const DELETE: Statement = { name: 'end-incidents', text: 'delete from incident where incident_id = any($1::uuid[])' };

export function saveIncidents(
  transaction: Transaction,
  raised: readonly IncidentRow[],
  ended: readonly string[],
  at: string,
): void {
  if (ended.length > 0) transaction.enqueue(DELETE, [ended]);
  if (raised.length === 0) return;
  transaction.enqueue(SAVE, [
    raised.map((row) => row.incidentId),
    raised.map((row) => row.instanceId),
    raised.map((row) => row.incident),
    raised.map((row) => row.entry),
    raised.map((row) => row.activityId),
    raised.map((row) => row.definitionId),
    raised.map((row) => row.processKey),
    raised.map((row) => row.businessId),
    raised.map((row) => columnText(row.code)),
    raised.map((row) => columnText(row.message)),
    raised.map((row) => row.cause),
    raised.map((row) => row.repeats),
    raised.map((row) => row.count),
    raised.map((row) => new Date(row.firstAt).toISOString()),
    raised.map((row) => row.task?.taskType ?? null),
    raised.map(({ task }) => (task?.details === undefined ? null : columnText(task.details))),
    at,
  ]);
}

const COUNT: Statement = { name: 'count-incidents', text: 'select count(*)::int as count from incident' };

export async function countIncidents(connection: Connection): Promise<number> {
  const [row] = await connection.query<{ count: number }>(COUNT, []);
  return row?.count ?? 0;
}

const FIND: Statement = {
  name: 'find-incidents',
  text: 'select incident_id, instance_id, incident from incident where incident_id = any($1::uuid[])',
};

/** Step 1 of the transaction. Omits ended and unknown incidents. */
export async function routeIncidents(connection: Connection, incidentIds: readonly string[]): Promise<IncidentRoute[]> {
  const rows = await connection.query<{ incident_id: string; instance_id: string; incident: number }>(FIND, [incidentIds]);
  return rows.map((row) => ({ incidentId: row.incident_id, instanceId: row.instance_id, incident: row.incident }));
}
