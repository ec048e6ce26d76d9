import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { indexedKeyCondition, keyCondition } from '../key-limits.ts';
import { type ListPage, offsetOf, type Paging } from '../lists/paging.ts';
import type { ReadDatabase } from '../read-database.ts';
import { type CountedGroups, countedGroups, MOST_READ } from './failure-groups.ts';

export interface OverdueGroup {
  readonly key: string;
  readonly activityId: string | null;
  readonly count: number;
  readonly oldestAt: Date;
  /** a process version with this element */
  readonly definitionId: string;
}

const LATE_SECONDS = 60;

const MOST_GROUPS = 20;

/** Timers of suspended instances have the due time `infinity`, so they are not late. */
function isLate(dueAt: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${dueAt} <= statement_timestamp() - make_interval(secs => ${LATE_SECONDS})`;
}

/** The oldest ones of each, at most {@link MOST_READ} together, timers first. */
export function groupLateTimers(db: ReadDatabase, limits: KeyLimits): Promise<CountedGroups<OverdueGroup>> {
  const ofInstance = indexedKeyCondition(sql.ref('d.key'), limits) ?? sql`true`;
  const ofStart = keyCondition(sql.ref('key'), limits) ?? sql`true`;
  return readGroups(
    db,
    sql`(select d.key, t.element, t.due_at, d.definition_id from timer t join instance i on i.id = t.instance_id
        join definition_version d on d.definition_id = i.definition_id
        where ${isLate(sql.ref('t.due_at'))} and ${ofInstance} order by t.due_at limit ${MOST_READ + 1})
      union all (select key, element, due_at, definition_id from start_trigger where ${isLate(sql.ref('due_at'))} and ${ofStart}
        order by due_at limit ${MOST_READ + 1})
      limit ${MOST_READ + 1}`,
  );
}

/** Groups the oldest {@link MOST_READ}. */
export function groupOverdueTasks(db: ReadDatabase, limits: KeyLimits): Promise<CountedGroups<OverdueGroup>> {
  const within = indexedKeyCondition(sql.ref('q.key'), limits) ?? sql`true`;
  return readGroups(
    db,
    sql`select q.key, t.activity_id as element, t.due_at, q.definition_id from q_user_task t join q_instance q on q.instance_id = t.instance_id
      where t.due_at < statement_timestamp() and ${within} order by t.due_at limit ${MOST_READ + 1}`,
  );
}

async function readGroups(db: ReadDatabase, late: RawBuilder<unknown>): Promise<CountedGroups<OverdueGroup>> {
  const { rows } = await sql<OverdueGroup & { readonly groups: number; readonly read: number }>`
    select key, element as "activityId", count(*)::int as count, min(due_at) as "oldestAt", max(definition_id) as "definitionId",
      (count(*) over ())::int as groups, (sum(count(*)) over ())::int as read
    from (${late}) late group by key, element order by count(*) desc, min(due_at), key, element limit ${MOST_GROUPS}`.execute(db);
  return countedGroups(rows);
}

interface LateTimer {
  readonly kind: 'timer' | 'timer start';
  readonly key: string;
  readonly instanceId: string | null;
  readonly activityId: string | null;
  readonly dueAt: Date;
  /** failed attempts */
  readonly attempts: number;
}

/** Oldest first, for all keys within limits, one key, or one element. */
export async function listLateTimers(
  db: ReadDatabase,
  {
    key,
    activityId,
    limits,
  }: { readonly key: string | undefined; readonly activityId: string | undefined; readonly limits: KeyLimits },
  paging: Paging,
): Promise<ListPage<LateTimer>> {
  const ofInstance = indexedKeyCondition(sql.ref('d.key'), limits) ?? sql`true`;
  const ofStart = keyCondition(sql.ref('key'), limits) ?? sql`true`;
  const late = sql`
    select 'timer' as kind, d.key, t.instance_id, t.element, t.due_at, t.attempts from timer t join instance i on i.id = t.instance_id
      join definition_version d on d.definition_id = i.definition_id where ${isLate(sql.ref('t.due_at'))} and ${ofInstance}
    union all
    select 'timer start', key, null, element, due_at, attempts from start_trigger where ${isLate(sql.ref('due_at'))} and ${ofStart}`;
  const ofKey = key === undefined ? sql`true` : sql`key = ${key}`;
  const ofElement = activityId === undefined ? sql`true` : sql`element = ${activityId}`;
  const matching = sql`from (${late}) late where ${ofKey} and ${ofElement}`;
  const [rows, counted] = await Promise.all([
    sql<LateTimer>`select kind, key, instance_id as "instanceId", element as "activityId", due_at as "dueAt", attempts ${matching}
      order by due_at, key, instance_id, element limit ${paging.pageSize} offset ${offsetOf(paging)}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db),
  ]);
  return { items: rows.rows, ...paging, totalCount: counted.rows[0]?.total ?? 0 };
}
