import { openQueuePort } from '../../src/db/queue-port.ts';
import type { RoleConfig } from '../../src/platform/role.ts';
import { type ServedHost, servePlugins } from '../../src/plugin-host/host.ts';
import type { Plugin } from '../../src/plugins/plugin.ts';
import { registerPlugins } from '../../src/plugins/registry.ts';
import { openQueueBackend } from '../../src/queue/open-backend.ts';
import { QUEUE_SCHEMA } from '../../src/queue/postgres-backend.ts';
import { installationOf } from './open-backend.ts';
import type { TestService } from './service.ts';

/** Starts one more host next to a service, with its own name and connections: one part for each shard, as in the product. */
export async function startTestHost(service: TestService, name: string, plugins: readonly Plugin[]): Promise<ServedHost> {
  const hosts = await Promise.all(service.databaseUrls.map((databaseUrl) => startIn(service, databaseUrl, name, plugins)));
  return {
    offer: (typeKey, count) => hosts.map((host) => host.offer(typeKey, count)).every(Boolean),
    async stop() {
      await Promise.all(hosts.map((host) => host.stop()));
    },
  };
}

async function startIn(service: TestService, databaseUrl: string, name: string, plugins: readonly Plugin[]): Promise<ServedHost> {
  const { log, metrics, tracing } = service.runtime;
  const config: RoleConfig = { ...service.runtime.config, databaseUrl, processName: name };
  const registered = registerPlugins(plugins);
  const openPort = () => openQueuePort(config.databaseUrl, `${name} queue`, QUEUE_SCHEMA, 1 + registered.size);
  const backend = await openQueueBackend({
    redisUrl: config.redisUrl,
    installation: await installationOf(config.databaseUrl),
    openPort,
    log,
  });
  const host = await servePlugins({ config, backend, log, metrics, tracing }, () => registered);
  let stopping: Promise<void> | undefined;
  return {
    offer: (typeKey, count) => host.offer(typeKey, count),
    stop() {
      stopping ??= host.stop().then(() => backend.close());
      return stopping;
    },
  };
}
