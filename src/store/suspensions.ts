import { columnText } from '../db/column-text.ts';
import type { Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { SuspendedBy } from '../engine/events/scope-events.ts';
import { type KeySuspension, saveKeySuspensions } from './key-suspensions.ts';
import type { SubscriptionAddress } from './subscriptions.ts';

/** A suspension of an instance; it may have several. */
export interface SuspensionRow {
  readonly instanceId: string;
  readonly by: SuspendedBy;
  readonly reason: string | null;
  /** key that suspends it, if any */
  readonly processKey: string | null;
}

/** A timer of a resumed instance. `dueAt`: ms since epoch. */
export interface FreedTimer extends SubscriptionAddress {
  readonly dueAt: number;
}

/** Changes of one transaction to suspensions (docs/contributing/spec/suspension.md#what-waits). */
export interface SuspensionRows {
  readonly suspended: readonly SuspensionRow[];
  readonly resumed: readonly Pick<SuspensionRow, 'instanceId' | 'by'>[];
  /** suspended: their timers and custom tasks are set aside */
  readonly held: readonly string[];
  /** resumed: their custom tasks may run again */
  readonly freed: readonly string[];
  readonly freedTimers: readonly FreedTimer[];
  /** custom tasks with queued results: no attempt locks them */
  readonly keptResults: readonly string[];
  /** their mail is set aside, so recovery scans skip it */
  readonly keptMail: readonly string[];
  readonly freedMail: readonly string[];
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
const KEEP_MAIL: Statement = {
  name: 'keep-mail',
  text: `update outbox set created_at = 'infinity' where target_id = any($1::uuid[]) and created_at < 'infinity'`,
};
const FREE_MAIL: Statement = {
  name: 'free-mail',
  text: `update outbox set created_at = $2::timestamptz where target_id = any($1::uuid[]) and created_at = 'infinity'`,
};

/** Writes suspensions. Enqueue it after all other changes of these instances. `at`: clock of the transaction, ISO text. */
export function saveSuspensions(transaction: Transaction, rows: SuspensionRows, at: string): void {
  const { suspended, resumed, held, freed, freedTimers, keptResults, keptMail, freedMail } = rows;
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
  if (freedMail.length > 0) transaction.enqueue(FREE_MAIL, [freedMail, at]);
  if (keptMail.length > 0) transaction.enqueue(KEEP_MAIL, [keptMail]);
}
