import type { Connection } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { Command } from '../messages/commands.ts';
import type { SenderPlace } from './outbox.ts';

export interface SentCommand {
  readonly command: Command;
  readonly place: Required<SenderPlace>;
}

/** First key of sender locks (two-number form); the projector has others (projector/locks.ts). */
const SENDER_SPACE = 1_400_003;

const LOCK: Statement = {
  name: 'lock-sender',
  text: 'select pg_try_advisory_xact_lock($1, hashtext($2::text)) as is_mine',
};
// qualified, because the output column of the same name is text: '10' sorts before '9'
const READ: Statement = {
  name: 'read-sender-2',
  text: 'select command, position::text as position from outbox where sender_id = $1 order by outbox.position, command_id limit $2',
};
const HAS_SENT: Statement = {
  name: 'has-sent',
  text: 'select exists (select from outbox where sender_id = $1) as is_waiting',
};

const READ_ALL: Statement = {
  name: 'read-senders',
  text: 'select sender_id as "senderId", command from outbox where sender_id = any($1::uuid[]) order by outbox.position',
};

/** Waiting commands of several senders. Without senders that have none. */
export async function readSentOf(connection: Connection, senderIds: readonly string[]): Promise<ReadonlyMap<string, Command[]>> {
  const sent = new Map<string, Command[]>();
  if (senderIds.length === 0) return sent;
  for (const row of await connection.query<{ senderId: string; command: string }>(READ_ALL, [senderIds])) {
    const commands = sent.get(row.senderId) ?? [];
    sent.set(row.senderId, commands);
    commands.push(JSON.parse(row.command) as Command);
  }
  return sent;
}

/** Locks the queue of a sender for this transaction. False if another one has locked it. */
export async function lockSender(connection: Connection, senderId: string): Promise<boolean> {
  const [row] = await connection.query<{ is_mine: boolean }>(LOCK, [SENDER_SPACE, senderId]);
  return row?.is_mine === true;
}

/** Oldest first. No row can appear later between two rows of one instance, which was locked while it threw them. */
export async function readSent(connection: Connection, senderId: string, limit: number): Promise<SentCommand[]> {
  const rows = await connection.query<{ command: string; position: string }>(READ, [senderId, limit]);
  return rows.map(({ command, position }) => ({ command: JSON.parse(command) as Command, place: { senderId, position } }));
}

export async function hasSent(connection: Connection, senderId: string): Promise<boolean> {
  const [row] = await connection.query<{ is_waiting: boolean }>(HAS_SENT, [senderId]);
  return row?.is_waiting === true;
}
