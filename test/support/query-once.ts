import pg from 'pg';

/** Runs one statement on a database, by its own connection. */
export async function queryOnce(databaseUrl: string, text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  return client.query(text, [...values]).finally(() => client.end());
}
