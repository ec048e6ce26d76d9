import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { type WithRoot, withRoots } from '../instances/called-incidents.ts';
import { keyCondition } from '../key-limits.ts';
import type { Paging } from '../lists/paging.ts';
import type { ReadDatabase } from '../read-database.ts';
import { MOST_READ } from './failure-groups.ts';

/** `Running`: locked. `Retrying`: not locked, an attempt has failed. `Waiting`: not locked, no attempt has failed. */
export const OPEN_TASK_STATES = ['Waiting', 'Running', 'Retrying'] as const;
export type OpenTaskState = (typeof OPEN_TASK_STATES)[number];

export interface OpenTasksOfType {
  /** `typeKey`: type in lower case; `taskType`: as in the model */
  readonly typeKey: string;
  readonly taskType: string;
  readonly waiting: number;
  readonly running: number;
  readonly retrying: number;
  /** creation of the oldest task that is not locked; null: none */
  readonly oldestAt: Date | null;
  /** false: the type has more than {@link MOST_READ} tasks, and only these were counted */
  readonly isExact: boolean;
}

const MOST_TYPES = 500;

/** Ignores an expired lock. */
const STATE = sql<OpenTaskState>`case when c.locked_by is not null and c.available_at > statement_timestamp() then 'Running'
  when c.failures > 0 then 'Retrying' else 'Waiting' end`;

/**
 * Omits tasks of suspended instances. Counts per type only the {@link MOST_READ} tasks with the earliest `availableAt`. The cost does not depend on the
 * number of tasks, because an index look-up finds each type.
 */
export async function countOpenTasks(db: ReadDatabase, limits: KeyLimits): Promise<readonly OpenTasksOfType[]> {
  const { rows } = await sql<OpenTasksOfType>`
    with recursive kind as (
      (select type_key from custom_task where not is_held order by type_key limit 1)
      union all
      select (select c.type_key from custom_task c where not c.is_held and c.type_key > kind.type_key order by c.type_key limit 1)
      from kind where kind.type_key is not null
    ), named as (select type_key from kind where type_key is not null limit ${MOST_TYPES})
    select named.type_key as "typeKey", s."taskType", s.waiting, s.running, s.retrying, s."oldestAt", s.read <= ${MOST_READ} as "isExact"
    from named cross join lateral (
      select min(r.task_type) as "taskType", count(*)::int as read, (count(*) filter (where r.state = 'Waiting'))::int as waiting,
        (count(*) filter (where r.state = 'Running'))::int as running, (count(*) filter (where r.state = 'Retrying'))::int as retrying,
        min(r.created_at) filter (where r.state <> 'Running') as "oldestAt"
      from (select c.task_type, c.created_at, ${STATE} as state from custom_task c
        where c.type_key = named.type_key and ${present(limits)} order by c.available_at limit ${MOST_READ + 1}) r
    ) s where s.read > 0 order by named.type_key`.execute(db);
  return rows;
}

export interface OpenTask {
  readonly taskId: string;
  readonly instanceId: string;
  readonly key: string;
  readonly activityId: string;
  readonly businessId: string | null;
  readonly state: OpenTaskState;
  /** plugin host or external worker that has locked the task; null: not locked */
  readonly host: string | null;
  /** failed attempts */
  readonly failures: number;
  readonly createdAt: Date;
  /** time from which the task can be locked; end of its lock */
  readonly availableAt: Date;
}

/** `typeKey`: type in lower case. `state` undefined: all states. */
export interface OpenTaskFilter {
  readonly typeKey: string;
  readonly state: OpenTaskState | undefined;
  readonly limits: KeyLimits;
}

/** `isExact` false: only the first {@link MOST_READ} tasks were counted. */
export interface OpenTaskPage {
  readonly items: readonly WithRoot<OpenTask>[];
  readonly totalCount: number;
  readonly isExact: boolean;
}

/** Tasks that {@link countOpenTasks} counts, earliest `availableAt` first. */
export async function listOpenTasks(db: ReadDatabase, filter: OpenTaskFilter, { page, pageSize }: Paging): Promise<OpenTaskPage> {
  const { typeKey, state, limits } = filter;
  const counted = sql`
    select c.task_id, c.instance_id, c.process_key, c.activity_id, c.business_id, c.locked_by, c.failures, c.created_at, c.available_at,
      ${STATE} as state
    from custom_task c
    where c.type_key = ${typeKey} and ${present(limits)} order by c.available_at limit ${MOST_READ + 1}`;
  const ofState = state === undefined ? sql`true` : sql`state = ${state}`;
  const { rows } = await sql<OpenTask & { readonly total: number; readonly read: number }>`
    with counted as materialized (${counted})
    select task_id as "taskId", instance_id as "instanceId", process_key as key, activity_id as "activityId", business_id as "businessId", state,
      case when state = 'Running' then locked_by end as host, failures, created_at as "createdAt", available_at as "availableAt",
      (count(*) over ())::int as total, (select count(*)::int from counted) as read
    from counted where ${ofState} order by available_at, task_id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  // a page after the last one has no row with the total
  if (rows.length === 0 && page > 1) return { ...(await listOpenTasks(db, filter, { page: 1, pageSize: 1 })), items: [] };
  const { total, read } = rows[0] ?? { total: 0, read: 0 };
  const tasks = rows.map(({ total: _, read: __, ...task }) => task);
  const items = await withRoots(db, tasks, limits);
  return { items, totalCount: total, isExact: read <= MOST_READ };
}

function present(limits: KeyLimits): RawBuilder<SqlBool> {
  const within = keyCondition(sql.ref('c.process_key'), limits) ?? sql<SqlBool>`true`;
  return sql<SqlBool>`not c.is_held and ${within}`;
}
