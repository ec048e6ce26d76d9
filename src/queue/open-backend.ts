import type { Logger } from '../platform/log.ts';
import { openPostgresBackend, type PostgresQueuePort } from './postgres-backend.ts';
import type { QueueBackend } from './queue-backend.ts';
import { openRedisBackend } from './redis-backend.ts';

type ClosablePort = PostgresQueuePort & { close(): Promise<void> };

/** How a role opens its queue. */
export interface QueueOptions {
  readonly redisUrl: string | undefined;
  /** id of the installation its database belongs to */
  readonly installation: string;
  /** only called when the queue lives in the database */
  readonly openPort: () => ClosablePort;
  readonly log: Logger;
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Redis when there is an address for it, otherwise the database (docs/spec/configuration.md#stores).
 * Waits for a Redis that is away; rejects when `stopping` is aborted first.
 */
export function openQueueBackend({ redisUrl, installation, openPort, log, stopping }: QueueOptions): Promise<QueueBackend> {
  return redisUrl === undefined
    ? openOnPostgres(openPort(), log, installation)
    : openRedisBackend(redisUrl, log, { installation, stopping });
}

async function openOnPostgres(port: ClosablePort, log: Logger, installation: string): Promise<QueueBackend> {
  const backend = await openPostgresBackend(port, log, installation);
  const close = async () => {
    await backend.close();
    await port.close();
  };
  return { ...backend, close };
}
