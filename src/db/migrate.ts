import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Migration, Migrator, sql } from 'kysely';
import { ConfigError } from '../platform/config/config.ts';
import { packageRoot } from '../platform/version.ts';
import { openKysely } from './kysely.ts';
import { openPool, type Pool } from './pool.ts';
import { splitStatements } from './split-statements.ts';

/** A version is the number of the last migration, 0 for an empty database. */
export interface MigrationResult {
  readonly from: number;
  readonly to: number;
}

const MIGRATIONS = join(packageRoot, 'migrations');
const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/;
const TABLE = 'schema_migration';

export const schemaVersion: number = Math.max(0, ...migrationFiles().map(versionOf));

/**
 * Runs all missing files in one transaction with a lock, so that several replicas can call it concurrently. Sends statements one by one, because some
 * databases reject a text with several. Changes nothing if the schema is newer than this code, as during an upgrade. Rejects if a file fails.
 */
export async function migrate(target: Pool | string): Promise<MigrationResult> {
  if (typeof target === 'string') return withOwnPool(target, migrate);
  const from = await readSchemaVersion(target);
  if (from >= schemaVersion) return { from, to: from };
  const migrator = new Migrator({
    db: openKysely(target),
    provider: { getMigrations: async () => readMigrations() },
    migrationTableSchema: await readSchema(target), // without it, the table of any schema counts
    migrationTableName: TABLE,
    migrationLockTableName: `${TABLE}_lock`,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw new Error(failed === undefined ? 'the schema could not be migrated' : `migration ${failed} failed`, { cause: error });
  }
  return { from, to: await readSchemaVersion(target) };
}

/** 0 if no migration has run. */
export async function readSchemaVersion(target: Pool | string): Promise<number> {
  if (typeof target === 'string') return withOwnPool(target, readSchemaVersion);
  const found = await target.query<{ present: boolean }>('select to_regclass($1) is not null as present', [TABLE]);
  if (found.rows[0]?.present !== true) return 0;
  const applied = await target.query<{ name: string }>(`select name from ${TABLE}`);
  return Math.max(0, ...applied.rows.map((row) => versionOf(row.name)));
}

/** The schema of `search_path` with the tables, otherwise the first one that exists. Rejects with ConfigError if none exists. */
async function readSchema(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ schema: string | null; path: string }>(READ_SCHEMA, [TABLE]);
  const { schema = null, path = '' } = rows[0] ?? {};
  if (schema !== null) return schema;
  throw new ConfigError(
    'DATABASE_URL',
    `names a search_path (${path}) of which no schema exists: create it with 'create schema'`,
  );
}

const READ_SCHEMA = `select current_setting('search_path') as path,
  coalesce((select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = to_regclass($1)), current_schema()) as schema`;

async function withOwnPool<T>(url: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = openPool(url, { max: 2, applicationName: 'sluice migrate', answerTimeoutMs: 0 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

function migrationFiles(): readonly string[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => FILE.test(name))
    .sort();
}

function readMigrations(): Record<string, Migration> {
  const entries = migrationFiles().map((file) => {
    const statements = splitStatements(readFileSync(join(MIGRATIONS, file), 'utf8'));
    const up: Migration['up'] = async (db) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    };
    return [file.replace('.sql', ''), { up }] as const;
  });
  return Object.fromEntries(entries);
}

function versionOf(name: string): number {
  return Number.parseInt(name.slice(0, 4), 10);
}
