import type { Statement, Transaction } from '../db/connection.ts';
import type { Command } from '../messages/commands.ts';

const PARK: Statement = {
  name: 'park-command',
  text: `insert into dead_letter (command_id, command, error, at) values ($1, $2, $3, clock_timestamp())
    on conflict (command_id) do update set error = excluded.error, at = excluded.at`,
};
/** Longest error text kept. Unit: characters. */
const MAX_ERROR = 8000;

/** Parks a command that a bug stopped, for operators. */
export function parkCommand(transaction: Transaction, command: Command, error: string): void {
  const storable = error.slice(0, MAX_ERROR).replaceAll('\0', '\uFFFD'); // text columns refuse U+0000
  transaction.enqueue(PARK, [command.id, JSON.stringify(command), storable]);
}
