import type { Logger } from '../platform/log.ts';
import { openPostgresBackend, type PostgresQueueOptions } from './postgres-backend.ts';
import type { PostgresQueuePort } from './postgres-wake-ups.ts';
import type { QueueBackend } from './queue-backend.ts';
import { openRedisBackend } from './redis-backend.ts';

type ClosablePort = PostgresQueuePort & { close(): Promise<void> };

export interface QueueOptions {
  readonly redisUrl: string | undefined;
  readonly installation: string;
  /** identity of the database, for a queue outside of it */
  readonly readHome?: () => Promise<string>;
  /** only called for a queue in the database */
  readonly openPort: () => ClosablePort;
  readonly log: Logger;
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Redis if configured, otherwise the database (docs/contributing/spec/observability.md#stores). Waits for an unreachable store; rejects when `stopping` is
 * aborted first.
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
