import { isRetryable } from '../db/errors.ts';

/** Returns whether an error of a query means that the database is not reachable (docs/contributing/spec/http/errors.md#database-unreachable). */
export function isDatabaseUnreachable(error: unknown): boolean {
  return isRetryable(error);
}
