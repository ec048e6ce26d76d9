import { sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { indexedKeyCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';
import { MOST_READ } from './failure-groups.ts';

/** Durations of recently completed instances. */
interface KeyDurations {
  readonly key: string;
  readonly count: number;
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** The 10 processes with the most instances that completed in the last hour, among the newest {@link MOST_READ} ended instances. */
export async function readDurations(db: ReadDatabase, limits: KeyLimits): Promise<readonly KeyDurations[]> {
  const within = indexedKeyCondition(sql.ref('q_instance.key'), limits) ?? sql`true`;
  const { rows } = await sql<KeyDurations>`
    select key, count(*)::int as count, percentile_cont(0.5) within group (order by ms) as "medianMs",
      percentile_cont(0.95) within group (order by ms) as "p95Ms"
    from (
      select key, (extract(epoch from completed_at - created_at) * 1000)::float8 as ms, is_failed, is_cancelled from q_instance
      where completed_at >= date_trunc('minute', clock_timestamp()) - interval '59 minutes' and ${within}
      order by completed_at desc limit ${MOST_READ}
    ) ended where not is_failed and not is_cancelled
    group by key order by count(*) desc, key limit 10`.execute(db);
  return rows;
}

interface Minute {
  readonly minute: Date;
  readonly started: number;
  readonly finished: number;
  readonly failed: number;
}

interface FailingKey {
  readonly key: string;
  readonly failed: number;
  readonly lastFailedAt: Date;
}

/** Each minute of the last hour, oldest first, including empty minutes. */
export async function readThroughput(db: ReadDatabase, limits: KeyLimits): Promise<readonly Minute[]> {
  const within = indexedKeyCondition(sql.ref('q_instance.key'), limits) ?? sql`true`;
  const { rows } = await sql<Minute>`
    with minute as (
      select generate_series(date_trunc('minute', clock_timestamp()) - interval '59 minutes', date_trunc('minute', clock_timestamp()),
        interval '1 minute') as minute
    ), started as (
      select date_trunc('minute', created_at) as minute, count(*)::int as n from q_instance
      where created_at >= date_trunc('minute', clock_timestamp()) - interval '59 minutes' and ${within} group by 1
    ), finished as (
      select date_trunc('minute', completed_at) as minute, count(*)::int as n, count(*) filter (where is_failed)::int as failed from q_instance
      where completed_at >= date_trunc('minute', clock_timestamp()) - interval '59 minutes' and ${within} group by 1
    )
    select minute.minute, coalesce(started.n, 0) as started, coalesce(finished.n, 0) as finished,
      coalesce(finished.failed, 0) as failed
    from minute left join started using (minute) left join finished using (minute) order by minute.minute`.execute(db);
  return rows;
}

/** The 10 keys with the most failures in the last 24 hours, most first. */
export async function listFailingKeys(db: ReadDatabase, limits: KeyLimits): Promise<readonly FailingKey[]> {
  const within = indexedKeyCondition(sql.ref('q_instance.key'), limits) ?? sql`true`;
  const { rows } = await sql<FailingKey>`
    select key, count(*)::int as failed, max(completed_at) as "lastFailedAt" from q_instance
    where is_failed and completed_at >= statement_timestamp() - interval '24 hours' and ${within}
    group by key order by failed desc, key limit 10`.execute(db);
  return rows;
}

/** Numbers of active objects (docs/contributing/spec/pages.md#dashboard). */
export interface Activations {
  readonly runningInstances: number;
  /** activity instances of running instances; estimated if more than {@link COUNTED} run */
  readonly activeEntries: number;
  readonly userTasks: number;
  readonly messageSubscriptions: number;
  readonly signalSubscriptions: number;
}

/** Running instances whose activity instances are counted. */
const COUNTED = 10_000;

/** Running instances and waiting user tasks of the whole service, from stored counts. */
export async function countActive(db: ReadDatabase): Promise<{ readonly instances: number; readonly userTasks: number }> {
  const { rows } = await sql<{ instances: number; userTasks: number }>`
    select (select coalesce(sum(count), 0)::int from q_instance_count where not is_completed) as instances,
      (select coalesce(sum(count), 0)::int from q_user_task_count) as "userTasks"`.execute(db);
  return rows[0] ?? { instances: 0, userTasks: 0 };
}

/** Counts active objects of the whole service, without key limits. */
export async function countActivations(db: ReadDatabase): Promise<Activations> {
  const { rows } = await sql<Omit<Activations, 'activeEntries'> & { counted: number; entries: number }>`
    with sample as (select json_array_length(live -> 'entries') as entries from q_instance where not is_completed limit ${COUNTED})
    select (select coalesce(sum(count), 0)::int from q_instance_count where not is_completed) as "runningInstances",
      (select count(*)::int from sample) as counted, (select coalesce(sum(entries), 0)::int from sample) as entries,
      (select coalesce(sum(count), 0)::int from q_user_task_count) as "userTasks",
      (select count(*)::int from q_subscription where kind = 'message') as "messageSubscriptions",
      (select count(*)::int from q_subscription where kind = 'signal') as "signalSubscriptions"`.execute(db);
  const {
    counted = 0,
    entries = 0,
    runningInstances = 0,
    userTasks = 0,
    messageSubscriptions = 0,
    signalSubscriptions = 0,
  } = rows[0] ?? {};
  const activeEntries = counted === 0 ? 0 : Math.round((entries * runningInstances) / counted);
  return { runningInstances, activeEntries, userTasks, messageSubscriptions, signalSubscriptions };
}
