import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readHome, readInstallation } from '../../db/installation.ts';
import { readSchemaVersion, schemaVersion } from '../../db/migrate.ts';
import { openPool, type Pool } from '../../db/pool.ts';
import { probeServers, type ServerFacts } from '../../db/secured-connection.ts';
import { doesApiRequireTokens } from '../../db/settings.ts';
import { defaultDataDir, PROCESS, readDatabaseAddress } from '../../platform/config/config-process.ts';
import { AUTHENTICATION } from '../../platform/config/config-security.ts';
import { namedDatabases } from '../../platform/config/config-shards.ts';
import { keyOf, type Setting } from '../../platform/config/setting.ts';
import { errorMessage } from '../../platform/redact.ts';
import { withTimeout } from '../../platform/retry.ts';

/** About the configuration; a sentence for users. */
export interface DoctorFinding {
  /** `wrong`: a start fails, or settings have no effect. `notice`: the effect may be unexpected. */
  readonly kind: 'wrong' | 'notice';
  readonly text: string;
}

export function wrong(text: string): DoctorFinding {
  return { kind: 'wrong', text };
}

export function notice(text: string): DoctorFinding {
  return { kind: 'notice', text };
}

/** Returns undefined if invalid, which is a separate finding. */
export type Lenient = <T>(setting: Setting<T>) => T | undefined;

const TIMEOUT_MS = 5000;

export interface DatabaseFacts {
  readonly findings: readonly DoctorFinding[];
  /** undefined: the database is not reachable */
  readonly installation?: string;
  /** result of `readHome`; a restored dump has another one */
  readonly home?: string;
  /** by name; absent: one database */
  readonly shards?: ReadonlyMap<string, DatabaseFacts>;
}

/** SHARDS or DATABASE_URL (reachable, matching schema, durable commits), or the folder of the embedded one. */
export async function checkDatabase(read: Lenient): Promise<DatabaseFacts> {
  const { databaseUrl, shards } = PROCESS.shape;
  const text = read(shards);
  if (text !== undefined) return checkShards(text, read);
  const url = read(databaseUrl);
  if (url === undefined) return { findings: checkFolder(resolve(read(PROCESS.shape.dataDir) ?? defaultDataDir())) };
  return checkOne(url, keyOf(databaseUrl), read);
}

/** Facts of the first shard, findings of all. */
async function checkShards(text: string, read: Lenient): Promise<DatabaseFacts> {
  const checks = namedDatabases(text).map(async ({ name, databaseUrl }) => {
    return [name, await checkOne(databaseUrl, keyOf(PROCESS.shape.shards), read)] as const;
  });
  const shards = await Promise.all(checks);
  const findings = shards.flatMap(([name, facts]) => ofShard(name, facts.findings));
  return { ...shards[0]?.[1], findings, shards: new Map(shards) };
}

function ofShard(name: string, findings: readonly DoctorFinding[]): readonly DoctorFinding[] {
  return findings.map(({ kind, text }) => ({ kind, text: `Shard '${name}': ${text}` }));
}

/** @param key setting with the address */
async function checkOne(url: string, key: string, read: Lenient): Promise<DatabaseFacts> {
  const pool = openPool(url, { max: 1, applicationName: 'sluice doctor' });
  try {
    const servers = await probeServers(url);
    const facts = await withTimeout(checkServer(pool, read), TIMEOUT_MS, 'the database');
    const ofAddress = [...serverFindings(servers, key), ...tlsFindings(url, key)];
    return { ...facts, findings: [...facts.findings, ...ofAddress] };
  } catch (error) {
    return { findings: [wrong(`The database of ${key} cannot be used: ${errorMessage(error)}.`)] };
  } finally {
    await pool.end();
  }
}

/** One server must accept writes, the others must be able to replace it. */
function serverFindings(servers: readonly ServerFacts[], key: string): readonly DoctorFinding[] {
  const writing = servers.filter(({ takesWrites }) => takesWrites === true);
  const names = writing.map(({ server }) => `${server.host}:${server.port}`).join(' and ');
  const two = `Two servers of ${key} take writes (${names}): stop the one that was replaced before it accepts work.`;
  const failed = servers.filter(({ error }) => error !== undefined);
  return [
    ...(writing.length > 1 ? [wrong(two)] : []),
    ...failed.map(({ server: { host, port }, error }) =>
      notice(`The server ${host}:${port} of ${key} cannot be used: ${errorMessage(error)}.`),
    ),
  ];
}

async function checkServer(pool: Pool, read: Lenient): Promise<DatabaseFacts> {
  const found = await readSchemaVersion(pool);
  const findings = [...schemaFindings(found), ...(await durabilityFindings(pool))];
  if (found < schemaVersion) return { findings };
  const [installation, home] = [await readInstallation(pool), await readHome(pool)];
  return { findings: [...findings, ...(await authorityFindings(pool, read))], installation, home };
}

/** The API on this database requires tokens, but this process has no issuer. */
async function authorityFindings(pool: Pool, read: Lenient): Promise<readonly DoctorFinding[]> {
  const { authority } = AUTHENTICATION.shape;
  if (read(authority) !== undefined || !(await doesApiRequireTokens(pool))) return [];
  const without = `without ${keyOf(authority)}, as here, pages are read-only and an API is open to all users who can reach it`;
  return [notice(`The API on this database requires tokens: ${without}.`)];
}

/** TLS modes without protection against a man in the middle. */
function tlsFindings(url: string, key: string): readonly DoctorFinding[] {
  const address = readDatabaseAddress(url);
  const mode = address.ok ? address.value.mode : undefined;
  if (mode === 'allow' || mode === 'prefer')
    return [notice(`sslmode=${mode} in ${key} also accepts a connection without TLS, and checks no certificate.`)];
  if (mode === 'require')
    return [notice(`sslmode=require in ${key} encrypts but checks no certificate; verify-full with sslrootcert does.`)];
  return [];
}

function schemaFindings(found: number): readonly DoctorFinding[] {
  if (found < schemaVersion) {
    const state = found === 0 ? 'has no tables of Sluice yet' : `is at schema version ${found}`;
    return [wrong(`The database ${state}, version ${schemaVersion} is needed: run \`npm run migrate\`.`)];
  }
  if (found === schemaVersion) return [];
  return [notice(`The database is at schema version ${found}, newer than ${schemaVersion}, which this release brings.`)];
}

/** Settings without which a crash can lose committed transactions. */
async function durabilityFindings(pool: Pool): Promise<readonly DoctorFinding[]> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit') and setting = 'off' order by name`,
  );
  return rows.map(({ name }) => wrong(`The database runs with ${name} off: a crash can lose acknowledged work.`));
}

function checkFolder(folder: string): readonly DoctorFinding[] {
  let existing = folder;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
    readdirSync(existing); // an existing path must be a folder
    return [];
  } catch {
    return [wrong(`The embedded database cannot write to ${folder}: choose another DATA_DIR, or set DATABASE_URL.`)];
  }
}

/**
 * Each replica of DATABASE_REPLICA_URL responds, is a standby of its database, and does not cancel long reads. A service also works without it. Unknown names
 * are an error of the configuration.
 */
export async function checkReplica(read: Lenient, facts: DatabaseFacts): Promise<readonly DoctorFinding[]> {
  const { databaseReplicaUrl, databaseUrl, shards } = PROCESS.shape;
  const text = read(databaseReplicaUrl);
  if (text === undefined) return [];
  const named = namedDatabases(text);
  if (named.length === 0) return checkOneReplica(text, facts, keyOf(read(shards) === undefined ? databaseUrl : shards));
  const checks = named.map(async ({ name, databaseUrl: url }) => {
    const ofPrimary = facts.shards?.get(name);
    return ofPrimary === undefined ? [] : ofShard(name, await checkOneReplica(url, ofPrimary, keyOf(shards)));
  });
  return (await Promise.all(checks)).flat();
}

/** @param primaryKey setting with the address of the primary */
async function checkOneReplica(
  url: string,
  facts: Pick<DatabaseFacts, 'installation' | 'home'>,
  primaryKey: string,
): Promise<readonly DoctorFinding[]> {
  const { databaseReplicaUrl } = PROCESS.shape;
  const pool = openPool(url, { max: 1, applicationName: 'sluice doctor' });
  try {
    const findings = await withTimeout(checkReplicaServer(pool, facts, primaryKey), TIMEOUT_MS, 'the replica');
    return [...findings, ...tlsFindings(url, keyOf(databaseReplicaUrl))];
  } catch (error) {
    const why = `The replica of ${keyOf(databaseReplicaUrl)} cannot be used: ${errorMessage(error)}`;
    return [wrong(`${why}. Until it can, lists are read on the primary.`)];
  } finally {
    await pool.end();
  }
}

async function checkReplicaServer(
  pool: Pool,
  { installation, home }: Pick<DatabaseFacts, 'installation' | 'home'>,
  primaryKey: string,
): Promise<readonly DoctorFinding[]> {
  const { rows } = await pool.query<{ follows: boolean; feedback: boolean }>(
    `select pg_is_in_recovery() as follows, current_setting('hot_standby_feedback')::bool as feedback`,
  );
  if (rows[0]?.follows !== true)
    return [wrong('The server of DATABASE_REPLICA_URL follows no primary: lists are read on the primary.')];
  const isOther = installation !== undefined && (await readInstallation(pool)) !== installation;
  if (isOther || (home !== undefined && (await readHome(pool)) !== home))
    return [wrong(`DATABASE_REPLICA_URL names a replica of another database than ${primaryKey}: lists are read on the primary.`)];
  if (rows[0].feedback) return [];
  return [
    notice(
      'The replica runs with hot_standby_feedback off: vacuum on the primary cancels reads there, which the primary repeats.',
    ),
  ];
}
