import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { CommandOf } from '../messages/commands.ts';
import { noteOf, saveBuffered } from './buffered-messages.ts';

const READ_IDS: Statement = {
  name: 'read-waiting-message-ids',
  text: `select id from buffered_message where id > $1 and command is not null and expires_at > statement_timestamp() order by id limit $2`,
};
const MISSING: Statement = {
  name: 'missing-messages',
  text: 'select id from unnest($1::uuid[]) as t (id) where not exists (select from buffered_message b where b.id = t.id)',
};
const READ: Statement = {
  name: 'read-messages-to-note',
  text: `select id, name, key, command, (extract(epoch from expires_at - statement_timestamp()) * 1000)::float8 as ms
    from buffered_message where id = any($1::uuid[]) and command is not null`,
};
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** A page of the messages that wait, by id. */
export async function readWaitingIds(connection: Connection, after: string = BEFORE_ALL, limit = 1000): Promise<string[]> {
  return (await connection.query<{ id: string }>(READ_IDS, [after, limit])).map(({ id }) => id);
}

/** Ids without a row. */
export async function withoutNote(connection: Connection, ids: readonly string[]): Promise<string[]> {
  return (await connection.query<{ id: string }>(MISSING, [ids])).map(({ id }) => id);
}

/** Notes these messages of the first shard in another one. */
export async function saveNotes(source: Connection, target: Transaction, ids: readonly string[]): Promise<void> {
  const rows = await source.query<{ id: string; name: string; key: string; command: string; ms: number }>(READ, [ids]);
  const notes = rows.map(({ id, name, key, command, ms: timeToLiveMs }) => {
    const { messageId: _, isShared: __, ...message } = JSON.parse(command) as CommandOf<'DeliverMessage'>;
    return { id, name, key, messageId: null, command: noteOf(message, id), timeToLiveMs };
  });
  saveBuffered(target, notes, [], new Date().toISOString());
}
