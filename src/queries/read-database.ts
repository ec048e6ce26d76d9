import type { Kysely } from 'kysely';
import { isRetryable } from '../db/errors.ts';
import type { Database } from '../db/tables.ts';

/** See docs/contributing/spec/http/errors.md#database-unreachable. */
export function isDatabaseUnreachable(error: unknown): boolean {
  return isRetryable(error);
}

/** Database for all queries, created at the start of a process. */
export type ReadDatabase = Kysely<Database>;
