import { type RawBuilder, sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { FAILED_COLUMNS, INCIDENT_COLUMNS, isCurrent, isNotIgnored } from '../ignored-failures.ts';
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
  /** some of the messages of a group without a common one */
  readonly examples: readonly string[];
  /** messages at the same place that are separate groups, or ignored; only in a group without a common message */
  readonly excluded: readonly string[];
  /** false: a list cannot exclude all ignored failures of the place, so it contains more than the group */
  readonly isExactList: boolean;
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

/** More messages at one element probably contain ids, so those that do not repeat form one group. */
export const MOST_MESSAGES = 3;

/** Length of a repeated message next to other messages: the list of the others excludes it in its URL. */
export const MOST_EXCLUDED_LENGTH = 300;

/** Further filters of a list would exceed the limit of 20. */
const MOST_EXCLUDED = 15;

/** Messages that the group of the others shows, and their length. */
export const MOST_EXAMPLES = 10;
export const MOST_EXAMPLE = 200;

/** Length of a message in a URL, because proxies reject long URLs. */
export const MOST_LENGTH = 1000;

/** Messages of a {@link GivenPlace}. */
export const MOST_GIVEN = 12;

/** Element and code whose failures are grouped by given messages; failures with others are one group. */
export interface GivenPlace {
  readonly key: string;
  readonly element: string | null;
  readonly code: string | null;
  readonly messages: readonly string[];
}

/** Open incidents, among the newest {@link MOST_READ}, largest groups first. `places`: only these; undefined: all. */
export function groupIncidents(
  db: ReadDatabase,
  limits: KeyLimits,
  places?: readonly GivenPlace[],
): Promise<CountedGroups<FailureGroup>> {
  return readGroups(
    db,
    places,
    sql`select process_key as key, activity_id as element, code, message, first_at, last_at, definition_id from incident
      where ${incidentCondition(limits) ?? sql`true`} and ${isNotIgnored(INCIDENT_COLUMNS)} order by last_at desc limit ${MOST_READ + 1}`,
  );
}

/** Instances that failed since a time, among the newest {@link MOST_READ}, largest groups first. `places`: only these; undefined: all. */
export function groupFailed(
  db: ReadDatabase,
  since: Date,
  limits: KeyLimits,
  places?: readonly GivenPlace[],
): Promise<CountedGroups<FailureGroup>> {
  return readGroups(
    db,
    places,
    sql`select key, failed_element as element, error_code as code, error_message as message, ${FIRST_FAILED} as first_at,
        completed_at as last_at, definition_id from q_instance
      where is_failed and completed_at >= ${since} and ${indexedKeyCondition(sql.ref('q_instance.key'), limits) ?? sql`true`}
        and ${isNotIgnored(FAILED_COLUMNS)}
      order by completed_at desc limit ${MOST_READ + 1}`,
  );
}

/** An instance that was revived and failed again in the same way has failed first before that. */
const FIRST_FAILED = sql`case when earlier_failure ->> 'code' = error_code and earlier_failure ->> 'message' = error_message
  and earlier_failure ->> 'element' is not distinct from failed_element
  then to_timestamp((earlier_failure ->> 'firstAt')::float8 / 1000) else completed_at end`;

/** Rows in each hour, oldest first. */
const HOURLY = sql.join(
  Array.from({ length: FAILED_HOURS }, (_, hour) => sql`(count(*) filter (where hours_ago = ${FAILED_HOURS - 1 - hour}))::int`),
);

/** Conditions on a row of the CTE `counted` and the later ones. A filter can express the message: filters trim spaces at the ends. */
const FITS = sql`(message is not null and length(message) <= ${MOST_LENGTH} and message !~ '^(\\s|$)|\\s$')`;
const IS_REPEATED = sql`(fits and n > 1 and length(message) <= ${MOST_EXCLUDED_LENGTH})`;
const PLACE = sql`partition by key, element, code`;
const isAtPlace = sql`${isCurrent} and i.process_key = s.key and i.activity_id is not distinct from s.element and i.code is not distinct from s.code`;

/**
 * CTE `named`: each message is a group if a place has few. Otherwise the most frequent repeated messages are groups, and the others form one group. `rank`
 * numbers the messages of a place, repeated ones first.
 */
const NAMED_BY_NUMBER = sql`
    ranked as (
      select *, dense_rank() over (${PLACE} order by ${IS_REPEATED} desc, n desc, message) as rank, bool_and(fits) over (${PLACE}) as all_fit from counted
    ),
    placed as (select *, max(rank) over (${PLACE}) as different from ranked),
    chosen as (select *, (different <= ${MOST_MESSAGES} and all_fit) or (rank <= ${MOST_MESSAGES} and ${IS_REPEATED}) as is_own from placed),
    named as (
      select *, is_own or (fits and different - coalesce(max(rank) filter (where is_own) over (${PLACE}), 0) = 1) as is_named from chosen
    )`;

/** CTE `named` with the messages of given places. */
function namedBy(places: readonly GivenPlace[]): RawBuilder<unknown> {
  const rows = places.flatMap(({ messages, ...place }) => [null, ...messages].map((message) => ({ ...place, message })));
  const isSame = sql`g.key = f.key and g.element is not distinct from f.element and g.code is not distinct from f.code`;
  return sql`
    given as materialized (select * from json_to_recordset(${JSON.stringify(rows)}::json) as g (key text, element text, code text, message text)),
    named as (
      select f.*, exists (select from given g where ${isSame} and g.message = f.message) as is_named
      from counted f where exists (select from given g where ${isSame})
    )`;
}

async function readGroups(
  db: ReadDatabase,
  places: readonly GivenPlace[] | undefined,
  failed: RawBuilder<unknown>,
): Promise<CountedGroups<FailureGroup>> {
  const most = places === undefined ? MOST_GROUPS : places.length * (MOST_GIVEN + 1);
  const { rows } = await sql<FailureGroup & { readonly groups: number; readonly read: number }>`
    with failed as materialized (${failed}),
    counted as (select *, count(*) over (${PLACE}, message) as n, ${FITS} as fits from failed),
    ${places === undefined ? NAMED_BY_NUMBER : namedBy(places)},
    grouped as (
      select f.key, f.element, f.code, case when f.is_named then f.message end as message,
        (array_agg(f.message order by f.last_at desc))[1] as latest, count(distinct f.message)::int as messages, count(*)::int as count,
        min(f.first_at) as first_at, max(f.last_at) as last_at, array[${HOURLY}] as hourly, (array_agg(f.definition_id order by f.last_at desc))[1] as definition_id,
        (array_agg(distinct left(f.message, ${MOST_EXAMPLE})) filter (where not f.is_named and f.message is not null))[1:${sql.lit(MOST_EXAMPLES)}] as examples
      from named f cross join lateral (select floor(extract(epoch from statement_timestamp() - f.last_at) / 3600) as hours_ago) age
      group by 1, 2, 3, 4
    ),
    shown as (
      select *, (count(*) over ())::int as groups, (sum(count) over ())::int as read from grouped
      order by count desc, last_at desc, key, element, code, message limit ${most}
    )
    select key, element as "activityId", code, message, latest as "latestMessage", messages, count, first_at as "firstAt", last_at as "lastAt", hourly,
      definition_id as "definitionId", groups, read, coalesce(examples, '{}') as examples, excluded,
      message is not null or cardinality(excluded) <= ${MOST_EXCLUDED} and not exists (
        select from ignored_failure i where ${isAtPlace} and (i.message is null or length(i.message) > ${MOST_EXCLUDED_LENGTH})) as "isExactList"
    from shown s cross join lateral (
      select case when s.message is null then array(
        select n.message from named n where n.is_named and n.key = s.key and n.element is not distinct from s.element and n.code is not distinct from s.code
        union select i.message from ignored_failure i where ${isAtPlace} and length(i.message) <= ${MOST_EXCLUDED_LENGTH} order by 1
      ) else '{}' end as excluded) others
    order by count desc, last_at desc, key, element, code, message`.execute(db);
  return countedGroups(rows);
}
