import { type RawBuilder, sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { FAILED_COLUMNS, INCIDENT_COLUMNS, isNotIgnored } from '../ignored-failures.ts';
import { incidentCondition } from '../incidents.ts';
import { indexedKeyCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';

/** Rows that a query reads for its groups, to limit the cost (docs/contributing/spec/pages.md#needs-you). */
export const MOST_READ = 10_000;

/** The largest groups of the rows that were read. */
export interface CountedGroups<Group> {
  readonly groups: readonly Group[];
  /** rows in all groups, at most {@link MOST_READ} */
  readonly count: number;
  /** groups that are not in `groups` */
  readonly more: number;
  /** false: there are more rows than were read */
  readonly isExact: boolean;
}

/** Each row also contains the number of all groups (`groups`) and of all read rows (`read`). */
export function countedGroups<Row extends { readonly groups: number; readonly read: number }>(
  rows: readonly Row[],
): CountedGroups<Omit<Row, 'groups' | 'read'>> {
  const { groups, read } = rows[0] ?? { groups: 0, read: 0 };
  return {
    groups: rows.map(({ groups: _, read: __, ...group }) => group),
    count: Math.min(read, MOST_READ),
    more: groups - rows.length,
    isExact: read <= MOST_READ,
  };
}

/** Failures at the same element for the same reason: open incidents, or recently failed instances. */
export interface FailureGroup {
  readonly key: string;
  /** null: the failure belongs to the process, or its element is unknown */
  readonly activityId: string | null;
  readonly code: string | null;
  /** common message; null: they differ, or no filter can express it */
  readonly message: string | null;
  readonly latestMessage: string | null;
  readonly messages: number;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** latest failures by hour, within {@link FAILED_HOURS}, oldest hour first */
  readonly hourly: readonly number[];
  /** version of the latest failure */
  readonly definitionId: string;
}

/** Age of included failed instances (docs/contributing/spec/pages.md#needs-you). */
export const FAILED_HOURS = 24;

const MOST_GROUPS = 20;

/** More messages at one element probably contain ids, so the failures form one group. */
const MOST_MESSAGES = 3;

/** Length of a message in a URL, because proxies reject long URLs. */
export const MOST_LENGTH = 1000;

/** Open incidents, among the newest {@link MOST_READ}, largest groups first. */
export function groupIncidents(db: ReadDatabase, limits: KeyLimits): Promise<CountedGroups<FailureGroup>> {
  return readGroups(
    db,
    sql`select process_key as key, activity_id as element, code, message, first_at, last_at, definition_id from incident
      where ${incidentCondition(limits) ?? sql`true`} and ${isNotIgnored(INCIDENT_COLUMNS)} order by last_at desc limit ${MOST_READ + 1}`,
  );
}

/** Instances that failed since a time, among the newest {@link MOST_READ}, largest groups first. */
export function groupFailed(db: ReadDatabase, since: Date, limits: KeyLimits): Promise<CountedGroups<FailureGroup>> {
  return readGroups(
    db,
    sql`select key, failed_element as element, error_code as code, error_message as message, completed_at as first_at,
        completed_at as last_at, definition_id from q_instance
      where is_failed and completed_at >= ${since} and ${indexedKeyCondition(sql.ref('q_instance.key'), limits) ?? sql`true`}
        and ${isNotIgnored(FAILED_COLUMNS)}
      order by completed_at desc limit ${MOST_READ + 1}`,
  );
}

/** Rows in each hour, oldest first. */
const HOURLY = sql.join(
  Array.from({ length: FAILED_HOURS }, (_, hour) => sql`(count(*) filter (where hours_ago = ${FAILED_HOURS - 1 - hour}))::int`),
);

/** Includes a message if the whole group has it and a filter can express it: filters trim spaces at the ends. */
async function readGroups(db: ReadDatabase, failed: RawBuilder<unknown>): Promise<CountedGroups<FailureGroup>> {
  const { rows } = await sql<FailureGroup & { readonly groups: number; readonly read: number }>`
    with failed as materialized (${failed}), place as (
      select key, element, code, count(distinct message) > ${MOST_MESSAGES}
        or bool_or(message is null or length(message) > ${MOST_LENGTH} or message ~ '^(\\s|$)|\\s$') as is_one
      from failed group by key, element, code
    ), grouped as (
      select f.key, f.element, f.code, case when not p.is_one then f.message end as message,
        (array_agg(f.message order by f.last_at desc))[1] as latest, count(distinct f.message)::int as messages, count(*)::int as count,
        min(f.first_at) as first_at, max(f.last_at) as last_at, array[${HOURLY}] as hourly, (array_agg(f.definition_id order by f.last_at desc))[1] as definition_id
      from failed f cross join lateral (select floor(extract(epoch from statement_timestamp() - f.last_at) / 3600) as hours_ago) age
      join place p on p.key = f.key and p.element is not distinct from f.element and p.code is not distinct from f.code
      group by 1, 2, 3, 4
    )
    select key, element as "activityId", code, message, latest as "latestMessage", messages, count, first_at as "firstAt", last_at as "lastAt", hourly,
      definition_id as "definitionId", (count(*) over ())::int as groups, (sum(count) over ())::int as read
    from grouped order by count desc, last_at desc, key, element, code, message limit ${MOST_GROUPS}`.execute(db);
  return countedGroups(rows);
}
