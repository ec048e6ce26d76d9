/**
 * What is due is fired in a transaction that holds it, and nothing tells of a worker that died in it. So whatever is late is leased first, in a
 * transaction of its own, with a count of the attempts: the others go on meanwhile, and each attempt waits longer (docs/spec/waiting.md#due-timer).
 */

/** From this age on something due is leased before it is fired: usually there was a downtime, but it may be what ends the workers. Unit: s. */
export const LATE_SECONDS = 5;
/** From this age on a timer waits for its instance instead of looking again later: others always have the instance in hand. Unit: s. */
export const HARD_SECONDS = 0.3;
/** How long the first lease lasts when nobody ends it. Longer than firing takes. Unit: s. */
export const FIRST_LEASE_SECONDS = 15;
/** An hour. Unit: s. */
const LAST_LEASE_SECONDS = 3600;

/** How long the next lease lasts, from the attempts before it: four times as long as the one before. An interval in SQL. */
export const LEASE = `make_interval(secs => least(${FIRST_LEASE_SECONDS} * power(4, least(attempts, 10)), ${LAST_LEASE_SECONDS}))`;

/** Attempts are counted up to here: what fails once a minute for ever must not outgrow its column. */
export const MAX_ATTEMPTS = 1000;

/** The count when an attempt begins. In SQL. */
export const BEGUN = `least(attempts + 1, ${MAX_ATTEMPTS})`;

/**
 * The count when an attempt ends, `seconds` before the next one may begin. One that found its instance in others' hands (no wait) has told nothing
 * and does not count, or a crash of the worker would make a timer of a busy instance wait for an hour. In SQL.
 */
export const endedAfter = (seconds: string) => `greatest(attempts - case when ${seconds} > 0 then 0 else 1 end, 1)`;
