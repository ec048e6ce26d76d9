import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../platform/access-roles.ts';
import { keyCondition } from './key-limits.ts';
import type { ReadDatabase } from './read-database.ts';

/** See docs/contributing/spec/incidents.md#ignored. */
export interface IgnoredFailure {
  readonly key: string;
  readonly activityId: string | null;
  readonly code: string | null;
  /** null: any message */
  readonly message: string | null;
  /** of a group of any message: messages that it does not contain */
  readonly exceptMessages: readonly string[] | null;
  readonly reason: string;
  readonly endsAt: Date | null;
  /** null: unknown */
  readonly ignoredBy: string | null;
  readonly ignoredAt: Date;
  /** its open incidents */
  readonly incidents: number;
  /** its instances that failed since the given time */
  readonly failed: number;
  /** time of its latest failure; null: it has none now */
  readonly lastAt: Date | null;
}

interface FailureColumns {
  readonly key: RawBuilder<unknown>;
  readonly element: RawBuilder<unknown>;
  readonly code: RawBuilder<unknown>;
  readonly message: RawBuilder<unknown>;
}

export const INCIDENT_COLUMNS: FailureColumns = {
  key: sql.ref('incident.process_key'),
  element: sql.ref('incident.activity_id'),
  code: sql.ref('incident.code'),
  message: sql.ref('incident.message'),
};
export const FAILED_COLUMNS: FailureColumns = {
  key: sql.ref('q_instance.key'),
  element: sql.ref('q_instance.failed_element'),
  code: sql.ref('q_instance.error_code'),
  message: sql.ref('q_instance.error_message'),
};

const MOST_IGNORED = 1000;
/** Of a row of `ignored_failure as i`. */
export const isCurrent = sql<SqlBool>`(i.ends_at is null or i.ends_at > statement_timestamp())`;

/** Whether a row of `ignored_failure as i` is about a failure. */
function isAbout({ key, element, code, message }: FailureColumns): RawBuilder<SqlBool> {
  return sql<SqlBool>`i.process_key = ${key} and i.activity_id is not distinct from ${element}
    and i.code is not distinct from ${code} and (i.message = ${message} or i.message is null and ${message} = any(i.except_messages) is not true)`;
}

export function isNotIgnored(columns: FailureColumns): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select from ignored_failure i where ${isAbout(columns)} and ${isCurrent})`;
}

/** Groups that are ignored now, latest first. */
export async function listIgnoredFailures(
  db: ReadDatabase,
  failedSince: Date,
  limits: KeyLimits,
): Promise<readonly IgnoredFailure[]> {
  const { rows } = await sql<IgnoredFailure>`
    with ignored as materialized (
      select * from ignored_failure i where ${isCurrent} and ${keyCondition(sql.ref('i.process_key'), limits) ?? sql`true`}
      order by ignored_at desc, ignored_id limit ${MOST_IGNORED}
    ), incidents as (
      select i.ignored_id, count(*)::int as count, max(incident.last_at) as last_at
      from ignored i join incident on ${isAbout(INCIDENT_COLUMNS)} group by 1
    ), failed as (
      select i.ignored_id, count(*)::int as count, max(q_instance.completed_at) as last_at
      from ignored i join q_instance on ${isAbout(FAILED_COLUMNS)}
      where q_instance.is_failed and q_instance.completed_at >= ${failedSince} group by 1
    )
    select i.process_key as key, i.activity_id as "activityId", i.code, i.message, i.except_messages as "exceptMessages", i.reason, i.ends_at as "endsAt", i.ignored_by as "ignoredBy",
      i.ignored_at as "ignoredAt", coalesce(incidents.count, 0) as incidents, coalesce(failed.count, 0) as failed,
      greatest(incidents.last_at, failed.last_at) as "lastAt"
    from ignored i left join incidents using (ignored_id) left join failed using (ignored_id)
    order by i.ignored_at desc, ignored_id`.execute(db);
  return rows;
}
