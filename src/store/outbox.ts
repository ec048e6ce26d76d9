import type { Connection, Statement, Transaction } from '../db/connection.ts';
import type { EngineCommand } from '../engine/commands.ts';
import type { Command } from '../messages/commands.ts';

/** A command for one instance, kept in its mailbox until the instance applies it, in order. */
export interface MailboxCommand {
  readonly id: string;
  readonly targetId: string;
  readonly command: EngineCommand;
}

const INSERT: Statement = {
  name: 'insert-outbox',
  text: `insert into outbox (command_id, target_id, command, created_at)
    select command_id, target_id, command, $4::timestamptz from unnest($1::uuid[], $2::uuid[], $3::json[]) with ordinality as t (command_id, target_id, command, n)
    order by n on conflict (command_id) do nothing`,
};

/** Stores commands to be handed to the queue once this transaction has committed. */
export function insertOutbox(
  transaction: Transaction,
  commands: readonly Command[],
  mailbox: readonly MailboxCommand[],
  at: string,
): void {
  if (commands.length + mailbox.length === 0) return;
  transaction.enqueue(INSERT, [
    [...commands.map((c) => c.id), ...mailbox.map((m) => m.id)],
    [...commands.map(() => null), ...mailbox.map((m) => m.targetId)],
    [...commands.map((c) => JSON.stringify(c)), ...mailbox.map((m) => JSON.stringify(m.command))],
    at,
  ]);
}

const DELETE: Statement = { name: 'delete-outbox', text: 'delete from outbox where command_id = any($1::uuid[])' };

/** Removes commands that were carried out, in the transaction that did. */
export function deleteOutbox(transaction: Transaction, commandIds: readonly string[]): void {
  if (commandIds.length > 0) transaction.enqueue(DELETE, [commandIds]);
}

const MAILBOX: Statement = {
  name: 'read-mailbox',
  text: 'select command_id, target_id, command from outbox where target_id = any($1::uuid[]) order by position limit $2',
};

/** What waits for instances whose rows are locked, oldest first. */
export async function readMailboxes(
  connection: Connection,
  instanceIds: readonly string[],
  limit: number,
): Promise<MailboxCommand[]> {
  const rows = await connection.query<{ command_id: string; target_id: string; command: string }>(MAILBOX, [instanceIds, limit]);
  return rows.map((row) => ({ id: row.command_id, targetId: row.target_id, command: JSON.parse(row.command) as EngineCommand }));
}

const HAS_MAIL: Statement = {
  name: 'has-mail',
  text: 'select exists (select from outbox where target_id = $1) as is_waiting',
};

/** Whether something waits in the mailbox of an instance. */
export async function hasMail(connection: Connection, instanceId: string): Promise<boolean> {
  const [row] = await connection.query<{ is_waiting: boolean }>(HAS_MAIL, [instanceId]);
  return row?.is_waiting === true;
}

const OVERDUE: Statement = {
  name: 'overdue-outbox',
  text: `select command from outbox where target_id is null and created_at < clock_timestamp() - make_interval(secs => $1) order by created_at limit $2`,
};
const OVERDUE_TARGETS: Statement = {
  name: 'overdue-mailboxes',
  text: `select distinct target_id from outbox where target_id is not null and created_at < clock_timestamp() - make_interval(secs => $1) limit $2`,
};

/** Commands whose hand-over is overdue, and instances whose mailbox is: their nudge got lost. */
export async function findOverdue(
  connection: Connection,
  olderThanSeconds: number,
  limit: number,
): Promise<{ commands: Command[]; targets: string[] }> {
  const commands = await connection.query<{ command: string }>(OVERDUE, [olderThanSeconds, limit]);
  const targets = await connection.query<{ target_id: string }>(OVERDUE_TARGETS, [olderThanSeconds, limit]);
  return { commands: commands.map((row) => JSON.parse(row.command) as Command), targets: targets.map((row) => row.target_id) };
}
