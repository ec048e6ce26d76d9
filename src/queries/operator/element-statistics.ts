import { type RawBuilder, sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { calledIncidentTimes, countCalledIncidents } from '../instances/called-incidents.ts';
import type { ReadDatabase } from '../read-database.ts';
import { readInTime } from '../time-limit.ts';
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
  const { rows } = await sql<Omit<ElementCountsRow, 'calledIncidents'>>`
    with counted as (
      select instance_id, is_completed, is_failed, live from q_instance where key = ${key} ${ofVersion(version)}
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
 * Each iteration of a loop counts as one activity instance. Durations: of completed activity instances without time in incidents and failed instances, medians
 * and percentiles of those that were not repeated. Waiting ends and working begins with the claim of a user task or the lock of a job; events only wait. Null
 * if no activity instance has the time. All activity instances that end in the step of the engine in which they begin are without duration: a step has one time.
 */
interface ElementFigures {
  readonly activityId: string;
  /** instances that are there now, independent of the period */
  readonly active: number;
  /** of them, with an open incident at the element, or in an instance that it calls, at any depth */
  readonly inIncident: number;
  /** of the others: time since the start of their oldest activity instance there; null: none, or unknown */
  readonly openMedianMs: number | null;
  readonly openOldestMs: number | null;
  /** sum of the open times within the period */
  readonly openMs: number;
  /** time in incidents and in failed instances, also of open ones */
  readonly failedMs: number;
  /** completed ones that ended in the step in which they began */
  readonly inOneStep: number;
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
  /** read activity instances, at most {@link MOST_ENTRIES} ended and as many elements with active ones */
  readonly entries: number;
  /** instances that have changed their version, before or after this one; durations that began in another version are left out. 0 for all versions */
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
  readonly open: number;
};

/** Query for the durations of the instances of `counted`. */
function wholeQuery(version: number | undefined, until: Date | undefined) {
  return sql`duration as (
      select is_failed, is_cancelled, case when earlier_versions is null or ${sql.lit(version === undefined)}
          then extract(epoch from completed_at - created_at)::float8 * 1000 end as ms
      from counted where is_completed and is_here ${until === undefined ? sql`` : sql`and completed_at < ${until}`}
    ), whole as (
      select count(*) filter (where not is_failed and not is_cancelled)::int as completed, count(*) filter (where is_failed)::int as failed,
        count(*) filter (where is_cancelled)::int as cancelled,
        percentile_cont(0.5) within group (order by ms) filter (where not is_failed and not is_cancelled) as "medianMs",
        percentile_cont(0.95) within group (order by ms) filter (where not is_failed and not is_cancelled) as "p95Ms"
      from duration
    )`;
}

/** Activity types that only wait for an event. */
const WAITING_TYPES = ['IntermediateCatchEvent', 'ReceiveTask', 'EventBasedGateway'];

/** Earliest and latest end of an activity instance; undefined: no limit. */
export interface StatisticsPeriod {
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly span: TrendSpan;
}

/** Counted instances. `version` undefined: all versions; elements with one id are added. `limits`: of the incidents in called instances. */
interface CountedProcess {
  readonly key: string;
  readonly version: number | undefined;
  readonly limits: KeyLimits;
}

/** Returns undefined if it takes longer than {@link MOST_MS}. */
export function readElementStatistics(
  db: ReadDatabase,
  counted: CountedProcess,
  period: StatisticsPeriod,
): Promise<ElementStatistics | undefined> {
  return readInTime(db, MOST_MS, async (transaction) => {
    const { rows } = await figures(transaction, counted, period);
    return { ...statisticsOf(rows), trend: await readTrend(transaction, counted.key, counted.version, period.span) };
  });
}

const MEMBERS = sql`instance_id, version, is_completed, is_failed, is_cancelled, completed_at, created_at, earlier_versions`;

function ofVersion(version: number | undefined): RawBuilder<unknown> {
  return version === undefined ? sql`` : sql`and version = ${version}`;
}

/** Query for the elements where instances are now. Each row of q_instance_element is one instance: the oldest {@link MOST_ENTRIES} count. */
function openQuery({ key, version, limits }: CountedProcess, begin: number, end: number) {
  const now = Date.now();
  const limit = Math.min(now, end);
  // a row of an earlier release has no start
  const isAged = sql`failed is null and since is not null`;
  return sql`standing as materialized (
      select e.element, extract(epoch from e.active_since)::float8 * 1000 as since, extract(epoch from f.at)::float8 * 1000 as failed
      from (select instance_id from q_instance where key = ${key} ${ofVersion(version)} and not is_completed
          order by created_at limit ${MOST_ENTRIES + 1}) i
        join q_instance_element e using (instance_id)
        left join (select instance_id, element, min(at) as at from (
            select instance_id, activity_id as element, last_at as at from incident where process_key = ${key}
            union all (${calledIncidentTimes(key, limits)})) i group by 1, 2) f
          on f.instance_id = e.instance_id and f.element = e.element
      where not e.is_failed limit ${MOST_ENTRIES + 1}
    ), open as (
      select element, count(*)::int as active, count(failed)::int as "inIncident",
        percentile_cont(0.5) within group (order by greatest(0, ${now} - since)) filter (where ${isAged}) as "openMedianMs",
        max(greatest(0, ${now} - since)) filter (where ${isAged}) as "openOldestMs",
        coalesce(sum(greatest(0, least(coalesce(failed, ${limit}), ${limit}) - greatest(since, ${begin})))
          filter (where since is not null), 0)::float8 as "openMs",
        coalesce(sum(greatest(0, ${limit} - greatest(failed, ${begin}))) filter (where failed is not null), 0)::float8 as "failingMs"
      from standing group by element
    )`;
}

/** Newest instances of the version, and of those that have left it. */
function newestQuery({ key, version }: CountedProcess, until: Date | undefined): RawBuilder<unknown> {
  const created = until === undefined ? sql`` : sql`and created_at < ${until}`;
  const here = sql`(select ${MEMBERS}, true as is_here from q_instance
        where key = ${key} ${ofVersion(version)} ${created} order by created_at desc limit ${MOST_INSTANCES + 1})`;
  if (version === undefined) return here;
  return sql`${here}
      union all
      (select ${MEMBERS}, false from q_instance where key = ${key} and version <> ${version} and earlier_versions is not null ${created}
          and exists (select from json_array_elements(earlier_versions) v where (v ->> 'version')::int = ${version})
        order by created_at desc limit ${MOST_INSTANCES + 1})`;
}

/** Time that the called instance of an ended call was in its own incidents, at most the duration of the call. Unit: ms. */
function failedInCalled(): RawBuilder<unknown> {
  return sql`case when "childInstanceId" is null then 0 else least("endedAt" - e.since, coalesce((
    select sum(of_child."failedMs") from q_instance_step child cross join lateral json_to_recordset(child.completed) of_child ("failedMs" float8)
    where child.instance_id = "childInstanceId"), 0)) end`;
}

/** Start of an activity instance of the version, and the condition that it ended there. An instance of all versions has no other version. */
function withinVersion(version: number | undefined) {
  if (version === undefined) return { since: sql`since`, endedHere: sql`true` };
  const since = sql`case when c.earlier_versions is null or since >= coalesce((select max((v ->> 'until')::float8)
              from json_array_elements(c.earlier_versions) v where (v ->> 'until')::float8 <= "endedAt"), 0) then since end`;
  const endedHere = sql`(c.earlier_versions is null or ${version} = coalesce((select (v.value ->> 'version')::int
        from json_array_elements(c.earlier_versions) with ordinality v where (v.value ->> 'until')::float8 > "endedAt" order by v.ordinality limit 1),
        c.version))`;
  return { since, endedHere };
}

/**
 * The index q_instance_version finds the newest instances, the primary key of q_instance_step their ended activities. A lateral join reads instance by
 * instance, so that the limit stops the scan. A record set reads each JSON once, not once for each member. An activity instance counts in the version in
 * which it ended; without duration if it began in another one. The index q_instance_migrated finds the instances that have left the version.
 */
function figures(db: ReadDatabase, counted: CountedProcess, { since: begin = new Date(0), until }: StatisticsPeriod) {
  const first = sql`state = 'completed' and not "isRepeated"`;
  const end = until?.getTime() ?? Number.MAX_SAFE_INTEGER;
  const { since, endedHere } = withinVersion(counted.version);
  return sql<FlatRow>`
    with newest as materialized (
      ${newestQuery(counted, until)}
    ), counted as materialized (
      select * from newest where not is_completed or completed_at >= ${begin} order by created_at desc limit ${MOST_INSTANCES}
    ), ended as materialized (
      select element, coalesce("isRepeated", false) as "isRepeated", "endedAt" = since as "isInOneStep", failed,
        case when "endedAt" > since then greatest(0, "endedAt" - since - failed) end as ms,
        case when error is not null then 'failed' when cancelled is not null then 'cancelled' else 'completed' end as state,
        case when "workSince" is not null then greatest(0, least("workSince", "endedAt") - since - case when "isInWork" then 0 else failed end)
          when "activityType" = any(${WAITING_TYPES}) then greatest(0, "endedAt" - since - failed) end as waiting,
        case when "workSince" is not null
          then greatest(0, "endedAt" - greatest("workSince", since) - case when "isInWork" then failed else 0 end) end as working
      from counted c
        cross join lateral (select completed from q_instance_step s where s.instance_id = c.instance_id order by s.seq desc) s
        cross join lateral (select element, "activityType", "workSince", "endedAt", "isRepeated", error, cancelled,
            coalesce("failedMs", 0) + ${failedInCalled()} as failed, "failedAt" >= "workSince" as "isInWork",
            ${since} as since
          from json_to_recordset(s.completed) e (element text, "activityType" text, since float8, "workSince" float8, "failedMs" float8,
            "failedAt" float8, "endedAt" float8, "isRepeated" bool, error json, cancelled text, "childInstanceId" uuid)) e
      where "endedAt" >= ${begin.getTime()} and "endedAt" < ${end} and ${endedHere} limit ${MOST_ENTRIES + 1}
    ), figure as (
      select element, count(*) filter (where state = 'completed')::int as completed, count(*) filter (where state = 'failed')::int as failed,
        count(*) filter (where state = 'cancelled')::int as cancelled,
        count(*) filter (where state = 'completed' and "isInOneStep")::int as "inOneStep",
        percentile_cont(0.5) within group (order by ms) filter (where ${first}) as "medianMs",
        percentile_cont(0.95) within group (order by ms) filter (where ${first}) as "p95Ms",
        coalesce(sum(ms) filter (where state = 'completed'), 0)::float8 as "totalMs", coalesce(sum(failed), 0)::float8 as "failedMs",
        count(*) filter (where state = 'completed' and "isRepeated")::int as repeated,
        percentile_cont(0.5) within group (order by ms) filter (where state = 'completed' and "isRepeated") as "repeatedMedianMs",
        (sum(waiting) filter (where state = 'completed'))::float8 as "waitingMs",
        (sum(working) filter (where state = 'completed'))::float8 as "workingMs"
      from (select * from ended) entry group by element
    ), ${openQuery(counted, begin.getTime(), end)}, ${wholeQuery(counted.version, until)}
    select element as "activityId", coalesce(active, 0) as active, coalesce("inIncident", 0) as "inIncident", "openMedianMs", "openOldestMs",
      coalesce("openMs", 0) as "openMs", coalesce("failedMs", 0) + coalesce("failingMs", 0) as "failedMs", coalesce(completed, 0) as completed,
      coalesce(failed, 0) as failed, coalesce(cancelled, 0) as cancelled, coalesce("inOneStep", 0) as "inOneStep", "medianMs", "p95Ms",
      coalesce("totalMs", 0) as "totalMs", coalesce(repeated, 0) as repeated, "repeatedMedianMs", "waitingMs", "workingMs",
      (select row_to_json(whole) from whole) as whole,
      (select count(*)::int from newest) as instances,
      (select count(*)::int from counted where earlier_versions is not null and ${sql.lit(counted.version !== undefined)}) as migrated,
      (select count(*)::int from ended) as ended, (select count(*)::int from standing) as open
    from (select 1) one left join (figure full join open using (element)) on true
    order by coalesce("totalMs", 0) + coalesce("openMs", 0) desc, element`.execute(db);
}

function statisticsOf(rows: readonly FlatRow[]): Omit<ElementStatistics, 'trend'> {
  const [first] = rows;
  if (first === undefined) throw new Error('the statement returns at least one row');
  const { whole, instances, migrated, ended, open } = first;
  return {
    whole: JSON.parse(whole) as WholeFigures,
    elements: rows.flatMap(({ activityId, whole: _, instances: __, migrated: ___, ended: ____, open: _____, ...row }) =>
      activityId === null ? [] : [{ activityId, ...row }],
    ),
    instances: Math.min(instances, MOST_INSTANCES),
    migrated,
    entries: Math.min(ended, MOST_ENTRIES) + Math.min(open, MOST_ENTRIES),
    isWhole: instances <= MOST_INSTANCES && ended <= MOST_ENTRIES && open <= MOST_ENTRIES,
  };
}
