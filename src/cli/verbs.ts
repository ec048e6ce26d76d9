import { isAccessRefused, isMissingRight, isRetryable } from '../db/errors.ts';
import { renewInstallation } from '../db/installation.ts';
import { type MigrationResult, migrate, readSchemaVersion, schemaVersion } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';
import { refusalOfShard } from '../db/shard-place.ts';
import { ConfigError } from '../platform/config/config.ts';
import { type FrontDoor, openFrontDoor } from '../platform/front-door.ts';
import type { Health, HealthPart } from '../platform/health.ts';
import { createHostCheck } from '../platform/host-check.ts';
import type { Logger } from '../platform/log.ts';
import { startMetricsServer } from '../platform/metrics/metrics-server.ts';
import { errorMessage } from '../platform/redact.ts';
import { retry, sleep } from '../platform/retry.ts';
import type { RoleConfig, RoleRuntime, RunningRole, ShardOfRole, StartRole } from '../platform/role.ts';
import { runtimesOfShards } from '../shards/shard-runtime.ts';
import { keepHeartbeat, keepRole, type PlainRoleName, ROLES, type RoleName, runtimeOf } from './roles.ts';
import { runJob, runService, type SluiceProcess, sharedDatabase } from './run-process.ts';

const DATABASE_RETRY = { firstDelayMs: 200, maxDelayMs: 2000 };

/** Limits of the wait for an unreachable database; default: none. */
export interface ReachOptions {
  readonly signal?: AbortSignal;
  readonly maxAttempts?: number;
}

/**
 * Waits for an unreachable database, which may be starting, and logs it (7044). Rejects with ConfigError if the server rejects the connection, so
 * that the start ends with 7042 (docs/contributing/spec/observability.md#unusable-values).
 */
async function reachSchemaVersion(url: string, log: Logger, options: ReachOptions = {}): Promise<number> {
  try {
    return await waiting(() => readSchemaVersion(url), log, options);
  } catch (error) {
    throw isOutage(error) || options.signal?.aborted ? error : unusable(error);
  }
}

/** Rejects like {@link reachSchemaVersion}, and with ConfigError if the user may not create tables. */
export async function reachAndMigrate(url: string, log: Logger, options: ReachOptions = {}): Promise<MigrationResult> {
  await reachSchemaVersion(url, log, options);
  try {
    return await waiting(() => migrate(url), log, options);
  } catch (error) {
    throw isMissingRight(error) ? unusable(error) : error;
  }
}

function waiting<T>(work: () => Promise<T>, log: Logger, options: ReachOptions): Promise<T> {
  return retry(work, {
    ...DATABASE_RETRY,
    ...options,
    isRetryable: isOutage,
    onRetry: (error) => log.event('database-unreachable', { Operation: 'start-up', ErrorMessage: errorMessage(error) }),
  });
}

/** Wait and retry. A rejected password is an error at the start; later it is retryable, because it may be being changed. */
function isOutage(error: unknown): boolean {
  return isRetryable(error) && !isAccessRefused(error);
}

function unusable(error: unknown): ConfigError {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return new ConfigError('DATABASE_URL', `names a database that cannot be used: ${errorMessage(cause)}`);
}

/** Wait for the migration of this release. */
const SCHEMA_WAIT_MS = 60_000;
const SCHEMA_POLL_MS = 500;

/** Runs a role with the shared database. Workers and projectors open METRICS_PORT, as their only port. */
export function runRole(name: PlainRoleName): Promise<void> {
  return runStarted(name, ROLES[name]);
}

/** Plugins of these folders and files. Opens METRICS_PORT. */
export function runPluginHost(paths: readonly string[]): Promise<void> {
  return runStarted('plugin-host', async () => (await import('../plugin-host/main.ts')).pluginHostOf(paths));
}

function runStarted(name: RoleName, load: () => Promise<StartRole>): Promise<void> {
  return runService(name, async (own) => {
    const config = sharedDatabase(own.config);
    const starting = async () => {
      // The port answers before code and dependencies of the role are loaded.
      const door = await openPort(own, config, name);
      const start = await load();
      await startParts(own, { ...runtimeOf(own, config, name), ...(door === undefined ? {} : { door }) }, name, start);
      await keepHeartbeats(own, config);
    };
    await own.health.during('starting', starting());
  });
}

/**
 * Starts a role once for each served shard; API and UI once for all.
 * @param untilUsable waits for the database of a runtime
 */
export async function startParts(
  own: SluiceProcess,
  runtime: RoleRuntime,
  name: RoleName,
  start: StartRole,
  untilUsable: (part: RoleRuntime) => Promise<void> = (part) => untilSchemaAndPlaceFit(part, own.shutdown.signal),
): Promise<readonly RunningRole[]> {
  const opensAll = name === 'api' || name === 'ui';
  const { shards, servedShards } = runtime.config;
  const { signal } = own.shutdown;
  const parts = runtimesOfShards(runtime, opensAll ? shards : servedShards).map((part) => ({
    ...part,
    isUsable: untilUsable(part),
  }));
  const begin = async (part: RoleRuntime, isUsable: Promise<void>) => {
    await isUsable;
    signal.throwIfAborted();
    return keepRole(own, part, name, await start(part));
  };
  if (parts.length === 0) return [await begin(runtime, untilUsable(runtime))];
  if (opensAll) return [await begin({ ...runtime, shards: parts }, Promise.resolve())];
  return Promise.all(parts.map((part) => begin(part, part.isUsable)));
}

/** Sends heartbeats to all databases that this replica serves. */
export async function keepHeartbeats(own: SluiceProcess, config: RoleConfig): Promise<void> {
  const urls =
    config.servedShards.length === 0 ? [config.databaseUrl] : config.servedShards.map(({ databaseUrl }) => databaseUrl);
  await Promise.all(urls.map((databaseUrl) => keepHeartbeat(own, { ...config, databaseUrl })));
}

/** Opens the port for health checks: that of the API or the UI, which is returned, otherwise METRICS_PORT. */
async function openPort(own: SluiceProcess, config: RoleConfig, name: RoleName): Promise<FrontDoor | undefined> {
  const { health, metrics, shutdown } = own;
  if (name !== 'api' && name !== 'ui') {
    const hosts = createHostCheck({ bound: config.host, allowed: config.allowedHosts, proxies: config.proxies }, own.log);
    const server = await startMetricsServer(health, metrics, config.host, config.metricsPort, hosts);
    shutdown.register('pools', 'metrics port', () => server.close(0));
    return undefined;
  }
  const door = await openFrontDoor(health, config.host, name === 'api' ? config.port : config.uiPort);
  shutdown.register('pools', 'port', () => door.close(0));
  return door;
}

/** Updates the schema of all databases and ends. Up to 30 attempts for each that is starting. */
export function migrateDatabase(): Promise<void> {
  return runJob('migrate', async (own) => {
    for (const databaseUrl of databaseUrlsOf(sharedDatabase(own.config))) {
      const { from, to } = await reachAndMigrate(databaseUrl, own.log, { maxAttempts: 30 });
      own.log.event('schema-updated', { FromVersion: from, ToVersion: to });
    }
  });
}

export function databaseUrlsOf({ databaseUrl, shards }: RoleConfig): readonly string[] {
  return shards.length === 0 ? [databaseUrl] : shards.map((shard) => shard.databaseUrl);
}

/** Rebuilds the query tables from the event histories, and ends. */
export function rebuildReadSide(): Promise<void> {
  return runJob('projector', async (own) => {
    const config = sharedDatabase(own.config);
    const { rebuildProjection } = await import('../projector/main.ts');
    for (const databaseUrl of databaseUrlsOf(config)) {
      await untilSchemaFits(databaseUrl, own.log, own.shutdown.signal);
      await rebuildProjection({ config: { ...config, databaseUrl }, log: own.log });
    }
  });
}

/** Prints the new id and ends. Running processes detect it and end, because their queue has the old id. */
export function renewInstallationId(): Promise<void> {
  return runJob('migrate', async (own) => {
    const { databaseUrl } = sharedDatabase(own.config);
    await untilSchemaFits(databaseUrl, own.log, own.shutdown.signal);
    const pool = openPool(databaseUrl, { max: 1, applicationName: 'sluice renew' });
    try {
      const { from, to } = await renewInstallation(pool);
      process.stdout.write(`The database is now that of installation ${to}; it was ${from}. Start its processes again.\n`);
    } finally {
      await pool.end();
    }
  });
}

/**
 * A role may start before the migration of its release. Throws ConfigError if it does not arrive in time, or if the database has another place in the
 * list of shards.
 */
async function untilSchemaAndPlaceFit({ config, log, health, shard }: RoleRuntime, signal: AbortSignal): Promise<void> {
  await untilSchemaFits(config.databaseUrl, log, signal, health);
  await confirmPlace(config, shard);
}

/** Throws ConfigError for the first database with another place in the list of shards. */
export async function confirmPlaces(config: RoleConfig): Promise<void> {
  if (config.shards.length === 0) await confirmPlace(config, undefined);
  for (const shard of config.shards) await confirmPlace({ ...config, databaseUrl: shard.databaseUrl }, shard);
}

async function confirmPlace(
  { databaseUrl, shards }: RoleConfig,
  shard: Pick<ShardOfRole, 'name' | 'number'> | undefined,
): Promise<void> {
  const pool = openPool(databaseUrl, { max: 1, applicationName: 'sluice start' });
  try {
    const { name = '', number = 0 } = shard ?? {};
    const refusal = await refusalOfShard(pool, { name, number, names: shards.map((each) => each.name) });
    if (refusal !== undefined) throw new ConfigError(shards.length === 0 ? 'DATABASE_URL' : 'SHARDS', refusal);
  } finally {
    await pool.end();
  }
}

async function untilSchemaFits(url: string, log: Logger, signal: AbortSignal, health?: Health): Promise<void> {
  const waiting = <T>(part: HealthPart, work: Promise<T>) => health?.during(part, work) ?? work;
  const deadline = Date.now() + SCHEMA_WAIT_MS;
  for (;;) {
    const found = await waiting('postgres', reachSchemaVersion(url, log, { signal }));
    if (found >= schemaVersion) return;
    log.event('schema-behind', { FoundVersion: found, NeededVersion: schemaVersion });
    if (Date.now() > deadline) {
      const reason = `names a database with schema version ${found}, this version needs ${schemaVersion}: run \`npm run migrate\``;
      throw new ConfigError('DATABASE_URL', reason);
    }
    await waiting('migration', sleep(SCHEMA_POLL_MS, signal));
  }
}
