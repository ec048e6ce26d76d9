/**
 * What is due is fired in a transaction that holds it, and nothing tells of a worker that died in it. So whatever is late is leased first, in a
 * transaction of its own, with a count of the attempts: the others go on meanwhile, and each attempt waits longer (bpmn.md TM3).
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
