import type { Kysely } from 'kysely';
import { isRetryable } from '../db/errors.ts';
import type { Database } from '../db/tables.ts';

/** Returns whether an error of a query means that the database is not reachable (docs/contributing/spec/http/errors.md#database-unreachable). */
export function isDatabaseUnreachable(error: unknown): boolean {
  return isRetryable(error);
}

/** Database handle of all queries, created at the start of a process. */
export type ReadDatabase = Kysely<Database>;
