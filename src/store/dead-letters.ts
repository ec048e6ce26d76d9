import { columnText } from '../db/column-text.ts';
import type { Connection, Statement, Transaction } from '../db/connection.ts';
import type { Causation } from '../messages/causation.ts';
import type { Command } from '../messages/commands.ts';
import type { InstanceMail } from './outbox.ts';

/** From this attempt on work is parked, wherever it waits: about as many workers have died while they tried it. */
export const LAST_ATTEMPT = 10;

const PARK: Statement = {
  name: 'park-command-2',
  text: `insert into dead_letter (command_id, command, error, at, first_at, fingerprint, sender_id, position)
    select $1, $2, $3, now, now, $4, $5, $6 from clock_timestamp() as now
    on conflict (command_id) do update set error = excluded.error, at = excluded.at, attempts = dead_letter.attempts + 1,
      fingerprint = coalesce(excluded.fingerprint, dead_letter.fingerprint),
      sender_id = coalesce(excluded.sender_id, dead_letter.sender_id), position = coalesce(excluded.position, dead_letter.position)`,
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
  readonly mail: InstanceMail;
  readonly causation?: Causation | undefined;
  readonly actor?: string | undefined;
}

/** What a retry has to know of a parked command besides the command. */
export interface ParkedPlace {
  /** digest of the client's request */
  readonly fingerprint?: string | null | undefined;
  /** whose command it is, when an instance has thrown it */
  readonly senderId?: string | undefined;
  /** former position in the outbox */
  readonly position?: string | undefined;
}

/** Parks a command, a timer or the mail of an instance that a bug stopped, for operators. One that was parked before is counted. */
export function parkCommand(
  transaction: Transaction,
  command: Command | ParkedTimer | ParkedMail,
  error: string,
  { fingerprint = null, senderId, position }: ParkedPlace = {},
): void {
  const storable = columnText(error.slice(0, MAX_ERROR));
  transaction.enqueue(PARK, [command.id, readableJson(command), storable, fingerprint, senderId ?? null, position ?? null]);
}

/** An escape of JSON; only U+0000 and unpaired surrogates are six characters of it. */
const ESCAPE = /\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|.)/g;

/**
 * JSON whose members SQL can read. Postgres stores escapes of U+0000 and of unpaired surrogates, but then fails on each access
 * to a member. So U+FFFD replaces them.
 */
function readableJson(value: object): string {
  return readable(JSON.stringify(value));
}

function readable(json: string): string {
  return json.replace(ESCAPE, (written) => (written.length > 2 ? '\\ufffd' : written));
}

/** Letters that may be unreadable; the pattern also finds a backslash in a text, which is left as it is. */
const SUSPECT: Statement = {
  name: 'suspect-dead-letters',
  text: String.raw`select command_id, command from dead_letter where command::text ~ '\\u(0000|d[89a-f])' for update skip locked`,
};
const MEND: Statement = { name: 'mend-dead-letter', text: 'update dead_letter set command = $2 where command_id = $1' };

/** Rewrites letters of older releases as readable JSON: one with U+0000 made the whole list fail. @returns their number */
export async function mendParked(transaction: Transaction): Promise<number> {
  const suspects = await transaction.query<{ command_id: string; command: string }>(SUSPECT, []);
  const unreadable = suspects.filter(({ command }) => readable(command) !== command);
  for (const { command_id: id, command } of unreadable) transaction.enqueue(MEND, [id, readable(command)]);
  return unreadable.length;
}

/** How many commands are parked. */
export async function countParked(connection: Connection): Promise<number> {
  return (await connection.query<{ parked: number }>(COUNT, []))[0]?.parked ?? 0;
}
