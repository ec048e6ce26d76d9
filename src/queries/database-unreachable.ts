import { isRetryable } from '../db/errors.ts';

/** No such host, no such socket file: final for a transaction that wants to be repeated, but not the fault of a query. */
const NO_SUCH_ADDRESS = new Set<unknown>(['ENOTFOUND', 'ENOENT']);

/** Whether something thrown by a query means that the database cannot be reached, rather than that the query is wrong (row 12c). */
export function isDatabaseUnreachable(error: unknown): boolean {
  return isRetryable(error) || (error instanceof Error && NO_SUCH_ADDRESS.has((error as { code?: unknown }).code));
}
