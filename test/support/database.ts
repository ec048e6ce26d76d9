import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { startTestServer, type TestServer } from './test-postgres.ts';

/** A database nobody else uses. */
export interface TestDatabase {
  readonly url: string;
  /** ends every connection to it and removes it */
  drop(): Promise<void>;
}

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
let server: Promise<TestServer> | undefined;

/**
 * Makes a fresh database with all tables, or an empty one for tests of the migrator (`isMigrated: false`).
 * All databases of a run live on one server: that of the environment variable TEST_DATABASE_URL (its user may create databases),
 * else an embedded one that starts with the first call and stops after the last test.
 */
export async function createTestDatabase(options: { isMigrated?: boolean } = {}): Promise<TestDatabase> {
  const admin = await serverUrl();
  const name = `sluice_test_${randomBytes(6).toString('hex')}`;
  await runSql(admin, `create database ${name} template template0`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  if (options.isMigrated !== false) await runSql(url.href, await schemaSql());
  return { url: url.href, drop: () => runSql(admin, `drop database if exists ${name} with (force)`) };
}

async function serverUrl(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return given;
  server ??= startTestServer();
  return (await server).url;
}

async function schemaSql(): Promise<string> {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  return (await Promise.all(files.map((name) => readFile(new URL(name, MIGRATIONS), 'utf8')))).join('\n');
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

// Registered while mocha loads the first file that needs a database: a hook of the root suite, so it runs after every test.
if (typeof after === 'function') {
  after('stop the test database server', async () => {
    await (await server)?.stop();
    server = undefined;
  });
}
