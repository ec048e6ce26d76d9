import { readHome } from '../db/installation.ts';
import type { Pool } from '../db/pool.ts';
import { openQueuePort } from '../db/queue-port.ts';
import type { Logger } from '../platform/log.ts';
import { openQueueBackend } from '../queue/open-backend.ts';
import { QUEUE_SCHEMA } from '../queue/postgres-backend.ts';
import type { QueueBackend } from '../queue/queue-backend.ts';

/** Queue in Redis, or in the database itself. */
export interface DatabaseQueueOptions {
  readonly config: { readonly databaseUrl: string; readonly redisUrl: string | undefined };
  readonly pool: Pool;
  readonly installation: string;
  readonly log: Logger;
  readonly stopping: AbortSignal | undefined;
  /** connection name, if the queue is in the database */
  readonly applicationName: string;
  /** number of consumers that this process opens on it. Default: 1 */
  readonly consumers?: number;
}

/** Rejects when `stopping` is aborted first. */
export function openDatabaseQueue(options: DatabaseQueueOptions): Promise<QueueBackend> {
  const { config, pool, installation, log, stopping, applicationName, consumers } = options;
  return openQueueBackend({
    redisUrl: config.redisUrl,
    installation,
    readHome: () => readHome(pool),
    openPort: () => openQueuePort(config.databaseUrl, applicationName, QUEUE_SCHEMA, consumers),
    log,
    stopping,
  });
}
