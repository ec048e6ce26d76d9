import type { Logger } from '../platform/log.ts';
import { openPostgresBackend, type PostgresQueueOptions, type PostgresQueuePort } from './postgres-backend.ts';
import type { QueueBackend } from './queue-backend.ts';
import { openRedisBackend } from './redis-backend.ts';

type ClosablePort = PostgresQueuePort & { close(): Promise<void> };

/** How a role opens its queue. */
export interface QueueOptions {
  readonly redisUrl: string | undefined;
  /** id of the installation its database belongs to */
  readonly installation: string;
  /** home of the database, where a queue outside of it is stamped with that */
  readonly readHome?: () => Promise<string>;
  /** only called when the queue lives in the database */
  readonly openPort: () => ClosablePort;
  readonly log: Logger;
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Redis when there is an address for it, otherwise the database (docs/contributing/spec/configuration.md#stores).
 * Waits for a store that is away; rejects when `stopping` is aborted first.
 */
export function openQueueBackend({
  redisUrl,
  installation,
  readHome,
  openPort,
  log,
  stopping,
}: QueueOptions): Promise<QueueBackend> {
  return redisUrl === undefined
    ? openOnPostgres({ port: openPort(), log, installation, stopping })
    : openRedisBackend(redisUrl, log, { installation, readHome, stopping });
}

async function openOnPostgres(options: PostgresQueueOptions & { readonly port: ClosablePort }): Promise<QueueBackend> {
  const { port } = options;
  const backend = await openPostgresBackend(options);
  const close = async () => {
    await backend.close();
    await port.close();
  };
  return { ...backend, close };
}
