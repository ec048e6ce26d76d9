import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from './pool.ts';
import type { Database } from './tables.ts';

/** The query builder over a pool, for the read side. The owner of the pool ends it; do not call `destroy`. */
export function openKysely(pool: Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
