import type { Connection, Statement, Transaction } from '../db/connection.ts';
import type { EngineCommand } from '../engine/commands.ts';
import type { Command } from '../messages/commands.ts';

/** From this attempt on work is parked, wherever it waits: about as many workers have died while they tried it. */
export const LAST_ATTEMPT = 10;

const PARK: Statement = {
  name: 'park-command',
  text: `insert into dead_letter (command_id, command, error, at) values ($1, $2, $3, clock_timestamp())
    on conflict (command_id) do update set error = excluded.error, at = excluded.at`,
};
const COUNT: Statement = { name: 'count-parked', text: 'select count(*)::int as parked from dead_letter' };
/** Longest error text kept. Unit: characters. */
const MAX_ERROR = 8000;

/** A due timer that ended its workers. `id` follows from the timer. */
export interface ParkedTimer {
  readonly kind: 'FireTimer';
  readonly id: string;
  readonly [member: string]: string | number;
}

/** A command of a mailbox that cannot be applied, as its row of the outbox held it. */
export interface ParkedMail {
  readonly kind: 'ApplyMail';
  readonly id: string;
  readonly instanceId: string;
  readonly mail: EngineCommand;
}

/** Parks a command, a timer or the mail of an instance that a bug stopped, for operators. */
export function parkCommand(transaction: Transaction, command: Command | ParkedTimer | ParkedMail, error: string): void {
  const storable = error.slice(0, MAX_ERROR).replaceAll('\0', '\uFFFD'); // text columns refuse U+0000
  transaction.enqueue(PARK, [command.id, JSON.stringify(command), storable]);
}

/** How many commands are parked. */
export async function countParked(connection: Connection): Promise<number> {
  return (await connection.query<{ parked: number }>(COUNT, []))[0]?.parked ?? 0;
}
