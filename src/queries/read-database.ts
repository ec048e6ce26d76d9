import type { Kysely } from 'kysely';
import type { Database } from '../db/tables.ts';

/** The handle that queries read through; whoever starts a process makes it and passes it in. */
export type ReadDatabase = Kysely<Database>;
