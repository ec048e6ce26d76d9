import { poolConnection } from '../db/connection.ts';
import { openPool } from '../db/pool.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { RoleConfig } from '../platform/role.ts';
import { noTracing, type Tracing } from '../platform/telemetry/tracing.ts';
import type { RegisteredPlugin } from '../plugins/registry.ts';
import type { CommandSender } from '../queue/command-sender.ts';
import { openEnvelopeSender } from '../queue/envelope-sender.ts';
import type { QueueBackend } from '../queue/queue-backend.ts';
import { openInbox } from '../store/inbox.ts';
import { type PluginHost, startHost } from './host.ts';
import { openSecrets } from './secrets/open-secrets.ts';

/** A plugin host with its own connections, inside a worker or alone. */
export interface ServedHost extends Pick<PluginHost, 'offer'> {
  stop(): Promise<void>;
}

/** Parts that the host shares with its process. */
export interface HostSurroundings {
  readonly config: RoleConfig;
  readonly backend: QueueBackend;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** absent: traces are passed on, no spans are made */
  readonly tracing?: Tracing | undefined;
}

/** Claims, lock extensions, heartbeats. */
const CONNECTIONS = 4;

/** Opens the connections of a host and starts it. `pluginsFor`: its plugins, given the way to the engine. */
export async function servePlugins(
  { config, backend, log, metrics, tracing = noTracing }: HostSurroundings,
  pluginsFor: (sender: CommandSender) => ReadonlyMap<string, RegisteredPlugin>,
): Promise<ServedHost> {
  const pool = openPool(config.databaseUrl, {
    max: CONNECTIONS,
    applicationName: `${config.processName} plugins`,
    // A claim that a crash of the server forgets is claimed again, under the same attempt: both runs hand over the same command, once.
    synchronousCommitOff: true,
    readsByKey: true,
    tracing,
  });
  const connection = poolConnection(pool);
  const sender = await openEnvelopeSender(backend, {
    timeoutMs: config.engine.commandTimeoutSeconds * 1000,
    readInbox: async (ids) => (await openInbox(connection, ids)).known,
    log,
    tracing,
  });
  const { concurrency, lockSeconds } = config.plugins;
  const host = await startHost(
    {
      host: config.processName,
      connection,
      backend,
      sender,
      log,
      metrics,
      tracing,
      secrets: openSecrets(config.secrets),
      settings: { concurrency, lockSeconds },
    },
    pluginsFor(sender),
  );
  return {
    offer: (typeKey, count) => host.offer(typeKey, count),
    async stop() {
      await host.stop(Math.max(500, config.engine.shutdownSeconds * 500));
      await sender.close();
      await pool.end();
    },
  };
}
