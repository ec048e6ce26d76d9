import type { Connection } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { LetterEnd, LetterFilter, LetterObstacle } from '../messages/dead-letters.ts';
import { type KeyLimits, splitPatterns } from '../platform/key-patterns.ts';

/** A locked dead letter. */
export interface FoundLetter {
  readonly letterId: string;
  readonly kind: string;
  readonly status: 'Parked' | 'Retrying' | LetterEnd;
  readonly instanceId: string | null;
  readonly processKey: string | null;
  readonly obstacle: LetterObstacle | 'ended' | null;
  readonly attempts: number;
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

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

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
      ${iso('retried_at')} as "retriedAt", retried_by as "retriedBy", ${iso('ended_at')} as "endedAt", command,
      sender_id as "senderId", position::text as position
    from dead_letters() where letter_id = any($1::uuid[]) order by last_at, letter_id`,
};
/** Filter with parameters `$1` to `$4`. */
const FITTING = `status = 'Parked' and ($1::text is null or kind = $1) and ($2::uuid is null or instance_id = $2)
  and ($3::text is null or process_key = $3) and ($4::timestamptz is null or last_at < $4)`;
/** Filter by the sender's key limits: parameter `at` has whole keys, the next one prefixes. */
const within = (at: number) => `(process_key = any($${at}::text[]) or process_key ^@ any($${at + 1}::text[]))`;
const findText = (condition: string) =>
  `select letter_id as "letterId" from dead_letters() where ${condition} and (obstacle is null or not $6) order by last_at, letter_id limit $5`;
const FIND: Statement = { name: 'find-dead-letters', text: findText(FITTING) };
const FIND_WITHIN: Statement = { name: 'find-dead-letters-within', text: findText(`${FITTING} and ${within(7)}`) };
const countText = (condition: string) =>
  `select count(*) filter (where obstacle is null or not $5)::int as fitting, count(*) filter (where obstacle is not null and $5)::int as refused
    from dead_letters() where ${condition}`;
const COUNT: Statement = { name: 'count-dead-letters', text: countText(FITTING) };
const COUNT_WITHIN: Statement = {
  name: 'count-dead-letters-within',
  text: countText(`${FITTING} and ${within(6)}`),
};

/** Locks a letter and reads it; undefined: unknown id. Waits for other commands on the same letter. */
export async function lockLetter(connection: Connection, letterId: string): Promise<FoundLetter | undefined> {
  await connection.query(LOCK, [[letterId]]);
  return (await connection.query<FoundLetter>(READ, [[letterId]]))[0];
}

/** Matching parked letters, oldest first, locked. */
export interface FittingLetters {
  readonly letters: readonly FoundLetter[];
  readonly remaining: number;
  readonly refused: number;
}

/**
 * Locks the oldest matching letters, without those that another transaction has locked.
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
  const [find, counting] = limits === undefined ? [FIND, COUNT] : [FIND_WITHIN, COUNT_WITHIN];
  const found = await connection.query<{ letterId: string }>(find, [...filter, limit, isForRetry, ...ofLimits]);
  const [count] = await connection.query<{ fitting: number; refused: number }>(counting, [...filter, isForRetry, ...ofLimits]);
  const locked = await connection.query<{ command_id: string }>(LOCK_FREE, [found.map(({ letterId }) => letterId)]);
  const read = await connection.query<FoundLetter>(READ, [locked.map(({ command_id }) => command_id)]);
  const letters = read.filter(({ status, obstacle }) => status === 'Parked' && (obstacle === null || !isForRetry));
  return { letters, remaining: Math.max(0, (count?.fitting ?? 0) - letters.length), refused: count?.refused ?? 0 };
}
