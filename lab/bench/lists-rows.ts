import type { Pool } from '../../src/db/pool.ts';

/** The key with nearly all instances, and the version with most of them. */
export const KEY = 'order';
export const OLD_VERSION = 1;
/** A few other keys share the tables. */
const STATEMENTS = (instances: number): readonly string[] => [
  `insert into q_process (subject_id, key, is_active, last_seq)
   select gen_random_uuid(), case n when 0 then '${KEY}' else '${KEY}-' || n end, n % 7 <> 3, 1 from generate_series(0, 199) n`,
  `insert into q_definition (definition_id, key, version, deployed_at, activities_count, sequence_flows_count, task_names)
   select p.key || ':' || v || ':x', p.key, v, now() - (v || ' days')::interval, 5, 4, json_build_object('review', 'Review ' || p.key) from q_process p, generate_series(1, 25) v`,
  // 5 % in other keys, 10 % of the rest on an old version; 4 % running, the newest first; of the ended 2 % failed and 1 % cancelled;
  // two of three have a business id, some in another spelling; a month and a half of starts, more of them lately
  `insert into q_instance (instance_id, definition_id, key, version, business_id, is_completed, is_cancelled, is_failed,
                           created_at, started_at, completed_at, last_seq, live)
   select gen_random_uuid(), key || ':' || version || ':x', key, version, business_id, not is_running,
          not is_running and outcome between 0.02 and 0.03, not is_running and outcome < 0.02,
          created_at, created_at, case when is_running then null else created_at + duration * interval '1 second' end, 3,
          '{"entries":[],"variableScopes":[]}'
   from (
     select case when n % 20 = 0 then '${KEY}-' || 1 + n / 20 % 199 else '${KEY}' end as key,
            case when n % 10 = 1 then ${OLD_VERSION} else 2 end as version,
            case when n % 3 = 0 then null when n % 50 = 1 then 'po-' || n else 'PO-' || n end as business_id,
            date_trunc('milliseconds', now() - power(n::float8 / ${instances}, 1.5) * interval '45 days') as created_at,
            n < ${instances} * 0.02 or n % 50 = 7 as is_running,
            random() as outcome, random() * random() * 3600 as duration
     from generate_series(1, ${instances}) n
   ) made order by random()`,
  // one of ten running instances waits at a user task
  `insert into q_user_task (task_id, instance_id, activity_id, assignee, candidate_users, candidate_groups, claimed_by, created_at, expected_outputs)
   select gen_random_uuid(), instance_id, 'review', case when random() < 0.3 then 'user-' || (random() * 500)::int end, '{}',
          array['group-' || (random() * 40)::int], case when random() < 0.2 then 'user-' || (random() * 500)::int end, created_at, '{}'
   from q_instance cross join generate_series(1, 3) where is_completed = false`,
  'vacuum analyze q_instance',
  'vacuum analyze q_instance_count',
  'vacuum analyze q_user_task',
  'vacuum analyze q_user_task_count',
  'vacuum analyze q_definition',
  'vacuum analyze q_process',
];

/** Fills the query tables without event histories. @returns the duration in ms */
export async function fillReadSide(pool: Pool, instances: number): Promise<number> {
  const began = performance.now();
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (const statement of STATEMENTS(instances)) await client.query(statement);
  } finally {
    client.release();
  }
  return performance.now() - began;
}
