import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import { BEGUN, ended, FIRST_LEASE_SECONDS, HARD_SECONDS, LATE, LEASE_END, type LeaseEnd, NO_BEGINNING } from './leases.ts';
import type { SubscriptionAddress } from './subscriptions.ts';

/** `dueAt` in ms since epoch. */
export interface TimerRow extends SubscriptionAddress {
  readonly dueAt: number;
  /** number of this attempt; attempts that ended normally are not counted */
  readonly attempts: number;
}

export interface OpenedTimer extends Omit<TimerRow, 'attempts'> {
  readonly element: string;
}

interface RawTimer {
  instance_id: string;
  subscription: number;
  due_at: Date;
  attempts: number;
}

const TAKE: Statement = {
  name: 'take-due-timers-3',
  text: `select t.instance_id, t.subscription, t.due_at, t.attempts from timer t join instance i on i.id = t.instance_id
    where t.due_at <= statement_timestamp() and t.due_at > ${LATE} and t.attempts = 0
    order by t.due_at limit $1 for update of i skip locked`,
};

/** Takes timers in due order, at their first attempt. Locks their instances; skips locked ones (docs/contributing/spec/waiting.md#due-timer). */
export async function takeDueTimers(connection: Connection, limit: number, begunAt = NO_BEGINNING): Promise<TimerRow[]> {
  return (await connection.query<RawTimer>(TAKE, [limit, begunAt])).map(timerOf);
}

const LEASE_LATE: Statement = {
  name: 'lease-late-timers-2',
  text: `update timer set attempts = 2, leased_until = statement_timestamp() + make_interval(secs => ${FIRST_LEASE_SECONDS})
    where (instance_id, subscription) in (
      select instance_id, subscription from timer
      where due_at <= ${LATE} and due_at <= statement_timestamp() and attempts = 0
      order by due_at limit $1 for update skip locked)
    returning instance_id, subscription, due_at, attempts`,
};

/** See `LATE`: after a downtime, or because the workers that fired them died. */
export async function leaseLateTimers(connection: Connection, limit: number, begunAt = NO_BEGINNING): Promise<TimerRow[]> {
  return (await connection.query<RawTimer>(LEASE_LATE, [limit, begunAt])).map(timerOf);
}

const LEASE_HARD: Statement = {
  name: 'lease-hard-timers-2',
  // By the end of their lease: some earliest due ones may fail for hours, and must not block the others. LEASE_LATE leases untried late ones, which may be
  // too many to sort here.
  text: `with tried as (
      select instance_id, subscription, coalesce(leased_until, due_at) as since from timer
      where attempts = 1 and due_at <= statement_timestamp() and (leased_until is null or leased_until <= statement_timestamp())
      order by since limit $1 for update skip locked),
    untried as (
      select instance_id, subscription, due_at as since from timer
      where attempts = 0 and due_at <= statement_timestamp() - make_interval(secs => ${HARD_SECONDS})
        and due_at > ${LATE}
      order by due_at limit $1 for update skip locked),
    hard as (select * from tried union all select * from untried order by since limit $1)
    update timer set attempts = ${BEGUN}, leased_until = ${LEASE_END} from hard
    where timer.instance_id = hard.instance_id and timer.subscription = hard.subscription
    returning timer.instance_id, timer.subscription, due_at, attempts`,
};

/** Their instances are always locked, or an attempt has failed. */
export async function leaseHardTimers(connection: Connection, limit: number, begunAt = NO_BEGINNING): Promise<TimerRow[]> {
  return (await connection.query<RawTimer>(LEASE_HARD, [limit, begunAt])).map(timerOf);
}

const LEASE_SUSPECT: Statement = {
  name: 'lease-suspect-timer',
  text: `update timer set attempts = ${BEGUN}, leased_until = ${LEASE_END}
    where (instance_id, subscription) in (
      select instance_id, subscription from timer where attempts > 1 and leased_until <= statement_timestamp()
      order by leased_until limit 1 for update skip locked)
    returning instance_id, subscription, due_at, attempts`,
};

/** The one whose lease expired first, of those whose workers died. */
export async function leaseSuspectTimer(connection: Connection): Promise<TimerRow | undefined> {
  return (await connection.query<RawTimer>(LEASE_SUSPECT, [])).map(timerOf)[0];
}

const PARK: Statement = {
  name: 'park-timer',
  text: `update timer set leased_until = 'infinity' where instance_id = $1 and subscription = $2`,
};

/** Stops it until an operator retries its dead letter. */
export function parkTimer(transaction: Transaction, { instanceId, subscription }: SubscriptionAddress): void {
  transaction.enqueue(PARK, [instanceId, subscription]);
}

const LOCK: Statement = {
  name: 'lock-timers',
  text: 'select id from instance where id = any($1::uuid[]) order by id for update',
};
const LOCK_FREE: Statement = {
  name: 'lock-free-timers',
  text: 'select id from instance where id = any($1::uuid[]) order by id for update skip locked',
};
const REMAINING: Statement = {
  name: 'remaining-timers',
  text: `select timer.instance_id, timer.subscription, timer.due_at, timer.attempts
    from timer join unnest($1::uuid[], $2::int[]) as t (instance_id, subscription) using (instance_id, subscription)
    where timer.instance_id = any($3::uuid[]) order by timer.due_at`,
};

/**
 * Locks the instances.
 * @param waitsForLocks of other transactions, instead of skipping
 * @returns the timers that still exist and whose instances are locked now
 */
export async function lockTimers(connection: Connection, rows: readonly TimerRow[], waitsForLocks: boolean): Promise<TimerRow[]> {
  const instanceIds = rows.map((row) => row.instanceId);
  const locked = await connection.query<{ id: string }>(waitsForLocks ? LOCK : LOCK_FREE, [instanceIds]);
  const values = [instanceIds, rows.map((row) => row.subscription), locked.map(({ id }) => id)];
  return (await connection.query<RawTimer>(REMAINING, values)).map(timerOf);
}

const END_LEASE: Statement = {
  name: 'end-timer-leases-2',
  text: `update timer set ${ended('$3::int', '$4::int')}
    from unnest($1::uuid[], $2::int[]) as t (instance_id, subscription)
    where timer.instance_id = t.instance_id and timer.subscription = t.subscription`,
};

/** Sets the time after which each may be leased again, for a separate transaction. */
export async function endTimerLeases(
  connection: Connection,
  rows: readonly TimerRow[],
  { seconds, isCounted = false }: LeaseEnd,
): Promise<void> {
  const [ids, subscriptions] = [rows.map((row) => row.instanceId), rows.map((row) => row.subscription)];
  await connection.query(END_LEASE, [ids, subscriptions, seconds, isCounted ? 1 : 0]);
}

const OPEN: Statement = {
  name: 'open-timers-2',
  text: `insert into timer (instance_id, subscription, due_at, element)
    select instance_id, subscription, to_timestamp(due_ms / 1000.0), element
    from unnest($1::uuid[], $2::int[], $3::float8[], $4::text[]) as t (instance_id, subscription, due_ms, element)`,
};
const CLOSE: Statement = {
  name: 'close-timers',
  text: `delete from timer using unnest($1::uuid[], $2::int[]) as t (instance_id, subscription)
    where timer.instance_id = t.instance_id and timer.subscription = t.subscription`,
};
/** The calendar of Postgres ends in the year 294276. Unit: ms since epoch. */
export const LATEST_TIMER = Date.UTC(9999, 11, 31);

export function saveTimers(
  transaction: Transaction,
  opened: readonly OpenedTimer[],
  closed: readonly SubscriptionAddress[],
): void {
  if (closed.length > 0) transaction.enqueue(CLOSE, [closed.map((c) => c.instanceId), closed.map((c) => c.subscription)]);
  if (opened.length === 0) return;
  transaction.enqueue(OPEN, [
    opened.map((o) => o.instanceId),
    opened.map((o) => o.subscription),
    opened.map((o) => Math.min(o.dueAt, LATEST_TIMER)),
    opened.map((o) => o.element),
  ]);
}

function timerOf(row: RawTimer): TimerRow {
  return {
    instanceId: row.instance_id,
    subscription: row.subscription,
    dueAt: row.due_at.getTime(),
    attempts: row.attempts,
  };
}
