import { Redis } from 'ioredis';
import { withTimeout } from '../platform/retry.ts';

/** What of a Redis matters to the queue. */
export interface RedisFacts {
  /** it is a replica that takes no writes */
  readonly isReplica: boolean;
  /** what it does when its memory is full; jobs are safe with `noeviction` only */
  readonly maxMemoryPolicy: string;
}

/** Asks a Redis about itself. Rejects when it does not answer in time. */
export async function probeRedis(url: string, timeoutMs: number): Promise<RedisFacts> {
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: timeoutMs,
  });
  let lastError: Error | undefined;
  redis.on('error', (error: Error) => {
    lastError = error;
  });
  try {
    await withTimeout(redis.connect(), timeoutMs, 'Redis');
    const info = await withTimeout(redis.info(), timeoutMs, 'Redis');
    return { isReplica: factOf(info, 'role') === 'slave', maxMemoryPolicy: factOf(info, 'maxmemory_policy') };
  } catch (error) {
    throw lastError ?? error;
  } finally {
    redis.disconnect();
  }
}

function factOf(info: string, name: string): string {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
}
