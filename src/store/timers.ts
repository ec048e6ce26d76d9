import type { Connection, Statement, Transaction } from '../db/connection.ts';
import type { SubscriptionAddress } from './subscriptions.ts';

/** A waiting timer of an instance; `dueAt` in ms since epoch. */
export interface TimerRow extends SubscriptionAddress {
  readonly dueAt: number;
}

const TAKE: Statement = {
  name: 'take-due-timers',
  text: `select t.instance_id, t.subscription, t.due_at from timer t join instance i on i.id = t.instance_id
    where t.due_at <= clock_timestamp() order by t.due_at limit $1 for update of i skip locked`,
};

/** Due timers whose instances nobody else works on, soonest first; their instances are locked by this (bpmn.md TM3). */
export async function takeDueTimers(connection: Connection, limit: number): Promise<TimerRow[]> {
  const rows = await connection.query<{ instance_id: string; subscription: number; due_at: Date }>(TAKE, [limit]);
  return rows.map((row) => ({ instanceId: row.instance_id, subscription: row.subscription, dueAt: row.due_at.getTime() }));
}

const OPEN: Statement = {
  name: 'open-timers',
  text: `insert into timer (instance_id, subscription, due_at)
    select instance_id, subscription, to_timestamp(due_ms / 1000.0) from unnest($1::uuid[], $2::int[], $3::float8[]) as t (instance_id, subscription, due_ms)`,
};
const CLOSE: Statement = {
  name: 'close-timers',
  text: `delete from timer using unnest($1::uuid[], $2::int[]) as t (instance_id, subscription)
    where timer.instance_id = t.instance_id and timer.subscription = t.subscription`,
};
/** Postgres ends its calendar in the year 294276. Unit: ms since epoch. */
const LATEST = Date.UTC(9999, 11, 31);

/** Writes armed and disarmed timers. */
export function saveTimers(transaction: Transaction, opened: readonly TimerRow[], closed: readonly SubscriptionAddress[]): void {
  if (closed.length > 0) transaction.enqueue(CLOSE, [closed.map((c) => c.instanceId), closed.map((c) => c.subscription)]);
  if (opened.length === 0) return;
  transaction.enqueue(OPEN, [
    opened.map((o) => o.instanceId),
    opened.map((o) => o.subscription),
    opened.map((o) => Math.min(o.dueAt, LATEST)),
  ]);
}

const POSTPONE: Statement = {
  name: 'postpone-timer',
  text: `update timer set due_at = clock_timestamp() + interval '1 minute' where instance_id = $1 and subscription = $2`,
};

/** Lets a timer that could not be fired wait for a minute (bpmn.md TM3). */
export function postponeTimer(transaction: Transaction, { instanceId, subscription }: TimerRow): void {
  transaction.enqueue(POSTPONE, [instanceId, subscription]);
}
