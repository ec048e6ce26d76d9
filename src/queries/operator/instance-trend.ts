import { sql } from 'kysely';
import type { ReadDatabase } from '../read-database.ts';

/** Starts at `at`. `medianMs`: of the instances that completed in it; null: none. */
export interface TrendStep {
  readonly at: Date;
  readonly started: number;
  readonly completed: number;
  readonly failed: number;
  readonly medianMs: number | null;
}

/** Consecutive periods; the last one ends at `until`, or contains the current time. */
export interface TrendSpan {
  readonly stepMs: number;
  readonly steps: number;
  readonly until?: Date;
}

/** Newest started and newest ended instances that are counted. */
const MOST_COUNTED = 100_000;

/**
 * Started and ended instances by period, oldest first, including empty periods. A migrated instance started in its first version, and ended in its last one,
 * without duration.
 * @param version undefined: all versions, so that a migrated instance starts and has its duration too
 */
export async function readTrend(
  db: ReadDatabase,
  key: string,
  version: number | undefined,
  { stepMs, steps, until }: TrendSpan,
): Promise<readonly TrendStep[]> {
  const first = until === undefined ? (Math.floor(Date.now() / stepMs) - steps + 1) * stepMs : until.getTime() - steps * stepMs;
  const since = new Date(first);
  const within = (time: string) => (until === undefined ? sql`` : sql`and ${sql.ref(time)} < ${until}`);
  const ofVersion = version === undefined ? sql`` : sql`and version = ${version}`;
  const startedElsewhere = version === undefined ? sql`false` : sql`(earlier_versions -> 0 ->> 'version')::int = ${version}`;
  const isWhole = sql`(earlier_versions is null or ${sql.lit(version === undefined)})`;
  const step = sql`${sql.lit(stepMs)}::float8`;
  const begin = sql`${sql.lit(first)}::float8`;
  const { rows } = await sql<Omit<TrendStep, 'at'> & { readonly step: number }>`
    with started as (
      select floor((extract(epoch from created_at)::float8 * 1000 - ${begin}) / ${step})::int as step, count(*)::int as started
      from (
        (select created_at from q_instance where key = ${key} ${ofVersion} and ${isWhole} and created_at >= ${since}
            ${within('created_at')}
          order by created_at desc limit ${MOST_COUNTED})
        union all
        (select created_at from q_instance where key = ${key} and earlier_versions is not null and created_at >= ${since}
          and ${startedElsewhere} ${within('created_at')} order by created_at desc limit ${MOST_COUNTED})
      ) newest group by 1
    ), ended as (
      select floor((extract(epoch from completed_at)::float8 * 1000 - ${begin}) / ${step})::int as step,
        count(*) filter (where not is_failed and not is_cancelled)::int as completed, count(*) filter (where is_failed)::int as failed,
        percentile_cont(0.5) within group (order by extract(epoch from completed_at - created_at)::float8 * 1000)
          filter (where not is_failed and not is_cancelled and ${isWhole}) as "medianMs"
      from (select created_at, completed_at, is_failed, is_cancelled, earlier_versions from q_instance
        where key = ${key} ${ofVersion} and completed_at >= ${since} ${within('completed_at')} order by completed_at desc limit ${MOST_COUNTED}) last group by 1
    )
    select step, coalesce(started, 0) as started, coalesce(completed, 0) as completed, coalesce(failed, 0) as failed, "medianMs"
    from started full join ended using (step)`.execute(db);
  const known = new Map(rows.map(({ step: index, ...row }) => [index, row]));
  const none = { started: 0, completed: 0, failed: 0, medianMs: null };
  return Array.from({ length: steps }, (_, index) => ({ at: new Date(first + index * stepMs), ...(known.get(index) ?? none) }));
}
