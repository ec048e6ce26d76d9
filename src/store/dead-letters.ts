import { columnText } from '../db/column-text.ts';
import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { Causation } from '../messages/causation.ts';
import type { Command } from '../messages/commands.ts';
import type { InstanceMail } from './outbox.ts';

/** Attempt at which work is parked: about as many workers have died during it. */
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
/** Longest stored error text. Unit: characters. */
const MAX_ERROR = 8000;

/** A due timer whose workers died. `id` is derived from the timer. */
export interface ParkedTimer {
  readonly kind: 'FireTimer';
  readonly id: string;
  readonly [member: string]: string | number;
}

/** A mailbox command that failed, with the content of its outbox row. */
export interface ParkedMail {
  readonly kind: 'ApplyMail';
  readonly id: string;
  readonly instanceId: string;
  readonly mail: InstanceMail;
  readonly causation?: Causation | undefined;
  readonly actor?: string | undefined;
}

/** Data for the retry of a parked command, besides the command. */
export interface ParkedPlace {
  /** digest of the client's request */
  readonly fingerprint?: string | null | undefined;
  /** sender of a thrown command */
  readonly senderId?: string | undefined;
  /** earlier position in the outbox */
  readonly position?: string | undefined;
}

/** Parks a failed command, timer or mail for operators. Counts repeated parking. */
export function parkCommand(
  transaction: Transaction,
  command: Command | ParkedTimer | ParkedMail,
  error: string,
  { fingerprint = null, senderId, position }: ParkedPlace = {},
): void {
  const storable = columnText(error.slice(0, MAX_ERROR));
  transaction.enqueue(PARK, [command.id, readableJson(command), storable, fingerprint, senderId ?? null, position ?? null]);
}

/** Matches JSON escapes; only those of U+0000 and unpaired surrogates have six characters. */
const ESCAPE = /\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|.)/g;

/**
 * JSON that SQL functions can read. Postgres stores escapes of U+0000 and of unpaired surrogates, but each access to a property then fails. So U+FFFD
 * replaces them.
 */
function readableJson(value: object): string {
  return readable(JSON.stringify(value));
}

function readable(json: string): string {
  return json.replace(ESCAPE, (written) => (written.length > 2 ? '\\ufffd' : written));
}

/** Letters that may be unreadable; the pattern also matches an escaped backslash, which is kept. */
const SUSPECT: Statement = {
  name: 'suspect-dead-letters',
  text: String.raw`select command_id, command from dead_letter where command::text ~ '\\u(0000|d[89a-f])' for update skip locked`,
};
const MEND: Statement = { name: 'mend-dead-letter', text: 'update dead_letter set command = $2 where command_id = $1' };

/** Rewrites letters of older releases as readable JSON: one with U+0000 made the whole list fail. @returns their number */
export async function repairParked(transaction: Transaction): Promise<number> {
  const suspects = await transaction.query<{ command_id: string; command: string }>(SUSPECT, []);
  const unreadable = suspects.filter(({ command }) => readable(command) !== command);
  for (const { command_id: id, command } of unreadable) transaction.enqueue(MEND, [id, readable(command)]);
  return unreadable.length;
}

/** Counts parked commands. */
export async function countParked(connection: Connection): Promise<number> {
  return (await connection.query<{ parked: number }>(COUNT, []))[0]?.parked ?? 0;
}
