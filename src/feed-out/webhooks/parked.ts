import type { Connection, Transaction } from '../../db/connection.ts';
import type { Statement } from '../../db/statement.ts';
import { type DueEvent, placeBefore } from '../next-events.ts';
import { type FeedPlace, type PlaceColumns, placeOf, type SubscriberId } from '../subscriber.ts';

/** Instance whose events are delayed, because one was not received. */
export interface ParkedInstance {
  readonly instanceId: string;
  readonly key: string;
  /** all events up to it were received */
  readonly behind: FeedPlace;
  /** position of its next event; '' if it is not known yet */
  readonly nextPosition: string;
  /** rejections of this event */
  readonly attempts: number;
  /** changes with each change of the row, so that a change by an operator is detected */
  readonly revision: number;
}

/** Event for which all later events of its instance must wait. */
export interface UndeliveredEvent {
  readonly due: DueEvent;
  /** rejections; 0: not sent yet */
  readonly attempts: number;
  readonly isFailing: boolean;
  readonly delayMs: number;
  readonly error: string | null;
}

const PARK: Statement = {
  name: 'webhook-park',
  // an already parked instance has an earlier position
  text: `insert into feed_parked (kind, name, instance_id, process_key, row_position, sequence, next_position, next_type, attempts, is_failing, next_at, error)
    select $1, $2, instance_id, process_key, row_position, sequence, next_position, next_type, attempts, is_failing,
      statement_timestamp() + delay_ms * interval '1 ms', error
    from unnest($3::uuid[], $4::text[], $5::bigint[], $6::int[], $7::text[], $8::text[], $9::int[], $10::bool[], $11::float8[], $12::text[])
      as held (instance_id, process_key, row_position, sequence, next_position, next_type, attempts, is_failing, delay_ms, error)
    on conflict (kind, name, instance_id) do nothing`,
};
const KNOWN: Statement = {
  name: 'webhook-parked-among',
  text: 'select instance_id from feed_parked where kind = $1 and name = $2 and instance_id = any($3::uuid[])',
};
const COUNT: Statement = {
  name: 'webhook-count-parked',
  text: 'select count(*)::int as count from (select 1 from feed_parked where kind = $1 and name = $2 limit $3) parked',
};
const DUE: Statement = {
  name: 'webhook-due-parked',
  text: `select instance_id, process_key, row_position, sequence, next_position, attempts, revision from feed_parked
    where kind = $1 and name = $2 and next_at <= statement_timestamp() order by next_at limit $3`,
};
const HOLD: Statement = {
  name: 'webhook-hold-parked',
  text: `update feed_parked set row_position = $5, sequence = $6, next_position = $7, next_type = $8, attempts = $9, is_failing = $10,
      next_at = statement_timestamp() + $11::float8 * interval '1 ms', error = $12, revision = revision + 1
    where kind = $1 and name = $2 and instance_id = $3 and revision = $4`,
};
const GO_ON: Statement = {
  name: 'webhook-go-on-parked',
  text: `update feed_parked set row_position = $5, sequence = $6, next_position = '', next_type = '', attempts = 0, is_failing = false,
      next_at = statement_timestamp(), error = null, revision = revision + 1
    where kind = $1 and name = $2 and instance_id = $3 and revision = $4`,
};
const FREE: Statement = {
  name: 'webhook-free-parked',
  text: 'delete from feed_parked where kind = $1 and name = $2 and instance_id = $3 and revision = $4',
};

/** Parks each instance at its first event that was not received. Ignores parked instances. */
export function park(transaction: Transaction, { kind, name }: SubscriberId, held: readonly UndeliveredEvent[]): void {
  if (held.length === 0) return;
  const places = held.map(({ due }) => placeBefore(due));
  transaction.enqueue(PARK, [
    kind,
    name,
    held.map(({ due }) => due.event.workflowInstanceId),
    held.map(({ due }) => due.event.processDefinitionKey),
    places.map(({ row }) => row),
    places.map(({ sequence }) => sequence ?? null),
    held.map(({ due }) => due.position),
    held.map(({ due }) => due.event.type),
    held.map(({ attempts }) => attempts),
    held.map(({ isFailing }) => isFailing),
    held.map(({ delayMs }) => delayMs),
    held.map(({ error }) => error),
  ]);
}

export async function parkedAmong(
  connection: Connection,
  { kind, name }: SubscriberId,
  instanceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await connection.query<{ instance_id: string }>(KNOWN, [kind, name, instanceIds]);
  return new Set(rows.map(({ instance_id }) => instance_id));
}

export async function countParked(connection: Connection, { kind, name }: SubscriberId, most: number): Promise<number> {
  const [row] = await connection.query<{ count: number }>(COUNT, [kind, name, most]);
  return row?.count ?? 0;
}

/** Reads at most `most` due ones, earliest first. */
export async function dueParked(
  connection: Connection,
  { kind, name }: SubscriberId,
  most: number,
): Promise<readonly ParkedInstance[]> {
  const rows = await connection.query<ParkedColumns>(DUE, [kind, name, most]);
  return rows.map((row) => ({
    instanceId: row.instance_id,
    key: row.process_key,
    behind: placeOf(row),
    nextPosition: row.next_position,
    attempts: row.attempts,
    revision: row.revision,
  }));
}

/** Ignored if an operator has changed the row since it was read. */
export function holdParked(
  transaction: Transaction,
  subscriber: SubscriberId,
  parked: ParkedInstance,
  held: UndeliveredEvent,
): void {
  const { due, attempts, isFailing, delayMs, error } = held;
  const { row, sequence } = placeBefore(due);
  transaction.enqueue(HOLD, [
    ...keyOf(subscriber, parked),
    row,
    sequence ?? null,
    due.position,
    due.event.type,
    attempts,
    isFailing,
    delayMs,
    error,
  ]);
}

/** All events up to `behind` were received; the instance may have more. Ignored after a change by an operator. */
export function continueParked(
  transaction: Transaction,
  subscriber: SubscriberId,
  parked: ParkedInstance,
  behind: FeedPlace,
): void {
  transaction.enqueue(GO_ON, [...keyOf(subscriber, parked), behind.row, behind.sequence ?? null]);
}

/** Frees an instance whose events were received up to the position of the subscriber. Ignored after a change by an operator. */
export function freeParked(transaction: Transaction, subscriber: SubscriberId, parked: ParkedInstance): void {
  transaction.enqueue(FREE, keyOf(subscriber, parked));
}

function keyOf({ kind, name }: SubscriberId, { instanceId, revision }: ParkedInstance) {
  return [kind, name, instanceId, revision] as const;
}

interface ParkedColumns extends PlaceColumns {
  readonly instance_id: string;
  readonly process_key: string;
  readonly next_position: string;
  readonly attempts: number;
  readonly revision: number;
}
