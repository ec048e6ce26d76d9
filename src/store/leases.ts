/**
 * Due items fire in a transaction that locks them, so a worker that dies in it leaves no trace. Late items are therefore leased
 * first, in a separate transaction that counts the attempt. Others continue, and each attempt waits longer
 * (docs/contributing/spec/waiting.md#due-timer).
 */

/** From this age on something due is leased before it is fired: usually there was a downtime, but it may be what kills the workers. Unit: s. */
export const LATE_SECONDS = 5;
/** From this age on a timer waits for its instance instead of being tried again later: the instance is always locked. Unit: s. */
export const HARD_SECONDS = 0.3;
/** How long the first lease lasts when it is not ended. Longer than firing takes. Unit: s. */
export const FIRST_LEASE_SECONDS = 15;
/** An hour. Unit: s. */
const LAST_LEASE_SECONDS = 3600;

/** How long the next lease lasts, from the attempts before it: four times as long as the one before. An interval in SQL. */
export const LEASE = `make_interval(secs => least(${FIRST_LEASE_SECONDS} * power(4, least(greatest(attempts - 1, 0), 10)), ${LAST_LEASE_SECONDS}))`;

/** Attempts are counted up to here, so that no count overflows its column. */
const MAX_ATTEMPTS = 1000;

/** The number of the attempt that begins: the first one that is counted is the second, because one on time may have gone before it. In SQL. */
export const BEGUN = `least(greatest(attempts, 1) + 1, ${MAX_ATTEMPTS})`;

/** An item is late in SQL if it was due long ago, or before this worker started (the parameter): another worker should have fired it. */
export const lateBefore = (parameter: string) =>
  `greatest(statement_timestamp() - make_interval(secs => ${LATE_SECONDS}), ${parameter}::timestamptz)`;
export const LATE = lateBefore('$2');
/** The beginning of a worker that never began. */
export const NO_BEGINNING = '-infinity';

/** How an attempt has ended. */
export interface LeaseEnd {
  /** until the next one may begin */
  readonly seconds: number;
  /** it counts although its end is known: it has taken so long that the next one will, too */
  readonly isCounted?: boolean;
}

/**
 * Updates of an attempt at its end (`seconds`, `counted`: 0 or 1). Only attempts without an end and slow ones count. A count of
 * 1 means that no worker died of the row; a higher one marks a poison item. In SQL.
 */
export const ended = (seconds: string, counted: string) =>
  `attempts = greatest(attempts - 1 + ${counted}, 1),
    leased_until = clock_timestamp() + make_interval(secs => ${seconds})`;
