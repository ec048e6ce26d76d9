import { sql } from 'kysely';
import { isStatementTimeout } from '../../db/errors.ts';
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
}

/** Number of newest instances that are counted, to limit the cost. */
export const COUNTED_INSTANCES = 5000;

/** Counts instances at every element, among the newest {@link COUNTED_INSTANCES}, for the badges of the diagram. */
export async function countElements(db: ReadDatabase, key: string, version: number): Promise<readonly ElementCountsRow[]> {
  const { rows } = await sql<ElementCountsRow>`
    with counted as (
      select instance_id, is_completed, is_failed, live from q_instance where key = ${key} and version = ${version}
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
  readonly ended: number;
  readonly live: number;
};

/** Query for the durations of the instances of `counted`. */
const WHOLE = sql`duration as (
      select is_failed, is_cancelled, extract(epoch from completed_at - created_at)::float8 * 1000 as ms from counted where is_completed
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

/**
 * The index q_instance_version finds the newest instances, the primary key of q_instance_step their ended activities. A lateral join reads instance by
 * instance, so that the limit stops the scan. A record set reads each JSON once, not once for each member.
 */
function figures(db: ReadDatabase, key: string, version: number, since: Date) {
  const first = sql`state = 'completed' and not "isRepeated"`;
  return sql<FlatRow>`
    with newest as materialized (
      select instance_id, is_completed, is_failed, is_cancelled, completed_at, live, created_at from q_instance
      where key = ${key} and version = ${version} order by created_at desc limit ${MOST_INSTANCES + 1}
    ), counted as materialized (
      select * from newest where not is_completed or completed_at >= ${since} order by created_at desc limit ${MOST_INSTANCES}
    ), ended as materialized (
      select element, coalesce("isRepeated", false) as "isRepeated", greatest(0, "endedAt" - since) as ms,
        case when error is not null then 'failed' when cancelled is not null then 'cancelled' else 'completed' end as state,
        case when "workSince" is not null then greatest(0, least("workSince", "endedAt") - since)
          when "activityType" = any(${WAITING_TYPES}) then greatest(0, "endedAt" - since) end as waiting,
        case when "workSince" is not null then greatest(0, "endedAt" - greatest("workSince", since)) end as working
      from counted c
        cross join lateral (select completed from q_instance_step s where s.instance_id = c.instance_id order by s.seq desc) s
        cross join lateral json_to_recordset(s.completed) e (element text, "activityType" text, since float8, "workSince" float8,
          "endedAt" float8, "isRepeated" bool, error json, cancelled text)
      where "endedAt" >= ${since.getTime()} limit ${MOST_ENTRIES + 1}
    ), standing as materialized (
      select e ->> 'element' as element, false as "isRepeated", null::float8 as ms, 'active' as state, null::float8 as waiting, null::float8 as working
      from counted c cross join lateral json_array_elements(c.live -> 'entries') e where not c.is_completed limit ${MOST_ENTRIES + 1}
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
      (select count(*)::int from newest) as instances, (select count(*)::int from ended) as ended,
      (select count(*)::int from standing) as live
    from (select 1) one left join figure on true order by "totalMs" desc, element`.execute(db);
}

function statisticsOf(rows: readonly FlatRow[]): Omit<ElementStatistics, 'trend'> {
  const [first] = rows;
  if (first === undefined) throw new Error('the statement returns at least one row');
  const { whole, instances, ended, live } = first;
  return {
    whole: JSON.parse(whole) as WholeFigures,
    elements: rows.flatMap(({ activityId, whole: _, instances: __, ended: ___, live: ____, ...row }) =>
      activityId === null ? [] : [{ activityId, ...row }],
    ),
    instances: Math.min(instances, MOST_INSTANCES),
    entries: Math.min(ended, MOST_ENTRIES) + Math.min(live, MOST_ENTRIES),
    isWhole: instances <= MOST_INSTANCES && ended <= MOST_ENTRIES && live <= MOST_ENTRIES,
  };
}
