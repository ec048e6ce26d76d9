import { readHome } from '../db/database-home.ts';
import { awaitInstallation, checkInstallation } from '../db/installation.ts';
import { openPool } from '../db/pool.ts';
import { openQueuePort } from '../db/queue-port.ts';
import { ConfigError } from '../platform/config/config.ts';
import { errorMessage } from '../platform/redact.ts';
import { type RoleRuntime, runningRole, type StartRole } from '../platform/role.ts';
import { type RegisteredPlugin, registerPlugins } from '../plugins/registry.ts';
import { openQueueBackend } from '../queue/open-backend.ts';
import { QUEUE_SCHEMA } from '../queue/postgres-backend.ts';
import { type LoadedPlugin, loadPlugins } from './load-plugins.ts';
import { offerOwnSurface } from './own-surface.ts';
import { servePlugins } from './serve.ts';

/** The role that hosts the plugins of some folders or files. Throws ConfigError when they cannot be used. */
export function pluginHostOf(paths: readonly string[]): StartRole {
  return async (runtime) => {
    const plugins = await load(paths, runtime);
    const { config, log, metrics, health, tracing, stopping } = runtime;
    const pool = openPool(config.databaseUrl, { max: 1, applicationName: `${config.processName} health` });
    const installation = await health.during('postgres', awaitInstallation(pool, log, stopping));
    const openPort = () => openQueuePort(config.databaseUrl, `${config.processName} queue`, QUEUE_SCHEMA, 1 + plugins.size);
    const opening = openQueueBackend({
      redisUrl: config.redisUrl,
      installation,
      readHome: () => readHome(pool),
      openPort,
      log,
      stopping,
    });
    const backend = await health.during('queue', opening);
    const host = await servePlugins({ config, backend, log, metrics, tracing }, () => plugins);
    const isOurs = () => checkInstallation(pool, installation);
    const removeChecks = [health.addCheck('postgres', isOurs), health.addCheck('queue', () => backend.ping())];
    return runningRole({ name: 'plugin-host' }, async () => {
      for (const remove of removeChecks) remove();
      await host.stop();
      await backend.close();
      await pool.end();
    });
  };
}

async function load(paths: readonly string[], { log }: RoleRuntime): Promise<ReadonlyMap<string, RegisteredPlugin>> {
  const loaded: LoadedPlugin[] = [];
  try {
    offerOwnSurface();
    for (const path of paths) loaded.push(...(await loadPlugins(path)));
    const registered = registerPlugins(loaded.map(({ plugin }) => plugin));
    for (const { plugin, file } of loaded) log.event('plugin-loaded', { TaskType: plugin.taskType, File: file });
    return registered;
  } catch (error) {
    throw new ConfigError('plugin-host', errorMessage(error));
  }
}
