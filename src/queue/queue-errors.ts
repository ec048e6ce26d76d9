import type { Logger } from '../platform/log.ts';

/** How BullMQ begins to report a lock that it could not renew: it emits a plain error, without a code. */
const LOST_LOCK = 'could not renew lock';

/**
 * Logs errors of BullMQ. An unrenewed job lock of a busy replica does not mean an unreachable queue: the job is delivered
 * again, and its commands are answered from the inbox.
 */
export function logQueueErrors(log: Logger): (error: Error) => void {
  return ({ message: ErrorMessage }) => {
    if (ErrorMessage.startsWith(LOST_LOCK)) log.event('job-lock-lost', { ErrorMessage });
    else log.event('queue-unreachable', { Operation: 'connection', ErrorMessage });
  };
}
