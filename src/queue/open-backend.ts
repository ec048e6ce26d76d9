import type { Logger } from '../platform/log.ts';
import { openPostgresBackend, type PostgresQueuePort } from './postgres-backend.ts';
import type { QueueBackend } from './queue-backend.ts';
import { openRedisBackend } from './redis-backend.ts';

/**
 * Redis when there is an address for it, otherwise the database (contract 11, REDIS_URL). `openPort` is only called for the database.
 * Waits for a Redis that is away; rejects when `stopping` is aborted first.
 */
export function openQueueBackend(
  redisUrl: string | undefined,
  openPort: () => PostgresQueuePort & { close(): Promise<void> },
  log: Logger,
  stopping?: AbortSignal,
): Promise<QueueBackend> {
  return redisUrl === undefined ? openOnPostgres(openPort(), log) : openRedisBackend(redisUrl, log, { stopping });
}

async function openOnPostgres(port: PostgresQueuePort & { close(): Promise<void> }, log: Logger): Promise<QueueBackend> {
  const backend = await openPostgresBackend(port, log);
  const close = async () => {
    await backend.close();
    await port.close();
  };
  return { ...backend, close };
}
