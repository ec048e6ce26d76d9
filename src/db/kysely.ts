import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { type Connection, poolConnection } from './connection.ts';
import type { Pool } from './pool.ts';
import type { Statement } from './statement.ts';
import type { Database } from './tables.ts';

/** Query builder without a connection: compiles queries that a `Connection` runs. */
export const compilingDatabase = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** For queries inside the transaction of the connection. It cannot begin a transaction. */
export function kyselyOn(connection: Connection): Kysely<Database> {
  const single = {
    executeQuery: async <R>({ sql: text, parameters }: CompiledQuery) => ({
      rows: (await connection.query({ name: '', text }, parameters)) as R[],
    }),
    streamQuery: () => {
      throw new Error('rows of a transaction are not streamed');
    },
  };
  class ConnectionDriver extends DummyDriver {
    override async acquireConnection() {
      return single;
    }
  }
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ConnectionDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

const pools = new WeakMap<Kysely<Database>, Pool>();

/** Do not call its `destroy`: the owner of the pool ends the pool. */
export function openKysely(pool: Pool): Kysely<Database> {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  return db;
}

/**
 * Parsing and planning a short statement takes longer than executing it. Inside a transaction, runs it unprepared. Use it only for statements with one good
 * plan for all values.
 */
export async function readPrepared<Row extends object>(
  db: Kysely<Database>,
  statement: Statement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const pool = pools.get(db);
  if (pool !== undefined) return poolConnection(pool).query<Row>(statement, values);
  return (await db.executeQuery<Row>(CompiledQuery.raw(statement.text, [...values]))).rows;
}
