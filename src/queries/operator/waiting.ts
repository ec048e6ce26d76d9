import { sql } from 'kysely';
import { readSubscriptions } from '../../engine/state/snapshot.ts';
import type { ReadDatabase } from '../read-database.ts';

/** `activityId` null: release 0.2.0 created the timer without it, and the state is too large to read it there. */
interface WaitingTimer {
  readonly instanceId: string;
  readonly key: string;
  readonly activityId: string | null;
  readonly dueAt: Date;
}

/** Size of a snapshot that is read to find the elements of timers. Unit: characters. */
const MAX_STATE_LENGTH = 262_144;

interface TimerRow {
  readonly instanceId: string;
  readonly subscription: number;
  readonly element: string | null;
  readonly key: string | null;
  readonly dueAt: Date;
}

/** Timers of one instance or all, earliest first. Omits timers of suspended instances. */
async function listWaitingTimers(
  db: ReadDatabase,
  { instanceId, limit }: { readonly instanceId?: string; readonly limit: number },
): Promise<readonly WaitingTimer[]> {
  const matching = instanceId === undefined ? sql`true` : sql`t.instance_id = ${instanceId}::uuid`;
  const { rows } = await sql<TimerRow>`
    select t.instance_id as "instanceId", t.subscription, t.element, q.key, t.due_at as "dueAt"
    from timer t left join q_instance q on q.instance_id = t.instance_id
    where ${matching} and t.due_at < 'infinity' order by t.due_at, t.instance_id, t.subscription limit ${limit}`.execute(db);
  const unnamed = rows.filter(({ element }) => element === null).map(({ instanceId: id }) => id);
  const names = await readNames(db, [...new Set(unnamed)]);
  return rows.map((row) => ({
    instanceId: row.instanceId,
    key: row.key ?? '',
    activityId: row.element ?? names.get(`${row.instanceId} ${row.subscription}`) ?? null,
    dueAt: row.dueAt,
  }));
}

/** Elements by instance and subscription, from the states, because timer rows of 0.2.0 do not contain them. */
async function readNames(db: ReadDatabase, instanceIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  if (instanceIds.length === 0) return names;
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from instance where id = any(${instanceIds}::uuid[]) and length(state::text) <= ${MAX_STATE_LENGTH}`.execute(
    db,
  );
  for (const { id, state } of rows) {
    for (const { ordinal, element } of readSubscriptions(state) ?? []) names.set(`${id} ${ordinal}`, element);
  }
  return names;
}

/** `timer start`: it starts an instance of the key. */
interface Reminder {
  readonly kind: 'timer' | 'timer start';
  readonly key: string;
  readonly instanceId: string | null;
  readonly activityId: string | null;
  readonly dueAt: Date;
}

/** `total`: all timers; `due`: those whose due time has passed. */
interface Reminders {
  readonly total: number;
  readonly due: number;
  readonly items: readonly Reminder[];
}

const MOST_TIMERS = 100;

/** Due time of suspended timers. */
const HELD = sql<Date>`'infinity'::timestamptz`;

/** Timers that are not suspended, earliest first, at most 100 (docs/contributing/spec/pages.md#dashboard). */
export async function listReminders(db: ReadDatabase): Promise<Reminders> {
  const [timers, starts, counts] = await Promise.all([
    listWaitingTimers(db, { limit: MOST_TIMERS }),
    db
      .selectFrom('start_trigger')
      .select(['key', 'element', 'due_at'])
      .where('due_at', 'is not', null)
      .where('due_at', '<', HELD)
      .orderBy('due_at')
      .orderBy('key')
      .limit(MOST_TIMERS)
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
  return { total: counts.rows[0]?.total ?? 0, due: counts.rows[0]?.due ?? 0, items: items.slice(0, MOST_TIMERS) };
}

const MOST = 200;

export interface Waiting {
  readonly timers: readonly WaitingTimer[];
  readonly subscriptions: readonly {
    readonly kind: 'message' | 'signal';
    readonly name: string;
    /** '' for a signal, or for a message without a key */
    readonly key: string;
    readonly activityId: string;
    readonly activityInstanceId: string | null;
  }[];
  readonly userTasks: readonly { readonly taskId: string; readonly activityId: string; readonly claimedBy: string | null }[];
  readonly customTasks: readonly WaitingCustomTask[];
}

/** `host`: plugin host or external worker with the lock; null: can be locked from `availableAt` on. */
export interface WaitingCustomTask {
  readonly taskId: string;
  readonly activityId: string;
  readonly taskType: string;
  readonly host: string | null;
  /** failed attempts */
  readonly failures: number;
  readonly availableAt: Date;
}

/** Returns empty lists for an unknown instance. */
export async function readWaiting(db: ReadDatabase, instanceId: string): Promise<Waiting> {
  const [timers, subscriptions, userTasks, customTasks] = await Promise.all([
    listWaitingTimers(db, { instanceId, limit: MOST }),
    db
      .selectFrom('q_subscription')
      .select(['kind', 'name', 'key', 'activity_id as activityId', 'activity_instance_id as activityInstanceId'])
      .where('instance_id', '=', instanceId)
      .orderBy('subscription')
      .limit(MOST)
      .execute(),
    db
      .selectFrom('q_user_task')
      .select(['task_id as taskId', 'activity_id as activityId', 'claimed_by as claimedBy'])
      .where('instance_id', '=', instanceId)
      .orderBy('created_at')
      .orderBy('task_id')
      .limit(MOST)
      .execute(),
    db
      .selectFrom('custom_task')
      .select([
        'task_id as taskId',
        'activity_id as activityId',
        'task_type as taskType',
        'failures',
        'available_at as availableAt',
      ])
      // ignore an expired lock
      .select(sql<string | null>`case when available_at > statement_timestamp() then locked_by end`.as('host'))
      .where('instance_id', '=', instanceId)
      .orderBy('entry')
      .limit(MOST)
      .execute(),
  ]);
  return { timers, subscriptions, userTasks, customTasks };
}
