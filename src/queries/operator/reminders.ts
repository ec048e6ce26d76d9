import { sql } from 'kysely';
import type { ReadDatabase } from '../read-database.ts';
import { listWaitingTimers } from './waiting-timers.ts';

/** A scheduled timer. `timer start`: it starts an instance of the key. */
export interface Reminder {
  readonly kind: 'timer' | 'timer start';
  readonly key: string;
  readonly instanceId: string | null;
  readonly activityId: string | null;
  readonly dueAt: Date;
}

/** Next timers, and their total. `due`: number of due ones. */
export interface Reminders {
  readonly total: number;
  readonly due: number;
  readonly items: readonly Reminder[];
}

const MOST = 100;
/** Due time of suspended timers. */
const HELD = sql<Date>`'infinity'::timestamptz`;

/** Lists timers and timer start events without suspended ones, earliest first, at most 100 (docs/contributing/spec/pages.md#dashboard). */
export async function listReminders(db: ReadDatabase): Promise<Reminders> {
  const [timers, starts, counts] = await Promise.all([
    listWaitingTimers(db, { limit: MOST }),
    db
      .selectFrom('start_trigger')
      .select(['key', 'element', 'due_at'])
      .where('due_at', 'is not', null)
      .where('due_at', '<', HELD)
      .orderBy('due_at')
      .orderBy('key')
      .limit(MOST)
      .execute(),
    sql<{ total: number; due: number }>`
      select count(*)::int as total, (count(*) filter (where due_at <= statement_timestamp()))::int as due
      from (select due_at from timer union all select due_at from start_trigger where due_at is not null) t where due_at < 'infinity'`.execute(
      db,
    ),
  ]);
  const items: Reminder[] = [
    ...timers.map((timer) => ({ kind: 'timer' as const, ...timer })),
    ...starts.map(({ key, element, due_at }) => ({
      kind: 'timer start' as const,
      key,
      instanceId: null,
      activityId: element,
      dueAt: due_at ?? new Date(0),
    })),
  ];
  items.sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  return { total: counts.rows[0]?.total ?? 0, due: counts.rows[0]?.due ?? 0, items: items.slice(0, MOST) };
}
