import type { Kysely } from 'kysely';
import type { Database } from '../db/tables.ts';

/** Database handle of all queries, created at the start of a process. */
export type ReadDatabase = Kysely<Database>;
