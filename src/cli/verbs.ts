import { renewInstallation } from '../db/installation.ts';
import { schemaVersion } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';
import { ConfigError } from '../platform/config.ts';
import { createHostCheck } from '../platform/host-check.ts';
import type { Logger } from '../platform/log.ts';
import { startMetricsServer } from '../platform/metrics-server.ts';
import { sleep } from '../platform/retry.ts';
import type { StartRole } from '../platform/role.ts';
import { runJob, runService, sharedDatabase } from './process.ts';
import { reachAndMigrate, reachSchemaVersion } from './reach-database.ts';
import { keepHeart, keepRole, type PlainRoleName, ROLES, type RoleName, runtimeOf } from './roles.ts';

/** How long a role waits for the migration that its release brings. */
const SCHEMA_PATIENCE_MS = 60_000;
const SCHEMA_POLL_MS = 500;

/** Runs one role against the shared database. Workers and projectors, which have no port of their own, serve METRICS_PORT. */
export function runRole(name: PlainRoleName): Promise<void> {
  return runStarted(name, ROLES[name]);
}

/** Runs the plugins of these folders and files against the shared database; serves METRICS_PORT like a worker. */
export function runPluginHost(paths: readonly string[]): Promise<void> {
  return runStarted('plugin-host', async () => (await import('../plugin-host/main.ts')).pluginHostOf(paths));
}

function runStarted(name: RoleName, load: () => Promise<StartRole>): Promise<void> {
  return runService(name, async (own) => {
    const config = sharedDatabase(own.config);
    const start = await load();
    // The port answers before the role works; until then it is not ready.
    const removeCheck = own.health.addCheck('postgres', () => Promise.reject(new Error('starting')));
    if (name !== 'api' && name !== 'ui') {
      const hosts = createHostCheck({ bound: config.host, allowed: config.allowedHosts, proxies: config.proxies }, own.log);
      const server = await startMetricsServer(own.health, own.metrics, config.host, config.metricsPort, hosts);
      own.shutdown.register('pools', 'metrics port', () => server.close(0));
    }
    await untilSchemaFits(config.databaseUrl, own.log, own.shutdown.signal);
    const runtime = runtimeOf(own, config, name);
    keepRole(own, runtime, name, await start(runtime));
    await keepHeart(own, config);
    removeCheck();
  });
}

/** Brings the schema up to date and ends. Waits for a database that is still starting. */
export function migrateDatabase(): Promise<void> {
  return runJob('migrate', async (own) => {
    const { databaseUrl } = sharedDatabase(own.config);
    const { from, to } = await reachAndMigrate(databaseUrl, own.log, { maxAttempts: 30 });
    own.log.event(7043, `the database schema is at version ${to}`, { FromVersion: from, ToVersion: to });
  });
}

/** Makes the read side again from the journal and ends. */
export function rebuildReadSide(): Promise<void> {
  return runJob('projector', async (own) => {
    const config = sharedDatabase(own.config);
    await untilSchemaFits(config.databaseUrl, own.log, own.shutdown.signal);
    const { rebuildProjection } = await import('../projector/main.ts');
    await rebuildProjection({ config, log: own.log });
  });
}

/** Gives the database an id of its own, prints it, and ends. Processes that run on it notice and end: their queue is that of the old id. */
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

/** A role may be faster than the migration of its release. Throws ConfigError when that migration does not come. */
async function untilSchemaFits(url: string, log: Logger, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + SCHEMA_PATIENCE_MS;
  for (;;) {
    const found = await reachSchemaVersion(url, log, { signal });
    if (found >= schemaVersion) return;
    if (Date.now() > deadline) {
      const reason = `names a database with schema version ${found}, this version needs ${schemaVersion}: run \`npm run migrate\``;
      throw new ConfigError('DATABASE_URL', reason);
    }
    await sleep(SCHEMA_POLL_MS, signal);
  }
}
