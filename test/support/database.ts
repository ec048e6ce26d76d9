import { randomBytes } from 'node:crypto';
import { runMigrations } from 'bullmq';
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { QUEUE_SCHEMA } from '../../src/queue/postgres-backend.ts';
import { atEndOfRun } from './end-of-run.ts';
import { firstPositions, setSequences } from './positions.ts';
import { startTestServer, type TestServer } from './test-postgres.ts';

/** A database for one test file. */
export interface TestDatabase {
  readonly url: string;
  /** ends every connection to it and removes it */
  drop(): Promise<void>;
}

let server: Promise<TestServer> | undefined;
let template: Promise<string> | undefined;
const made = { file: process.env['TEST_FILE'], databases: 0 };

/**
 * Creates a database with all tables, or an empty one for tests of the migrator (`isMigrated: false`). The positions of its rows start at the value of a seed:
 * `PROPERTY_SEED` and the number of databases of the test file.
 * All databases of a run are on one server: that of the environment variable TEST_DATABASE_URL (its user may create databases),
 * else an embedded one that starts with the first call and stops after the last test.
 */
export async function createTestDatabase(options: { isMigrated?: boolean } = {}): Promise<TestDatabase> {
  template ??= options.isMigrated === false ? undefined : makeTemplate();
  const source = options.isMigrated === false ? 'template0' : await template;
  const name = await createDatabase(source ?? 'template0');
  // a copy of a database is the same installation until it gets a new id
  const begin = `update installation set id = gen_random_uuid(); update feed_head set id = gen_random_uuid(); ${setSequences(firstPositions(nextSeed()))}`;
  if (options.isMigrated !== false) await runSql(await urlOf(name), begin);
  return { url: await urlOf(name), drop: () => dropDatabase(name) };
}

/** Migrates an unused database. The positions of its rows start at the value of the seed. */
export async function migrateNew(url: string, seed: number): Promise<void> {
  await migrate(url);
  await runSql(url, setSequences(firstPositions(seed)));
}

/** The same for the n-th database of a file whatever ran before it in this process. */
function nextSeed(): number {
  const file = process.env['TEST_FILE'];
  if (file !== made.file) Object.assign(made, { file, databases: 0 });
  made.databases += 1;
  return Number(process.env['PROPERTY_SEED'] ?? 1) + made.databases;
}

/** A database with all tables, those of BullMQ included: copying it is faster than migrating again. */
async function makeTemplate(): Promise<string> {
  const name = await createDatabase('template0');
  await migrate(await urlOf(name));
  await withClient(await urlOf(name), (client) => runMigrations(client as never, QUEUE_SCHEMA));
  return name;
}

async function createDatabase(source: string): Promise<string> {
  const name = `sluice_test_${randomBytes(6).toString('hex')}`;
  await runSql(await serverUrl(), `create database ${name} template ${source} strategy file_copy`);
  return name;
}

async function dropDatabase(name: string): Promise<void> {
  await runSql(await serverUrl(), `drop database if exists ${name} with (force)`);
}

async function urlOf(name: string): Promise<string> {
  const url = new URL(await serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

async function serverUrl(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return given;
  server ??= startTestServer();
  return (await server).url;
}

async function runSql(url: string, sql: string): Promise<void> {
  await withClient(url, (client) => client.query(sql));
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

atEndOfRun('stop the test database server', async () => {
  if (server !== undefined) await (await server).stop();
  else if (template !== undefined) await dropDatabase(await template);
  server = undefined;
  template = undefined;
});
