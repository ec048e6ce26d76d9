import { isRetryable } from '../db/errors.ts';

/**
 * Whether something thrown by a query means that the database cannot be reached, rather than that the query is wrong
 * (docs/contributing/spec/http/errors.md#database-unreachable).
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  return isRetryable(error);
}
