import type { Kysely } from 'kysely';
import type { Database } from '../db/tables.ts';

/** The handle of all queries. The start of a process creates it and passes it on. */
export type ReadDatabase = Kysely<Database>;
