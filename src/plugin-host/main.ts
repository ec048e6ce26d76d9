import nodeModule, { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { awaitInstallation, checkInstallation } from '../db/installation.ts';
import { openPool } from '../db/pool.ts';
import { ConfigError } from '../platform/config/config.ts';
import { errorMessage } from '../platform/redact.ts';
import { type RoleRuntime, runningRole, type StartRole } from '../platform/role.ts';
import { type RegisteredPlugin, registerPlugins } from '../plugins/registry.ts';
import { openDatabaseQueue } from '../shards/database-queue.ts';
import { servePlugins } from './host.ts';
import { type LoadedPlugin, loadPlugins } from './load-plugins.ts';

/** Exports for plugin authors. */
const SURFACE = 'sluice/plugin';

type Next = (specifier: string, context: unknown) => unknown;
interface SynchronousHooks {
  registerHooks?(hooks: { resolve(specifier: string, context: unknown, next: Next): unknown }): unknown;
}

let isOffered = false;

/**
 * Makes {@link SURFACE} importable for every plugin of this process, in any folder. A project that has installed the package gets its own copy, all others
 * that of this process. Otherwise only files below the folder of this package, without a package.json of another project, could import it.
 */
function offerOwnSurface(): void {
  if (isOffered) return;
  isOffered = true;
  const url = pathToFileURL(createRequire(import.meta.url).resolve(SURFACE)).href;
  const { registerHooks } = nodeModule as SynchronousHooks;
  if (registerHooks === undefined) offerInLoaderThread(url);
  else registerHooks({ resolve: (specifier, context, next) => resolveOr(specifier, context, next, url) });
}

function resolveOr(specifier: string, context: unknown, next: Next, url: string): unknown {
  try {
    return next(specifier, context);
  } catch (error) {
    if (specifier !== SURFACE) throw error;
    return { url, shortCircuit: true };
  }
}

/** Does the same in Node before 22.15, which has hooks only in a separate thread, as a module. */
function offerInLoaderThread(url: string): void {
  const source = `export async function resolve(specifier, context, next) {
    try {
      return await next(specifier, context);
    } catch (error) {
      if (specifier !== ${JSON.stringify(SURFACE)}) throw error;
      return { url: ${JSON.stringify(url)}, shortCircuit: true };
    }
  }`;
  nodeModule.register(`data:text/javascript,${encodeURIComponent(source)}`);
}

/** `paths`: folders or files. The role rejects with ConfigError if a plugin cannot be loaded or is invalid. */
export function pluginHostOf(paths: readonly string[]): StartRole {
  return async (runtime) => {
    const plugins = await load(paths, runtime);
    const { config, log, metrics, health, tracing, stopping } = runtime;
    const pool = openPool(config.databaseUrl, { max: 1, applicationName: `${config.processName} health` });
    const installation = await health.during('postgres', awaitInstallation(pool, log, stopping));
    const opening = openDatabaseQueue({
      ...{ config, pool, installation, log, stopping },
      applicationName: `${config.processName} queue`,
      consumers: 1 + plugins.size,
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
