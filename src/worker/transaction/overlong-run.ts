import { isAddressInUse, isRetryable } from '../../db/connection.ts';

/**
 * Deciding a command took so long that the server had ended the idle transaction by then. Nothing but the command is at fault: a repeat takes as long
 * again.
 */
export class OverlongRun extends Error {
  override readonly name = 'OverlongRun';
  /** Recognized by its code, not by its words: they quote the fault of the connection, which would be retried for ever. */
  readonly code = 'OVERLONG_RUN';

  constructor(tookMs: number, cause: unknown) {
    const seconds = (tookMs / 1000).toFixed(1);
    super(`deciding took ${seconds} s, and the database ended the waiting transaction (${(cause as Error).message})`);
  }
}

/**
 * The error of a session that the database ended because a command was decided for too long; else the same one.
 * @param longestMs what the slowest command took
 * @param idleInTransactionMs after this time without a statement the database ends a transaction; undefined: it never does
 */
export function asOverlong(error: unknown, longestMs: number, idleInTransactionMs: number | undefined): unknown {
  if (idleInTransactionMs === undefined || longestMs < idleInTransactionMs || isAddressInUse(error)) return error;
  return isRetryable(error) ? new OverlongRun(longestMs, error) : error;
}
