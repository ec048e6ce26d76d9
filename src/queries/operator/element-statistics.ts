import { sql } from 'kysely';
import { isStatementTimeout } from '../../db/errors.ts';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { countCalledIncidents } from '../instances/called-incidents.ts';
import type { ReadDatabase } from '../read-database.ts';
import { readTrend, type TrendSpan, type TrendStep } from './instance-trend.ts';

/**
 * Instances with an activity instance of one element, by its state. Several activity instances in one state count once, because the list shows the instance
 * once.
 */
interface ElementCountsRow {
  readonly activityId: string;
  readonly active: number;
  readonly completed: number;
  /** instances with a failed activity instance that have failed themselves */
  readonly failed: number;
  /** instances with a failure, also if they continued after a repair or a caught error */
  readonly everFailed: number;
  /** instances with an open incident at the element */
  readonly incidents: number;
  /** instances whose call at the element waits for an instance with an open incident, at any depth */
  readonly calledIncidents: number;
}

/** Number of newest instances that are counted, to limit the cost. */
export const COUNTED_INSTANCES = 5000;

/**
 * Counts instances at every element, among the newest {@link COUNTED_INSTANCES}, for the badges of the diagram. Calls that wait for an incident: all.
 * @param version undefined: all versions
 */
export async function countElements(
  db: ReadDatabase,
  key: string,
  version: number | undefined,
  limits: KeyLimits,
): Promise<readonly ElementCountsRow[]> {
  const [counts, called] = await Promise.all([countEntries(db, key, version), countCalledIncidents(db, key, version, limits)]);
  const rows = counts.map((row) => ({ ...row, calledIncidents: called.get(row.activityId) ?? 0 }));
  // calls of older instances, of which only the ones with an incident are counted
  const known = new Set(counts.map(({ activityId }) => activityId));
  const others = [...called].filter(([activityId]) => !known.has(activityId));
  return [...rows, ...others.map(([activityId, calledIncidents]) => ({ ...NO_ENTRIES, activityId, calledIncidents }))];
}

const NO_ENTRIES = { active: 0, completed: 0, failed: 0, everFailed: 0, incidents: 0 };

async function countEntries(
  db: ReadDatabase,
  key: string,
  version: number | undefined,
): Promise<readonly Omit<ElementCountsRow, 'calledIncidents'>[]> {
  const ofVersion = version === undefined ? sql`` : sql`and version = ${version}`;
  const { rows } = await sql<Omit<ElementCountsRow, 'calledIncidents'>>`
    with counted as (
      select instance_id, is_completed, is_failed, live from q_instance where key = ${key} ${ofVersion}
      order by created_at desc limit ${COUNTED_INSTANCES}
    ), entry as (
      select instance_id, is_failed, e ->> 'element' as element, 'active' as state
      from counted, json_array_elements(live -> 'entries') e where not is_completed
      union all
      select instance_id, is_failed, e ->> 'element', case when e -> 'error' is not null then 'failed' when e -> 'cancelled' is null then 'completed' end
      from counted join q_instance_step s using (instance_id), json_array_elements(s.completed) e
      union all
      select instance_id, is_failed, i.activity_id, 'incident' from counted join incident i using (instance_id) where not is_completed
    )
    select element as "activityId", count(distinct instance_id) filter (where state = 'active')::int as active,
      count(distinct instance_id) filter (where state = 'completed')::int as completed,
      count(distinct instance_id) filter (where state = 'failed' and is_failed)::int as failed,
      count(distinct instance_id) filter (where state = 'failed')::int as "everFailed",
      count(distinct instance_id) filter (where state = 'incident')::int as incidents
    from entry where state is not null group by element order by element`.execute(db);
  return rows;
}

/**
 * Each iteration of a loop counts as one activity instance. Durations: of completed activity instances, medians and percentiles of those that were not
 * repeated. Waiting ends and working begins with the claim of a user task or the lock of a job; events only wait. Null if no activity instance has the time.
 */
interface ElementFigures {
  readonly activityId: string;
  /** now, independent of the period */
  readonly active: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  /** sum of the durations of all completed activity instances */
  readonly totalMs: number;
  /** completed ones whose job or instance failed before, or that replace a failed one */
  readonly repeated: number;
  readonly repeatedMedianMs: number | null;
  readonly waitingMs: number | null;
  readonly workingMs: number | null;
}

/** Durations: of completed instances; null without one. */
interface WholeFigures {
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
}

interface ElementStatistics {
  readonly whole: WholeFigures;
  readonly elements: readonly ElementFigures[];
  /** read instances, newest first, at most {@link MOST_INSTANCES} */
  readonly instances: number;
  /** read activity instances, at most {@link MOST_ENTRIES} ended and as many active ones */
  readonly entries: number;
  /** instances that have changed their version, before or after this one; durations that began in another version are left out */
  readonly migrated: number;
  /** false: a limit was reached, so older ones are not counted */
  readonly isWhole: boolean;
  readonly trend: readonly TrendStep[];
}

/** Newest instances, and activity instances, that are read, to limit the cost. */
const MOST_INSTANCES = 10_000;
const MOST_ENTRIES = 100_000;

/** Statement timeout. Unit: ms. */
export const MOST_MS = 5000;

type FlatRow = Omit<ElementFigures, 'activityId'> & {
  readonly activityId: string | null;
  /** JSON of {@link WholeFigures} */
  readonly whole: string;
  readonly instances: number;
  readonly migrated: number;
  readonly ended: number;
  readonly live: number;
};

/** Query for the durations of the instances of `counted`. */
const WHOLE = sql`duration as (
      select is_failed, is_cancelled, case when earlier_versions is null then extract(epoch from completed_at - created_at)::float8 * 1000 end as ms
      from counted where is_completed and is_here
    ), whole as (
      select count(*) filter (where not is_failed and not is_cancelled)::int as completed, count(*) filter (where is_failed)::int as failed,
        count(*) filter (where is_cancelled)::int as cancelled,
        percentile_cont(0.5) within group (order by ms) filter (where not is_failed and not is_cancelled) as "medianMs",
        percentile_cont(0.95) within group (order by ms) filter (where not is_failed and not is_cancelled) as "p95Ms"
      from duration
    )`;

/** Activity types that only wait for an event. */
const WAITING_TYPES = ['IntermediateCatchEvent', 'ReceiveTask', 'EventBasedGateway'];

/**
 * Returns undefined if it takes longer than {@link MOST_MS}.
 * @param since earliest end of an activity instance; undefined: no limit
 */
export async function readElementStatistics(
  db: ReadDatabase,
  key: string,
  version: number,
  since: Date | undefined,
  span: TrendSpan,
): Promise<ElementStatistics | undefined> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = ${sql.lit(MOST_MS)}`.execute(transaction);
      const { rows } = await figures(transaction, key, version, since ?? new Date(0));
      return { ...statisticsOf(rows), trend: await readTrend(transaction, key, version, span) };
    });
  } catch (error) {
    if (isStatementTimeout(error)) return undefined;
    throw error;
  }
}

const MEMBERS = sql`instance_id, version, is_completed, is_failed, is_cancelled, completed_at, live, created_at, earlier_versions`;

/**
 * The index q_instance_version finds the newest instances, the primary key of q_instance_step their ended activities. A lateral join reads instance by
 * instance, so that the limit stops the scan. A record set reads each JSON once, not once for each member. An activity instance counts in the version in
 * which it ended; without duration if it began in another one. The index q_instance_migrated finds the instances that have left the version.
 */
function figures(db: ReadDatabase, key: string, version: number, since: Date) {
  const first = sql`state = 'completed' and not "isRepeated"`;
  return sql<FlatRow>`
    with newest as materialized (
      (select ${MEMBERS}, true as is_here from q_instance
        where key = ${key} and version = ${version} order by created_at desc limit ${MOST_INSTANCES + 1})
      union all
      (select ${MEMBERS}, false from q_instance where key = ${key} and version <> ${version} and earlier_versions is not null
          and exists (select from json_array_elements(earlier_versions) v where (v ->> 'version')::int = ${version})
        order by created_at desc limit ${MOST_INSTANCES + 1})
    ), counted as materialized (
      select * from newest where not is_completed or completed_at >= ${since} order by created_at desc limit ${MOST_INSTANCES}
    ), ended as materialized (
      select element, coalesce("isRepeated", false) as "isRepeated", case when since is not null then greatest(0, "endedAt" - since) end as ms,
        case when error is not null then 'failed' when cancelled is not null then 'cancelled' else 'completed' end as state,
        case when since is null then null when "workSince" is not null then greatest(0, least("workSince", "endedAt") - since)
          when "activityType" = any(${WAITING_TYPES}) then greatest(0, "endedAt" - since) end as waiting,
        case when since is not null and "workSince" is not null then greatest(0, "endedAt" - greatest("workSince", since)) end as working
      from counted c
        cross join lateral (select completed from q_instance_step s where s.instance_id = c.instance_id order by s.seq desc) s
        cross join lateral (select element, "activityType", "workSince", "endedAt", "isRepeated", error, cancelled,
            case when c.earlier_versions is null or since >= coalesce((select max((v ->> 'until')::float8)
              from json_array_elements(c.earlier_versions) v where (v ->> 'until')::float8 <= "endedAt"), 0) then since end as since
          from json_to_recordset(s.completed) e (element text, "activityType" text, since float8, "workSince" float8,
            "endedAt" float8, "isRepeated" bool, error json, cancelled text)) e
      where "endedAt" >= ${since.getTime()} and (c.earlier_versions is null or ${version} = coalesce((select (v.value ->> 'version')::int
        from json_array_elements(c.earlier_versions) with ordinality v where (v.value ->> 'until')::float8 > "endedAt" order by v.ordinality limit 1),
        c.version)) limit ${MOST_ENTRIES + 1}
    ), standing as materialized (
      select e ->> 'element' as element, false as "isRepeated", null::float8 as ms, 'active' as state, null::float8 as waiting, null::float8 as working
      from counted c cross join lateral json_array_elements(c.live -> 'entries') e where not c.is_completed and c.is_here limit ${MOST_ENTRIES + 1}
    ), figure as (
      select element, count(*) filter (where state = 'active')::int as active,
        count(*) filter (where state = 'completed')::int as completed, count(*) filter (where state = 'failed')::int as failed,
        count(*) filter (where state = 'cancelled')::int as cancelled,
        percentile_cont(0.5) within group (order by ms) filter (where ${first}) as "medianMs",
        percentile_cont(0.95) within group (order by ms) filter (where ${first}) as "p95Ms",
        coalesce(sum(ms) filter (where state = 'completed'), 0)::float8 as "totalMs",
        count(*) filter (where state = 'completed' and "isRepeated")::int as repeated,
        percentile_cont(0.5) within group (order by ms) filter (where state = 'completed' and "isRepeated") as "repeatedMedianMs",
        (sum(waiting) filter (where state = 'completed'))::float8 as "waitingMs",
        (sum(working) filter (where state = 'completed'))::float8 as "workingMs"
      from (select * from ended union all select * from standing) entry group by element
    ), ${WHOLE}
    select figure.element as "activityId", active, completed, failed, cancelled, "medianMs", "p95Ms", "totalMs", repeated, "repeatedMedianMs",
      "waitingMs", "workingMs", (select row_to_json(whole) from whole) as whole,
      (select count(*)::int from newest) as instances, (select count(*)::int from counted where earlier_versions is not null) as migrated,
      (select count(*)::int from ended) as ended,
      (select count(*)::int from standing) as live
    from (select 1) one left join figure on true order by "totalMs" desc, element`.execute(db);
}

function statisticsOf(rows: readonly FlatRow[]): Omit<ElementStatistics, 'trend'> {
  const [first] = rows;
  if (first === undefined) throw new Error('the statement returns at least one row');
  const { whole, instances, migrated, ended, live } = first;
  return {
    whole: JSON.parse(whole) as WholeFigures,
    elements: rows.flatMap(({ activityId, whole: _, instances: __, migrated: ___, ended: ____, live: _____, ...row }) =>
      activityId === null ? [] : [{ activityId, ...row }],
    ),
    instances: Math.min(instances, MOST_INSTANCES),
    migrated,
    entries: Math.min(ended, MOST_ENTRIES) + Math.min(live, MOST_ENTRIES),
    isWhole: instances <= MOST_INSTANCES && ended <= MOST_ENTRIES && live <= MOST_ENTRIES,
  };
}
