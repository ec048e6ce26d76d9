import { columnText } from '../../db/column-text.ts';
import type { Transaction } from '../../db/connection.ts';
import type { SubscriptionClosed, SubscriptionOpened } from '../../engine/events.ts';
import type { ActivityInstanceOrdinal, SubscriptionOrdinal } from '../../engine/ordinals.ts';
import { entityId } from '../../platform/ids.ts';

/** Change of a row of q_subscription, none if opened and closed in one batch, except if an earlier row exists. */
export type SubscriptionChange =
  /** `isAgain`: the earlier row is deleted first */
  { readonly kind: 'insert'; readonly row: SubscriptionQueryRow; readonly isAgain?: true } | { readonly kind: 'delete' };

/** Row without instance and ordinal. */
export interface SubscriptionQueryRow {
  readonly kind: 'message' | 'signal';
  readonly name: string;
  /** empty for signals and for messages without a key */
  readonly key: string;
  /** the catching element, the boundary event, or the start event of an event sub-process */
  readonly activityId: string;
  /** waits; for a boundary event, the one to which it is attached; null for an event sub-process */
  readonly entry: ActivityInstanceOrdinal | null;
  readonly createdAt: Date;
}

/** Only messages and signals have rows (docs/contributing/spec/pages.md#events). */
export function project(
  change: SubscriptionChange | undefined,
  event: SubscriptionOpened | SubscriptionClosed,
  at: Date,
): SubscriptionChange | undefined {
  const { subject, element, entry } = event;
  if (subject.kind !== 'message' && subject.kind !== 'signal') return change;
  if (event.type === 'SubscriptionClosed')
    return change?.kind === 'insert' && change.isAgain === undefined ? undefined : { kind: 'delete' };
  const key = subject.kind === 'message' ? subject.key : '';
  // a restart of the instance reopens a subscription that was closed in the same batch
  const isAgain = change?.kind === 'delete' || (change?.kind === 'insert' && change.isAgain);
  return {
    kind: 'insert',
    ...(isAgain === true && { isAgain }),
    row: { kind: subject.kind, name: subject.name, key, activityId: element, entry, createdAt: at },
  };
}

export interface SubscriptionWrite {
  readonly instanceId: string;
  readonly subscription: SubscriptionOrdinal;
  readonly change: SubscriptionChange;
}
type Address = Omit<SubscriptionWrite, 'change'>;

const INSERT = {
  name: 'projector-insert-subscription',
  text: `
    insert into q_subscription (instance_id, subscription, kind, name, key, activity_id, activity_instance_id, created_at)
    select instance_id, subscription, kind, name, key, activity_id, activity_instance_id, created_at
    from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::timestamptz[])
      as t (instance_id, subscription, kind, name, key, activity_id, activity_instance_id, created_at)`,
};
const DELETE = {
  name: 'projector-delete-subscription',
  text: `
    delete from q_subscription using unnest($1::uuid[], $2::int[]) as t (instance_id, subscription)
    where q_subscription.instance_id = t.instance_id and q_subscription.subscription = t.subscription`,
};

/** Enqueues deletes before the other changes. */
export function write(transaction: Transaction, writes: readonly SubscriptionWrite[]): void {
  const inserted: (Address & SubscriptionQueryRow)[] = [];
  const deleted: Address[] = [];
  for (const { change, ...address } of writes) {
    if (change.kind === 'insert' && change.isAgain === true) deleted.push(address);
    if (change.kind === 'insert') inserted.push({ ...address, ...change.row });
    else deleted.push(address);
  }
  if (deleted.length > 0)
    transaction.enqueue(DELETE, [deleted.map((row) => row.instanceId), deleted.map((row) => row.subscription)]);
  if (inserted.length > 0) insert(transaction, inserted);
}

function insert(transaction: Transaction, rows: readonly (Address & SubscriptionQueryRow)[]): void {
  transaction.enqueue(INSERT, [
    rows.map((row) => row.instanceId),
    rows.map((row) => row.subscription),
    rows.map((row) => row.kind),
    rows.map((row) => columnText(row.name)),
    rows.map((row) => columnText(row.key)),
    rows.map((row) => columnText(row.activityId)),
    rows.map((row) => (row.entry === null ? null : entityId(row.instanceId, row.entry))),
    rows.map((row) => row.createdAt),
  ]);
}
