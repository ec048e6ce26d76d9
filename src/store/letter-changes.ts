import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { LetterEnd } from '../messages/dead-letters.ts';
import type { SubscriptionAddress } from './subscriptions.ts';

/** A retried letter and its operator. */
export interface RetriedLetter {
  readonly letterId: string;
  readonly actor: string | undefined;
}

/** An ended letter. */
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

/** Changes of one transaction to dead letters. */
export interface LetterRows {
  readonly retriedLetters: readonly RetriedLetter[];
  readonly endedLetters: readonly EndedLetter[];
  /** parked timers that may fire again */
  readonly releasedTimers: readonly SubscriptionAddress[];
  readonly releasedStarts: readonly StartPlace[];
}

const RETRY: Statement = {
  name: 'retry-dead-letters',
  text: `update dead_letter set retried_at = clock_timestamp(), retried_by = actor
    from unnest($1::uuid[], $2::text[]) as t (command_id, actor) where dead_letter.command_id = t.command_id`,
};
const END: Statement = {
  name: 'end-dead-letters',
  text: `with gone as (
      delete from dead_letter using unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as t (command_id, outcome, actor, reason)
      where dead_letter.command_id = t.command_id
      returning dead_letter.*, t.outcome, coalesce(t.actor, dead_letter.retried_by) as ended_by, t.reason)
    insert into dead_letter_end (command_id, command, error, attempts, first_at, at, outcome, ended_at, ended_by, reason)
    select command_id, command, error, attempts, coalesce(first_at, at), at, outcome, clock_timestamp(), ended_by, reason from gone
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

/** Writes changes of letters; ignores unknown ids. */
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
