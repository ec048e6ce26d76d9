import { sql } from 'kysely';
import type { KeyLimits } from '../../platform/key-patterns.ts';
import { indexedKeyCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';
import { MOST_READ } from './counted-groups.ts';

/** Durations of recently completed instances of a key. */
export interface KeyDurations {
  readonly key: string;
  readonly count: number;
  readonly medianMs: number;
  /** 95th percentile */
  readonly p95Ms: number;
}

/** Keys with the most instances completed within the last hour, among the newest {@link MOST_READ}; at most 10. */
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
