import { inSeconds } from '../db/statement.ts';

/**
 * Due items fire in a transaction that locks them, so a worker that dies in it leaves no trace. Late items are therefore leased first, in a transaction that
 * counts the attempt. Each attempt waits longer (docs/contributing/spec/waiting.md#due-timer).
 */

/** Age from which a due item is leased before it fires: usually after a downtime, but the item may be what kills workers. */
export const LATE_SECONDS = 5;
/** Age from which a timer waits for its locked instance instead of a later retry: the instance may always be locked. */
export const HARD_SECONDS = 0.3;
/** First lease: longer than firing takes. */
export const FIRST_LEASE_SECONDS = 15;
const LAST_LEASE_SECONDS = 3600;

/** SQL. Each lease lasts four times as long as the previous one. */
export const LEASE_END = inSeconds(
  `least(${FIRST_LEASE_SECONDS} * power(4, least(greatest(attempts - 1, 0), 10)), ${LAST_LEASE_SECONDS})`,
);

/** Limit that keeps the attempt count within its column. */
const MAX_ATTEMPTS = 1000;

/** SQL. The first counted attempt is number 2, because one on time may have preceded it. */
export const BEGUN = `least(greatest(attempts, 1) + 1, ${MAX_ATTEMPTS})`;

/** Due long ago, or before the start of this worker (the parameter): others should have fired it. */
export const lateBefore = (parameter: string) =>
  `greatest(statement_timestamp() - make_interval(secs => ${LATE_SECONDS}), ${parameter}::timestamptz)`;
export const LATE = lateBefore('$2');
/** Start time of a worker that has no earlier items. */
export const NO_BEGINNING = '-infinity';

export interface LeaseEnd {
  /** delay before the next attempt */
  readonly seconds: number;
  /** it was so slow that the next one will be slow too */
  readonly isCounted?: boolean;
}

/**
 * `counted`: 0 or 1. Only attempts without an end and slow ones count. A count of 1 means that no worker died of the row; a higher one marks a poison item.
 */
export const ended = (seconds: string, counted: string) =>
  `attempts = greatest(attempts - 1 + ${counted}, 1),
    leased_until = statement_timestamp() + make_interval(secs => ${seconds})`;
