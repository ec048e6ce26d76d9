import { columnText } from '../db/column-text.ts';
import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { Causation } from '../messages/causation.ts';
import type { Command } from '../messages/commands.ts';
import type { LetterEnd, LetterFilter, LetterObstacle } from '../messages/dead-letters.ts';
import { type KeyLimits, splitPatterns } from '../platform/access-roles.ts';
import { cutText } from '../platform/cut-text.ts';
import type { InstanceCommand } from './outbox.ts';
import type { SubscriptionAddress } from './subscriptions.ts';

/** Attempt at which a command or timer is parked: about as many workers have died during it. */
export const LAST_ATTEMPT = 10;

const PARK: Statement = {
  name: 'park-command-2',
  text: `insert into dead_letter (command_id, command, error, at, first_at, fingerprint, sender_id, position)
    select $1, $2, $3, now, now, $4, $5, $6 from statement_timestamp() as now
    on conflict (command_id) do update set error = excluded.error, at = excluded.at, attempts = dead_letter.attempts + 1,
      fingerprint = coalesce(excluded.fingerprint, dead_letter.fingerprint),
      sender_id = coalesce(excluded.sender_id, dead_letter.sender_id), position = coalesce(excluded.position, dead_letter.position)`,
};
const COUNT: Statement = { name: 'count-parked', text: 'select count(*)::int as parked from dead_letter' };
/** Longest stored error text, in characters. */
const MAX_ERROR = 8000;

/** A due timer whose workers died. `id` is derived from the timer. */
export interface ParkedTimer {
  readonly kind: 'FireTimer';
  readonly id: string;
  readonly [member: string]: string | number;
}

/** Failed command of an instance queue, with the content of its outbox row. Stored: member names must not change. */
export interface ParkedInstanceCommand {
  readonly kind: 'ApplyMail';
  readonly id: string;
  readonly instanceId: string;
  readonly mail: InstanceCommand;
  readonly causation?: Causation | undefined;
  readonly actor?: string | undefined;
}

/** Data for the retry of a parked command. */
export interface ParkedPlace {
  /** digest of the client's request */
  readonly fingerprint?: string | null | undefined;
  /** sender of a thrown command */
  readonly senderId?: string | undefined;
  /** earlier position in the outbox */
  readonly position?: string | undefined;
}

/** Parks a failed command or timer. If it is parked already, counts the attempt. */
export function parkCommand(
  transaction: Transaction,
  command: Command | ParkedTimer | ParkedInstanceCommand,
  error: string,
  { fingerprint = null, senderId, position }: ParkedPlace = {},
): void {
  const storable = columnText(cutText(error, MAX_ERROR));
  transaction.enqueue(PARK, [command.id, readableJson(command), storable, fingerprint, senderId ?? null, position ?? null]);
}

/** JSON escapes; only those of U+0000 and unpaired surrogates have six characters. */
const ESCAPE = /\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|.)/g;

/** Postgres stores escapes of U+0000 and of unpaired surrogates, but access to a property then fails. So U+FFFD replaces them. */
function readableJson(value: object): string {
  return readable(JSON.stringify(value));
}

function readable(json: string): string {
  return json.replace(ESCAPE, (written) => (written.length > 2 ? '\\ufffd' : written));
}

/** Finds rows that may be unreadable; the pattern also matches an escaped backslash, which stays unchanged. */
const SUSPECT: Statement = {
  name: 'suspect-dead-letters',
  text: String.raw`select command_id, command from dead_letter where command::text ~ '\\u(0000|d[89a-f])' for update skip locked`,
};
const MEND: Statement = { name: 'mend-dead-letter', text: 'update dead_letter set command = $2 where command_id = $1' };

/** Rewrites letters of older releases, because one with U+0000 makes the whole list fail. @returns the number of rewritten letters */
export async function repairParked(transaction: Transaction): Promise<number> {
  const suspects = await transaction.query<{ command_id: string; command: string }>(SUSPECT, []);
  const unreadable = suspects.filter(({ command }) => readable(command) !== command);
  for (const { command_id: id, command } of unreadable) transaction.enqueue(MEND, [id, readable(command)]);
  return unreadable.length;
}

/** Commands and timers that have not ended, also those that are being retried. */
export async function countParked(connection: Connection): Promise<number> {
  return (await connection.query<{ parked: number }>(COUNT, []))[0]?.parked ?? 0;
}

/** Letter whose row is locked. */
export interface FoundLetter {
  readonly letterId: string;
  readonly kind: string;
  readonly status: 'Parked' | 'Retrying' | LetterEnd;
  readonly instanceId: string | null;
  readonly processKey: string | null;
  readonly obstacle: LetterObstacle | 'ended' | null;
  readonly attempts: number;
  /** ISO text with microseconds */
  readonly parkedAt: string;
  /** ISO text; null: not retried */
  readonly retriedAt: string | null;
  readonly retriedBy: string | null;
  /** ISO text; null: not ended */
  readonly endedAt: string | null;
  /** JSON text */
  readonly command: string;
  readonly senderId: string | null;
  readonly position: string | null;
}

const iso = (column: string, fraction = 'MS') =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.${fraction}"Z"')`;

const LOCK: Statement = {
  name: 'lock-dead-letter',
  text: 'select command_id from dead_letter where command_id = any($1::uuid[]) order by command_id for update',
};
const LOCK_FREE: Statement = {
  name: 'lock-free-dead-letters',
  text: 'select command_id from dead_letter where command_id = any($1::uuid[]) order by command_id for update skip locked',
};
const READ: Statement = {
  name: 'read-dead-letters',
  text: `select letter_id as "letterId", kind, status, instance_id as "instanceId", process_key as "processKey", obstacle, attempts,
      ${iso('last_at', 'US')} as "parkedAt", ${iso('retried_at')} as "retriedAt", retried_by as "retriedBy", ${iso('ended_at')} as "endedAt", command,
      sender_id as "senderId", position::text as position
    from dead_letters() where letter_id = any($1::uuid[]) order by last_at, letter_id`,
};
/** Parameters `$1` to `$4`. */
const FITTING = `status = 'Parked' and ($1::text is null or kind = $1) and ($2::uuid is null or instance_id = $2)
  and ($3::text is null or process_key = $3) and ($4::timestamptz is null or last_at < $4)`;
/** Key limits of the sender: parameter `at` has whole keys, the next one prefixes. */
const within = (at: number) => `(process_key = any($${at}::text[]) or process_key ^@ any($${at + 1}::text[]))`;
const findText = (condition: string) =>
  `select letter_id as "letterId" from dead_letters() where ${condition} and (obstacle is null or not $6) order by last_at, letter_id limit $5`;
const FIND: Statement = { name: 'find-dead-letters', text: findText(FITTING) };
const FIND_WITHIN: Statement = { name: 'find-dead-letters-within', text: findText(`${FITTING} and ${within(7)}`) };
const countText = (condition: string) =>
  `select count(*) filter (where obstacle is null or not $5)::int as fitting, count(*) filter (where obstacle is not null and $5)::int as refused
    from dead_letters() where ${condition}`;
const COUNT_SELECTED: Statement = { name: 'count-dead-letters', text: countText(FITTING) };
const COUNT_WITHIN: Statement = {
  name: 'count-dead-letters-within',
  text: countText(`${FITTING} and ${within(6)}`),
};

/** Waits for other commands about the same letter. */
export async function lockLetter(connection: Connection, letterId: string): Promise<FoundLetter | undefined> {
  await connection.query(LOCK, [[letterId]]);
  return (await connection.query<FoundLetter>(READ, [[letterId]]))[0];
}

/** Parked letters, oldest first, locked. */
export interface FittingLetters {
  readonly letters: readonly FoundLetter[];
  readonly remaining: number;
  /** matching letters that cannot be retried; 0 unless they are locked for a retry */
  readonly refused: number;
}

/**
 * The oldest ones that no other transaction has locked.
 * @param isForRetry excludes and counts those that cannot be retried
 * @param limits key patterns of the sender
 */
export async function lockLetters(
  connection: Connection,
  { kind, instanceId, processKey, parkedBefore, limit }: LetterFilter,
  isForRetry: boolean,
  limits: KeyLimits,
): Promise<FittingLetters> {
  const filter = [kind, instanceId, processKey, parkedBefore];
  const { keys, beginnings } = splitPatterns(limits ?? []);
  const ofLimits = limits === undefined ? [] : [keys, beginnings];
  const [find, counting] = limits === undefined ? [FIND, COUNT_SELECTED] : [FIND_WITHIN, COUNT_WITHIN];
  const found = await connection.query<{ letterId: string }>(find, [...filter, limit, isForRetry, ...ofLimits]);
  const [count] = await connection.query<{ fitting: number; refused: number }>(counting, [...filter, isForRetry, ...ofLimits]);
  const locked = await connection.query<{ command_id: string }>(LOCK_FREE, [found.map(({ letterId }) => letterId)]);
  const read = await connection.query<FoundLetter>(READ, [locked.map(({ command_id }) => command_id)]);
  const letters = read.filter(({ status, obstacle }) => status === 'Parked' && (obstacle === null || !isForRetry));
  return { letters, remaining: Math.max(0, (count?.fitting ?? 0) - letters.length), refused: count?.refused ?? 0 };
}

export interface RetriedLetter {
  readonly letterId: string;
  readonly actor: string | undefined;
}

export interface EndedLetter extends RetriedLetter {
  readonly outcome: LetterEnd;
  /** reason for discarding it, or the code of the rejection */
  readonly reason: string | undefined;
}

/** Key of a timer start event. */
export interface StartPlace {
  readonly key: string;
  readonly element: string;
  readonly definition: number;
}

export interface LetterRows {
  readonly retriedLetters: readonly RetriedLetter[];
  readonly endedLetters: readonly EndedLetter[];
  /** may fire again */
  readonly releasedTimers: readonly SubscriptionAddress[];
  readonly releasedStarts: readonly StartPlace[];
}

const RETRY: Statement = {
  name: 'retry-dead-letters',
  text: `update dead_letter set retried_at = statement_timestamp(), retried_by = actor
    from unnest($1::uuid[], $2::text[]) as t (command_id, actor) where dead_letter.command_id = t.command_id`,
};
const END: Statement = {
  name: 'end-dead-letters',
  text: `with gone as (
      delete from dead_letter using unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as t (command_id, outcome, actor, reason)
      where dead_letter.command_id = t.command_id
      returning dead_letter.*, t.outcome, coalesce(t.actor, dead_letter.retried_by) as ended_by, t.reason)
    insert into dead_letter_end (command_id, command, error, attempts, first_at, at, outcome, ended_at, ended_by, reason)
    select command_id, command, error, attempts, coalesce(first_at, at), at, outcome, statement_timestamp(), ended_by, reason from gone
    on conflict (command_id) do update set command = excluded.command, error = excluded.error, attempts = excluded.attempts,
      first_at = excluded.first_at, at = excluded.at, outcome = excluded.outcome, ended_at = excluded.ended_at,
      ended_by = excluded.ended_by, reason = excluded.reason`,
};
const RELEASE_TIMERS: Statement = {
  name: 'release-timers',
  text: `update timer set attempts = 1, leased_until = null from unnest($1::uuid[], $2::int[]) as t (instance_id, subscription)
    where timer.instance_id = t.instance_id and timer.subscription = t.subscription and leased_until = 'infinity'`,
};
const RELEASE_STARTS: Statement = {
  name: 'release-starts',
  text: `update start_trigger set attempts = 1, leased_until = null from unnest($1::text[], $2::text[], $3::int[]) as t (key, element, definition)
    where start_trigger.key = t.key and start_trigger.element = t.element and start_trigger.definition = t.definition
      and leased_until = 'infinity'`,
};

/** Ignores unknown ids. */
export function saveLetters(transaction: Transaction, rows: LetterRows): void {
  const { retriedLetters: retried, endedLetters: ended, releasedTimers: timers, releasedStarts: starts } = rows;
  if (retried.length > 0) transaction.enqueue(RETRY, [idsOf(retried), actorsOf(retried)]);
  if (ended.length > 0) {
    const outcomes = ended.map(({ outcome }) => outcome);
    transaction.enqueue(END, [idsOf(ended), outcomes, actorsOf(ended), ended.map(({ reason }) => reason ?? null)]);
  }
  if (timers.length > 0)
    transaction.enqueue(RELEASE_TIMERS, [
      timers.map(({ instanceId }) => instanceId),
      timers.map(({ subscription }) => subscription),
    ]);
  if (starts.length > 0)
    transaction.enqueue(RELEASE_STARTS, [
      starts.map(({ key }) => key),
      starts.map(({ element }) => element),
      starts.map(({ definition }) => definition),
    ]);
}

function idsOf(letters: readonly RetriedLetter[]): string[] {
  return letters.map(({ letterId }) => letterId);
}

function actorsOf(letters: readonly RetriedLetter[]): (string | null)[] {
  return letters.map(({ actor }) => actor ?? null);
}

const FORGET: Statement = {
  name: 'forget-dead-letters-2',
  text: 'delete from dead_letter_end where ended_at < statement_timestamp() - make_interval(secs => $1)',
};

/** Deletes letters that ended more than `seconds` ago. */
export async function forgetLetters(connection: Connection, seconds: number): Promise<void> {
  await connection.query(FORGET, [seconds]);
}
