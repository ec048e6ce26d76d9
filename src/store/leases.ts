import { inSeconds } from '../db/statement.ts';

/**
 * Due items fire in a transaction that locks them, so a worker that dies in it leaves no trace. Late items are therefore leased
 * first, in a separate transaction that counts the attempt. Others continue, and each attempt waits longer
 * (docs/contributing/spec/waiting.md#due-timer).
 */

/** Age from which a due item is leased before it fires: usually after a downtime, but the item may be what kills workers. */
export const LATE_SECONDS = 5;
/** Age from which a timer waits for its locked instance instead of a later retry: the instance may always be locked. */
export const HARD_SECONDS = 0.3;
/** Duration of the first lease, longer than firing takes. */
export const FIRST_LEASE_SECONDS = 15;
const LAST_LEASE_SECONDS = 3600;

/** End of the next lease, which lasts four times as long as the previous one. SQL. */
export const LEASE_END = inSeconds(
  `least(${FIRST_LEASE_SECONDS} * power(4, least(greatest(attempts - 1, 0), 10)), ${LAST_LEASE_SECONDS})`,
);

/** Limit of the attempt count, so that it does not overflow its column. */
const MAX_ATTEMPTS = 1000;

/** Number of the attempt that begins. The first counted one is number 2, because one on time may have preceded it. SQL. */
export const BEGUN = `least(greatest(attempts, 1) + 1, ${MAX_ATTEMPTS})`;

/** Latest due time of a late item: long ago, or before the start of this worker (the parameter), so that others should have fired it. SQL. */
export const lateBefore = (parameter: string) =>
  `greatest(statement_timestamp() - make_interval(secs => ${LATE_SECONDS}), ${parameter}::timestamptz)`;
export const LATE = lateBefore('$2');
/** Start time of a worker that has no earlier items. */
export const NO_BEGINNING = '-infinity';

/** End of an attempt. */
export interface LeaseEnd {
  /** delay before the next attempt */
  readonly seconds: number;
  /** counts the attempt: it was so slow that the next one will be slow too */
  readonly isCounted?: boolean;
}

/**
 * Updates of an attempt at its end (`seconds`, `counted`: 0 or 1). Only attempts without an end and slow ones count. A count of
 * 1 means that no worker died of the row; a higher one marks a poison item. In SQL.
 */
export const ended = (seconds: string, counted: string) =>
  `attempts = greatest(attempts - 1 + ${counted}, 1),
    leased_until = statement_timestamp() + make_interval(secs => ${seconds})`;
