import { sql } from 'kysely';
import type { KeyLimits } from '../../platform/key-patterns.ts';
import { indexedKeyCondition, keyCondition } from '../key-limits.ts';
import { type ListPage, offsetOf, type Paging } from '../paging.ts';
import type { ReadDatabase } from '../read-database.ts';
import { isLate } from './overdue.ts';

/** A timer that should have fired. */
export interface LateTimer {
  readonly kind: 'timer' | 'timer start';
  readonly key: string;
  readonly instanceId: string | null;
  readonly activityId: string | null;
  readonly dueAt: Date;
  /** attempts that failed */
  readonly attempts: number;
}

/** Reads one page of late timers, oldest first: of all keys within limits, of one key, or of one element. */
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
