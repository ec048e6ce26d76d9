import type { Connection, Statement, Transaction } from '../db/connection.ts';
import type { Command } from '../messages/commands.ts';

const INSERT: Statement = {
  name: 'insert-outbox',
  text: `insert into outbox (command_id, command, created_at)
    select command_id, command, $3::timestamptz from unnest($1::uuid[], $2::json[]) as t (command_id, command)
    on conflict (command_id) do nothing`,
};

/** Stores commands to be handed to the queue once this transaction has committed. */
export function insertOutbox(transaction: Transaction, commands: readonly Command[], at: string): void {
  if (commands.length === 0) return;
  transaction.enqueue(INSERT, [commands.map((c) => c.id), commands.map((c) => JSON.stringify(c)), at]);
}

const DELETE: Statement = { name: 'delete-outbox', text: 'delete from outbox where command_id = any($1::uuid[])' };

/** Removes commands that were carried out, in the transaction that did. */
export function deleteOutbox(transaction: Transaction, commandIds: readonly string[]): void {
  if (commandIds.length > 0) transaction.enqueue(DELETE, [commandIds]);
}

const WAITING: Statement = {
  name: 'waiting-outbox',
  text: `select command from outbox where created_at < clock_timestamp() - make_interval(secs => $1) order by created_at limit $2`,
};

/** Commands whose hand-over is overdue: their nudge got lost. */
export async function findOverdueCommands(connection: Connection, olderThanSeconds: number, limit: number): Promise<Command[]> {
  const rows = await connection.query<{ command: string }>(WAITING, [olderThanSeconds, limit]);
  return rows.map((row) => JSON.parse(row.command) as Command);
}
