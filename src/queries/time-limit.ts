import { sql } from 'kysely';
import { isStatementTimeout } from '../db/errors.ts';
import type { ReadDatabase } from './read-database.ts';

/** Reads in a transaction whose statements take at most `ms` each. Undefined: one of them took longer. */
export async function readInTime<T>(
  db: ReadDatabase,
  ms: number,
  read: (transaction: ReadDatabase) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = ${sql.lit(ms)}`.execute(transaction);
      return await read(transaction);
    });
  } catch (error) {
    if (!isStatementTimeout(error)) throw error;
    return undefined;
  }
}
