import type { Logger } from '../platform/log.ts';

/** Start of BullMQ's message about a lock that it could not renew; the error has no code. */
const LOST_LOCK = 'could not renew lock';

/**
 * Logs errors of BullMQ. An unrenewed job lock of a busy replica does not mean an unreachable queue: the job is delivered again, and its commands get
 * their recorded replies.
 */
export function logQueueErrors(log: Logger): (error: Error) => void {
  return ({ message: ErrorMessage }) => {
    if (ErrorMessage.startsWith(LOST_LOCK)) log.event('job-lock-lost', { ErrorMessage });
    else log.event('queue-unreachable', { Operation: 'connection', ErrorMessage });
  };
}
