import { sql } from 'kysely';
import type { KeyLimits } from '../../platform/key-patterns.ts';
import { indexedKeyCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';

/** Started and ended instances of one minute. */
export interface Minute {
  readonly minute: Date;
  readonly started: number;
  readonly finished: number;
}

/** A key with failed instances. */
export interface FailingKey {
  readonly key: string;
  readonly failed: number;
  readonly lastFailedAt: Date;
}

/** Reads the last hour of keys within limits by minute, oldest first, including empty minutes. */
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
      select date_trunc('minute', completed_at) as minute, count(*)::int as n from q_instance
      where completed_at >= date_trunc('minute', clock_timestamp()) - interval '59 minutes' and ${within} group by 1
    )
    select minute.minute, coalesce(started.n, 0) as started, coalesce(finished.n, 0) as finished
    from minute left join started using (minute) left join finished using (minute) order by minute.minute`.execute(db);
  return rows;
}

/** Lists keys within limits with instances that failed within the last 24 hours, most failures first, at most 10. */
export async function listFailingKeys(db: ReadDatabase, limits: KeyLimits): Promise<readonly FailingKey[]> {
  const within = indexedKeyCondition(sql.ref('q_instance.key'), limits) ?? sql`true`;
  const { rows } = await sql<FailingKey>`
    select key, count(*)::int as failed, max(completed_at) as "lastFailedAt" from q_instance
    where is_failed and completed_at >= statement_timestamp() - interval '24 hours' and ${within}
    group by key order by failed desc, key limit 10`.execute(db);
  return rows;
}
