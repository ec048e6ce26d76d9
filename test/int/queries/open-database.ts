import type { Kysely } from 'kysely';
import { openKysely } from '../../../src/db/kysely.ts';
import { openPool, type Pool } from '../../../src/db/pool.ts';
import type { Database } from '../../../src/db/tables.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

/** A fresh database with a query builder over it. */
export interface OpenDatabase {
  readonly db: Kysely<Database>;
  close(): Promise<void>;
}

export async function openDatabase(): Promise<OpenDatabase> {
  const database: TestDatabase = await createTestDatabase();
  const pool: Pool = openPool(database.url, { max: 4, applicationName: 'test' });
  return {
    db: openKysely(pool),
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
