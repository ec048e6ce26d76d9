import { isAddressInUse, isRetryable } from '../../db/connection.ts';

/** The server ended the idle transaction while the command was decided. A retry takes as long again. */
export class OverlongRun extends Error {
  override readonly name = 'OverlongRun';
  /** Identifies the error: its message quotes a connection fault, which would be retried forever. */
  readonly code = 'OVERLONG_RUN';

  constructor(tookMs: number, cause: unknown) {
    const seconds = (tookMs / 1000).toFixed(1);
    super(`deciding took ${seconds} s, and the database ended the waiting transaction (${(cause as Error).message})`);
  }
}

/**
 * Converts the error of a session that the database ended because of a slow command; returns others unchanged.
 * @param longestMs time of the slowest command
 * @param idleInTransactionMs idle timeout of the database; undefined: none
 */
export function asOverlong(error: unknown, longestMs: number, idleInTransactionMs: number | undefined): unknown {
  if (idleInTransactionMs === undefined || longestMs < idleInTransactionMs || isAddressInUse(error)) return error;
  return isRetryable(error) ? new OverlongRun(longestMs, error) : error;
}
