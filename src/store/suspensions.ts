import { columnText } from '../db/column-text.ts';
import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { SuspendedBy } from '../engine/events/scope-events.ts';
import type { SubscriptionAddress } from './subscriptions.ts';

/** Suspension of a whole process key (docs/contributing/spec/suspension.md#suspend-a-key). */
export interface KeySuspension {
  readonly key: string;
  readonly reason: string | null;
  /** user who suspended it; null: unknown */
  readonly actor: string | null;
}

/** One column of a statement; null: none. They are few. */
export const SUSPENDED_KEYS = '(select json_agg(json_build_array(key, reason, actor)) from key_suspension) as suspended_keys';

export function suspendedKeysOf(column: string | null): ReadonlyMap<string, KeySuspension> {
  if (column === null) return NONE;
  const rows = JSON.parse(column) as [string, string | null, string | null][];
  return new Map(rows.map(([key, reason, actor]) => [key, { key, reason, actor }]));
}

const NONE: ReadonlyMap<string, KeySuspension> = new Map();

const SUSPEND_KEY: Statement = {
  name: 'suspend-keys',
  text: `insert into key_suspension (key, reason, actor, since)
    select key, reason, actor, $4::timestamptz from unnest($1::text[], $2::text[], $3::text[]) as t (key, reason, actor)
    on conflict (key) do nothing`,
};
const RESUME_KEY: Statement = { name: 'resume-keys', text: 'delete from key_suspension where key = any($1::text[])' };
const HOLD_STARTS: Statement = {
  name: 'hold-timer-starts',
  text: `update start_trigger set due_at = 'infinity' where key = any($1::text[]) and due_at < 'infinity'`,
};
const FREE_STARTS: Statement = {
  name: 'free-timer-starts',
  // keeps due times, as after a downtime
  text: `update start_trigger set due_at = to_timestamp((schedule ->> 'dueAt')::float8 / 1000.0)
    where key = any($1::text[]) and due_at = 'infinity' and schedule is not null`,
};

/** Writes the keys, and stops or restarts their timer start events. */
function saveKeySuspensions(
  transaction: Transaction,
  suspended: readonly KeySuspension[],
  resumed: readonly string[],
  at: string,
): void {
  if (resumed.length > 0) for (const statement of [RESUME_KEY, FREE_STARTS]) transaction.enqueue(statement, [resumed]);
  if (suspended.length === 0) return;
  const keys = suspended.map(({ key }) => key);
  const reasons = suspended.map(({ reason }) => (reason === null ? null : columnText(reason)));
  transaction.enqueue(SUSPEND_KEY, [
    keys,
    reasons,
    suspended.map(({ actor }) => (actor === null ? null : columnText(actor))),
    at,
  ]);
  transaction.enqueue(HOLD_STARTS, [keys]);
}

/** Stops the timer start events until the keys are resumed. */
export function holdTimerStarts(transaction: Transaction, keys: readonly string[]): void {
  transaction.enqueue(HOLD_STARTS, [keys]);
}

const COUNT_RUNNING: Statement = {
  name: 'count-running-instances',
  text: `select count(*)::int as running from definition_version v join instance i on i.definition_id = v.definition_id
    where v.key = $1 and not i.is_terminal`,
};

export async function countRunning(connection: Connection, key: string): Promise<number> {
  const [row] = await connection.query<{ running: number }>(COUNT_RUNNING, [key]);
  return row?.running ?? 0;
}

/** Keys with instances that may not be in sync with them. */
export interface KeysToFollow {
  /** `since`: time of the suspension, ms since epoch as text */
  readonly suspended: readonly { readonly key: string; readonly since: string }[];
  /** resumed keys with suspended instances */
  readonly resumed: readonly string[];
}

const FIND_KEYS: Statement = {
  name: 'keys-to-follow',
  // jumps from key to key in the index, because one key may suspend hundreds of thousands of instances
  text: `with recursive holding (key) as (
      (select process_key from suspension where process_key is not null order by process_key limit 1)
      union all
      select (select process_key from suspension where process_key > holding.key order by process_key limit 1)
      from holding where holding.key is not null)
    select key, (extract(epoch from since) * 1000)::bigint::text as since from key_suspension
    union all
    select key, null from holding where key is not null and not exists (select from key_suspension k where k.key = holding.key)
    order by key`,
};

/** Finds suspended keys, and resumed ones with suspended instances, by key. */
export async function findKeysToFollow(connection: Connection): Promise<KeysToFollow> {
  const rows = await connection.query<{ key: string; since: string | null }>(FIND_KEYS, []);
  return {
    suspended: rows.flatMap(({ key, since }) => (since === null ? [] : [{ key, since }])),
    resumed: rows.flatMap(({ key, since }) => (since === null ? [key] : [])),
  };
}

const VERSIONS: Statement = {
  name: 'versions-of-key',
  text: 'select definition_id from definition_version where key = $1 order by version desc',
};

export async function findVersionIds(connection: Connection, key: string): Promise<readonly string[]> {
  return (await connection.query<{ definition_id: string }>(VERSIONS, [key])).map((row) => row.definition_id);
}

const UNMARKED: Statement = {
  name: 'take-unmarked-instances',
  text: `select i.id from instance i
    where i.definition_id = $1 and not i.is_terminal and i.id > $2
      and not exists (select from suspension s where s.instance_id = i.id and s.suspended_by = 'processKey')
    order by i.id limit $3 for update of i skip locked`,
};
const HELD: Statement = {
  name: 'take-held-instances',
  text: `select i.id from suspension s join instance i on i.id = s.instance_id
    where s.process_key = $1 and s.instance_id > $2 order by s.instance_id limit $3 for update of i skip locked`,
};

/** Out of sync: instances in a version of a suspended key, or suspended by a resumed key. */
export type OutOfSyncInstances = { readonly version: string } | { readonly heldBy: string };

/** The first ones after an id. Skips instances that other transactions have locked. */
export async function lockOutOfSync(
  transaction: Transaction,
  where: OutOfSyncInstances,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const [statement, value] = 'version' in where ? [UNMARKED, where.version] : [HELD, where.heldBy];
  return (await transaction.query<{ id: string }>(statement, [value, after, limit])).map(({ id }) => id);
}

const COUNT_KEYS: Statement = { name: 'count-suspended-keys', text: 'select count(*)::int as found from key_suspension' };
const COUNT_INSTANCES: Statement = {
  name: 'count-suspended-instances',
  text: 'select count(distinct instance_id)::int as found from suspension',
};

export function countSuspendedKeys(connection: Connection): Promise<number> {
  return count(connection, COUNT_KEYS);
}

export function countSuspendedInstances(connection: Connection): Promise<number> {
  return count(connection, COUNT_INSTANCES);
}

async function count(connection: Connection, statement: Statement): Promise<number> {
  return (await connection.query<{ found: number }>(statement, []))[0]?.found ?? 0;
}

/** Suspension of an instance, which may have several. */
export interface SuspensionRow {
  readonly instanceId: string;
  readonly by: SuspendedBy;
  readonly reason: string | null;
  /** key that suspends it, if any */
  readonly processKey: string | null;
}

/** Timer of a resumed instance. `dueAt`: ms since epoch. */
export interface FreedTimer extends SubscriptionAddress {
  readonly dueAt: number;
}

/** Changes of one transaction (docs/contributing/spec/suspension.md#what-waits). */
export interface SuspensionRows {
  readonly suspended: readonly SuspensionRow[];
  readonly resumed: readonly Pick<SuspensionRow, 'instanceId' | 'by'>[];
  /** suspended instances: their timers and custom tasks do not run */
  readonly held: readonly string[];
  /** resumed instances: their custom tasks may run again */
  readonly freed: readonly string[];
  readonly freedTimers: readonly FreedTimer[];
  /** custom tasks whose result is in a command queue: no attempt may lock them */
  readonly keptResults: readonly string[];
  /** instances whose command queue recovery scans skip */
  readonly queuesSetAside: readonly string[];
  readonly queuesReleased: readonly string[];
  readonly suspendedKeys: readonly KeySuspension[];
  readonly resumedKeys: readonly string[];
}

const SUSPEND: Statement = {
  name: 'save-suspensions-2',
  text: `insert into suspension (instance_id, suspended_by, reason, process_key, since)
    select instance_id, suspended_by, reason, process_key, $5::timestamptz
    from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as t (instance_id, suspended_by, reason, process_key)
    on conflict (instance_id, suspended_by) do nothing`,
};
const RESUME: Statement = {
  name: 'end-suspensions',
  text: `delete from suspension s using unnest($1::uuid[], $2::text[]) as t (instance_id, suspended_by)
    where s.instance_id = t.instance_id and s.suspended_by = t.suspended_by`,
};
const HOLD_TIMERS: Statement = {
  name: 'hold-timers',
  // polls for due timers skip them; attempts and the lease of a parked timer stay
  text: `update timer set due_at = 'infinity' where instance_id = any($1::uuid[]) and due_at <> 'infinity'`,
};
const FREE_TIMERS: Statement = {
  name: 'free-timers',
  text: `update timer set due_at = to_timestamp(t.due_ms / 1000.0)
    from unnest($1::uuid[], $2::int[], $3::float8[]) as t (instance_id, subscription, due_ms)
    where timer.instance_id = t.instance_id and timer.subscription = t.subscription`,
};
const HOLD_TASKS: Statement = {
  name: 'hold-custom-tasks',
  text: 'update custom_task set is_held = true where instance_id = any($1::uuid[]) and not is_held',
};
const FREE_TASKS: Statement = {
  name: 'free-custom-tasks',
  text: 'update custom_task set is_held = false where instance_id = any($1::uuid[]) and is_held',
};
const KEEP_RESULTS: Statement = {
  name: 'keep-results',
  text: 'update custom_task set locked_by = null where task_id = any($1::uuid[])',
};
const SET_QUEUES_ASIDE: Statement = {
  name: 'keep-mail',
  text: `update outbox set created_at = 'infinity' where target_id = any($1::uuid[]) and created_at < 'infinity'`,
};
const RELEASE_QUEUES: Statement = {
  name: 'free-mail',
  text: `update outbox set created_at = $2::timestamptz where target_id = any($1::uuid[]) and created_at = 'infinity'`,
};

/** Writes suspensions. Enqueue it after all other changes of these instances. */
export function saveSuspensions(transaction: Transaction, rows: SuspensionRows, at: string): void {
  const { suspended, resumed, held, freed, freedTimers, keptResults, queuesSetAside, queuesReleased } = rows;
  saveKeySuspensions(transaction, rows.suspendedKeys, rows.resumedKeys, at);
  if (resumed.length > 0) transaction.enqueue(RESUME, [resumed.map((r) => r.instanceId), resumed.map((r) => r.by)]);
  if (suspended.length > 0)
    transaction.enqueue(SUSPEND, [
      suspended.map((s) => s.instanceId),
      suspended.map((s) => s.by),
      suspended.map((s) => columnText(s.reason)),
      suspended.map((s) => s.processKey),
      at,
    ]);
  if (held.length > 0) for (const statement of [HOLD_TIMERS, HOLD_TASKS]) transaction.enqueue(statement, [held]);
  if (keptResults.length > 0) transaction.enqueue(KEEP_RESULTS, [keptResults]);
  if (freed.length > 0) transaction.enqueue(FREE_TASKS, [freed]);
  if (freedTimers.length > 0)
    transaction.enqueue(FREE_TIMERS, [
      freedTimers.map((t) => t.instanceId),
      freedTimers.map((t) => t.subscription),
      freedTimers.map((t) => t.dueAt),
    ]);
  if (queuesReleased.length > 0) transaction.enqueue(RELEASE_QUEUES, [queuesReleased, at]);
  if (queuesSetAside.length > 0) transaction.enqueue(SET_QUEUES_ASIDE, [queuesSetAside]);
}
