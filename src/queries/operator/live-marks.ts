import { readPrepared } from '../../db/kysely.ts';
import type { ReadDatabase } from '../read-database.ts';

/** Cheap check: if no member has changed, no mark has changed. */
export interface LiveGate {
  /** changes with every new row of an event history */
  readonly position: string;
  /** the query tables do not contain all events yet */
  readonly isPending: boolean;
  /** changes with the dead letters */
  readonly letters: string;
}

/** `mark` changes if an object of this kind and key changes. */
export interface LiveMark {
  readonly kind: 'workflows' | 'instances' | 'instance' | 'user-tasks' | 'incidents';
  readonly key: string;
  /** null for other kinds than `instance` */
  readonly id: string | null;
  readonly mark: string;
}

const GATE = {
  name: 'live-gate',
  text: `
    select coalesce(pg_sequence_last_value(pg_get_serial_sequence('projection_todo', 'position')::regclass), 0)::text as position,
      exists (select from projection_todo) as "isPending",
      concat_ws(' ', (select count(*) from (select from dead_letter limit 1000) counted), (select max(at) from dead_letter)) as letters`,
};

/**
 * Uses a few index look-ups per process key, independent of the number of instances. Each starts at the key and follows one index, because with `key = …` the
 * planner may scan all instances. So a row may belong to the next key; the caller ignores it. $1: instances that are open on a page.
 */
const MARKS = {
  name: 'live-marks',
  text: `
    select 'workflows' as kind, key, null::text as id, last_seq::text as mark from q_process
    union all
    select 'instances', p.key, null, concat_ws(' ', case when begun.key = p.key then begun.at end, case when ended.key = p.key then ended.at end)
      from q_process p
      left join lateral (
        select key, created_at as at from q_instance where key >= p.key order by key, created_at desc, instance_id limit 1) begun on true
      left join lateral (
        select key, completed_at as at from q_instance where (key, completed_at) <= (p.key, timestamptz 'infinity')
        order by key desc, completed_at desc, instance_id desc limit 1) ended on true
    union all
    select 'incidents', p.key, null, concat_ws(' ', open.count, open.last) from q_process p
      cross join lateral (
        select count(*), max(last_at) as last from (
          select process_key, last_at from incident where process_key >= p.key
          order by process_key, last_at desc, incident_id limit 200) newest where process_key = p.key) open
    union all
    select 'user-tasks', q.key, null, md5(string_agg(concat(t.task_id, t.claimed_by), ',' order by t.task_id)) from (
      select task_id, instance_id, claimed_by from q_user_task order by created_at desc, task_id limit 500) t
      join q_instance q on q.instance_id = t.instance_id group by q.key
    union all
    select 'instance', key, instance_id::text, last_seq::text from q_instance where instance_id = any($1::uuid[])`,
};

/** Reads the check for changes, at constant cost. */
export async function readLiveGate(db: ReadDatabase): Promise<LiveGate> {
  const [gate] = await readPrepared<LiveGate>(db, GATE, []);
  return gate ?? { position: '', isPending: false, letters: '' };
}

/** `instance` marks only for the given ids. */
export async function readLiveMarks(db: ReadDatabase, instanceIds: readonly string[]): Promise<readonly LiveMark[]> {
  return readPrepared<LiveMark>(db, MARKS, [instanceIds]);
}

/** Sessions that exist and have not expired. */
export async function readLivingSessions(db: ReadDatabase, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('ui_session')
    .select('sid')
    .where('sid', 'in', [...ids])
    .where('expire', '>', new Date())
    .execute();
  return new Set(rows.map(({ sid }) => sid));
}
