import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { CommandOf } from '../messages/commands.ts';
import { nameBasedId } from '../platform/ids.ts';
import { readSentOf } from './senders.ts';

/** Id of a stored message. Part of the stored format, never change it. */
export function bufferedId(commandId: string): string {
  return nameBasedId(commandId, 'buffered');
}

/** Delivers a message to all shards that the first one has stored. Its id is derived, so that a repetition changes nothing. */
export function placementOf(command: CommandOf<'DeliverMessage'>): CommandOf<'PlaceMessage'> {
  const { id, name, correlationKey, actor, causation, limits } = command;
  const message = bufferedId(id);
  return {
    ...{ kind: 'PlaceMessage', id: nameBasedId(message, 'placed'), message, name, correlationKey },
    ...(actor !== undefined && { actor }),
    ...(causation !== undefined && { causation }),
    ...(limits !== undefined && { limits }),
  };
}

/** Note of a message that the first shard stores: without its data. */
export function noteOf(command: CommandOf<'DeliverMessage'>, storedAs: string): CommandOf<'DeliverMessage'> {
  return { ...command, variables: {}, businessId: null, storedAs };
}

/** Address where messages wait. `id`: of the first message there. */
export interface BufferedAddress {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

/** A message with a time to live. */
export interface NewBufferedMessage extends BufferedAddress {
  readonly messageId: string | null;
  /** null: delivered, only its message id is stored */
  readonly command: CommandOf<'DeliverMessage'> | null;
  readonly timeToLiveMs: number;
}

export interface BufferedMessage {
  readonly id: string;
  readonly command: CommandOf<'DeliverMessage'>;
}

/** Messages that one transaction delivers; the next one delivers the rest. */
const MAX_FOUND = 200;

/** The message waits, and its delivery is not a dead letter. */
const WAITS = `b.command is not null and b.expires_at > statement_timestamp()
  and not exists (select from dead_letter d where d.command_id = b.id)`;
/** Found with the index, which holds the first characters only. */
const equal = (column: string, text: string) => `left(b.${column}, 256) = left(${text}, 256) and b.${column} = ${text}`;

/** Ends `with opened as (…)`: messages that wait for opened subscriptions. */
export const FOR_SUBSCRIPTIONS = `select distinct on (b.name, b.key) b.id, b.name, b.key from opened o join buffered_message b
  on o.kind = 'message' and ${equal('name', 'o.name')} and ${equal('key', 'o.key')} and ${WAITS} order by b.name, b.key, b.position`;
/** The same for start events, which receive messages with any key. */
export const FOR_START_EVENTS = `select distinct on (b.name, b.key) b.id, b.name, b.key from opened o join buffered_message b
  on o.kind = 'message' and ${equal('name', 'o.name')} and ${WAITS} order by b.name, b.key, b.position limit ${MAX_FOUND}`;

const FIND: Statement = {
  name: 'find-buffered-messages',
  text: `select b.id, b.command from buffered_message b where ${equal('name', '$1::text')} and ${equal('key', '$2::text')}
    and b.command is not null and b.expires_at > statement_timestamp()
    and (b.id = $3 or not exists (select from dead_letter d where d.command_id = b.id)) order by b.position limit ${MAX_FOUND}`,
};

/**
 * Waiting messages in order of publication, at most MAX_FOUND. Without those that are being delivered to other shards. `id`: includes this message even if it
 * is a dead letter. The address must be locked.
 */
export async function findBuffered(connection: Connection, address: BufferedAddress): Promise<BufferedMessage[]> {
  const found = await findWaiting(connection, address);
  const shared = found.filter(({ command }) => command.isShared === true);
  if (shared.length === 0) return found;
  const sent = await readSentOf(connection, idsOf(shared));
  return found.filter(({ id }) => !sent.has(id));
}

/** A message that waits in the first of several shards. */
export interface SharedMessage {
  readonly id: string;
  /** false: stored with one database */
  readonly isShared: boolean;
  /** deliveries to other shards that have not ended */
  readonly sent: readonly CommandOf<'PlaceMessage'>[];
}

/** The same, also those that are being delivered. */
export async function findShared(connection: Connection, address: BufferedAddress): Promise<SharedMessage[]> {
  const found = await findWaiting(connection, address);
  const sent = await readSentOf(connection, idsOf(found));
  return found.map(({ id, command: { isShared = false } }) => ({
    ...{ id, isShared, sent: (sent.get(id) ?? []) as CommandOf<'PlaceMessage'>[] },
  }));
}

const SHARE: Statement = {
  name: 'share-messages',
  // as text, because access to JSON with U+0000 fails
  text: `update buffered_message set command = ('{"isShared":true,' || substr(command::text, 2))::json where id = any($1::uuid[])`,
};

/** From now on, deliveries in the first shard leave out these messages while they are being delivered to others. */
export async function shareMessages(connection: Connection, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await connection.query(SHARE, [ids]);
}

async function findWaiting(connection: Connection, { id, name, key }: BufferedAddress): Promise<BufferedMessage[]> {
  return (await connection.query<BufferedRow>(FIND, [name, key, id])).map(messageOf);
}

const FIND_STORED: Statement = {
  name: 'find-stored-messages',
  text: 'select id, command from buffered_message where id = any($1::uuid[]) and command is not null',
};

/** Also expired ones: a delivery to several shards may end after the time to live. */
export async function findStored(connection: Connection, ids: readonly string[]): Promise<BufferedMessage[]> {
  return (await connection.query<BufferedRow>(FIND_STORED, [ids])).map(messageOf);
}

interface BufferedRow {
  id: string;
  command: string;
}

function messageOf({ id, command }: BufferedRow): BufferedMessage {
  return { id, command: JSON.parse(command) as CommandOf<'DeliverMessage'> };
}

const idsOf = (messages: readonly BufferedMessage[]) => messages.map(({ id }) => id);

const IS_USED: Statement = {
  name: 'is-message-id-used',
  text: `select 1 as used from buffered_message b where ${equal('name', '$1::text')} and ${equal('key', '$2::text')}
    and b.message_id = $3 and b.expires_at > statement_timestamp() limit 1`,
};

/** True if an unexpired message has the id. */
export async function isMessageIdUsed(
  connection: Connection,
  { name, key }: Omit<BufferedAddress, 'id'>,
  messageId: string,
): Promise<boolean> {
  return (await connection.query(IS_USED, [name, key, messageId])).length > 0;
}

const FIND_RECEIVED: Statement = {
  name: 'find-received-messages',
  text: `select distinct on (b.name, b.key) b.id, b.name, b.key from buffered_message b where ${WAITS}
    and (exists (select from subscription s where s.kind = 'message' and ${equal('name', 's.name')} and ${equal('key', 's.key')})
      or exists (select from start_trigger t where t.kind = 'message' and t.name = b.name))
    order by b.name, b.key, b.position limit ${MAX_FOUND}`,
};

/** Addresses where both messages and receivers wait: the wake-up signal was lost, or a receiver was suspended. */
export function findReceived(connection: Connection): Promise<BufferedAddress[]> {
  return connection.query<BufferedAddress>(FIND_RECEIVED, []);
}

const COUNT: Statement = {
  name: 'count-buffered-messages',
  text: 'select count(*)::int as count from buffered_message where command is not null and expires_at > statement_timestamp()',
};

export async function countBuffered(connection: Connection): Promise<number> {
  return (await connection.query<{ count: number }>(COUNT, []))[0]?.count ?? 0;
}

const SAVE: Statement = {
  name: 'save-buffered-messages',
  text: `insert into buffered_message (id, name, key, message_id, command, expires_at)
    select id, name, key, message_id, command, $7::timestamptz + make_interval(secs => ms / 1000)
    from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::json[], $6::float8[])
      with ordinality as t (id, name, key, message_id, command, ms, n) order by n on conflict (id) do nothing`,
};
const END: Statement = {
  name: 'end-buffered-messages',
  text: `with ended as (delete from buffered_message where id = any($1::uuid[]) and message_id is null)
    update buffered_message set command = null where id = any($1::uuid[]) and message_id is not null`,
};

/** Deletes messages; if they have a message id, keeps that until it expires. */
export async function endBuffered(connection: Connection, ids: readonly string[]): Promise<void> {
  await connection.query(END, [ids]);
}

export function saveBuffered(
  transaction: Transaction,
  added: readonly NewBufferedMessage[],
  delivered: readonly string[],
  at: string,
): void {
  if (delivered.length > 0) transaction.enqueue(END, [delivered]);
  if (added.length === 0) return;
  transaction.enqueue(SAVE, [
    added.map(({ id }) => id),
    added.map(({ name }) => name),
    added.map(({ key }) => key),
    added.map(({ messageId }) => messageId),
    added.map(({ command }) => (command === null ? null : JSON.stringify(command))),
    added.map(({ timeToLiveMs }) => timeToLiveMs),
    at,
  ]);
}

const FORGET: Statement = {
  name: 'forget-buffered-messages',
  text: `delete from buffered_message where id in (
    select id from buffered_message b where expires_at < statement_timestamp() and not exists (select from outbox where sender_id = b.id)
    order by expires_at limit $1 for update of b skip locked) returning id`,
};

/** @returns the number of deleted messages */
export async function forgetBuffered(connection: Connection, limit: number): Promise<number> {
  return (await connection.query(FORGET, [limit])).length;
}
