import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../../platform/key-patterns.ts';
import { indexedKeyCondition, keyCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';
import { type CountedGroups, countedGroups, MOST_READ } from './counted-groups.ts';

/** What is late at one place of a process. */
export interface OverdueGroup {
  readonly key: string;
  readonly activityId: string | null;
  readonly count: number;
  /** when the oldest should have been */
  readonly oldestAt: Date;
  /** a version that has the place */
  readonly definitionId: string;
}

/** A timer normally fires within moments; one that is this late has a problem. Unit: seconds. */
export const LATE_SECONDS = 60;

const MOST_GROUPS = 20;

/** Whether a timer is late; those that a suspension holds are due at no time. */
export function isLate(dueAt: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${dueAt} <= statement_timestamp() - make_interval(secs => ${LATE_SECONDS})`;
}

/** Timers and timer starts of keys within limits that should have fired, the oldest {@link MOST_READ} of each. */
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

/** Pending user tasks of keys within limits whose due date is past, the oldest {@link MOST_READ}. */
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
