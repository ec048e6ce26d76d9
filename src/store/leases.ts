/**
 * What is due is fired in a transaction that locks it, and a worker that died in it leaves no trace. So whatever is late is leased first, in a
 * transaction of its own, with a count of the attempts: the others go on meanwhile, and each attempt waits longer (docs/spec/waiting.md#due-timer).
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
export const LEASE = `make_interval(secs => least(${FIRST_LEASE_SECONDS} * power(4, least(attempts, 10)), ${LAST_LEASE_SECONDS}))`;

/** Attempts are counted up to here: the count of a timer that fails once a minute for ever must not overflow its column. */
export const MAX_ATTEMPTS = 1000;

/** The count when an attempt begins. In SQL. */
export const BEGUN = `least(attempts + 1, ${MAX_ATTEMPTS})`;

/**
 * The count when an attempt ends, `seconds` before the next one may begin. An attempt that found its instance locked (no wait) has shown nothing
 * and does not count; else a crash of the worker would make a timer of a busy instance wait for an hour. In SQL.
 */
export const endedAfter = (seconds: string) => `greatest(attempts - case when ${seconds} > 0 then 0 else 1 end, 1)`;
