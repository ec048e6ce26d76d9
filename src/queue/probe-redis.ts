import { Redis } from 'ioredis';
import { withTimeout } from '../platform/retry.ts';
import { REDIS_PREFIX, readStamp } from './home-stamp.ts';

/** Keys per scan step: enough for a short scan, few enough not to block other clients. */
const SCAN_STEP = 1000;

/** Properties of a Redis server that the queue depends on. */
export interface RedisFacts {
  /** a replica, which rejects writes */
  readonly isReplica: boolean;
  /** eviction policy; jobs are safe with `noeviction` only */
  readonly maxMemoryPolicy: string;
  /** ids of the installations with a queue there */
  readonly installations: readonly string[];
  /** identity of the database that owns the queue of the requested installation; undefined: none */
  readonly home: string | undefined;
  /** waiting jobs of release 0.1, whose queue names have no installation id */
  readonly earlierJobs: number;
}

/** Reads the properties of a Redis server. Rejects on a timeout. */
export async function probeRedis(url: string, timeoutMs: number, installation = ''): Promise<RedisFacts> {
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
    const queues = await withTimeout(findQueues(redis), timeoutMs, 'Redis');
    const home = (await withTimeout(readStamp(redis, installation), timeoutMs, 'Redis')) ?? undefined;
    return { home, isReplica: factOf(info, 'role') === 'slave', maxMemoryPolicy: factOf(info, 'maxmemory_policy'), ...queues };
  } catch (error) {
    throw lastError ?? error;
  } finally {
    redis.disconnect();
  }
}

/** Finds queues by the key `<prefix>:<queue>:meta` that BullMQ creates for each. */
async function findQueues(redis: Redis): Promise<Pick<RedisFacts, 'installations' | 'earlierJobs'>> {
  const installations = new Set<string>();
  let earlierJobs = 0;
  let [cursor, keys] = await redis.scan(0, 'MATCH', `${REDIS_PREFIX}:*:meta`, 'COUNT', SCAN_STEP);
  for (;;) {
    for (const key of keys) {
      const [first = '', queue] = key.slice(REDIS_PREFIX.length + 1, -':meta'.length).split(':');
      if (queue !== undefined) installations.add(first);
      else earlierJobs += await jobsIn(redis, `${REDIS_PREFIX}:${first}`);
    }
    if (cursor === '0') return { installations: [...installations].sort(), earlierJobs };
    [cursor, keys] = await redis.scan(cursor, 'MATCH', `${REDIS_PREFIX}:*:meta`, 'COUNT', SCAN_STEP);
  }
}

async function jobsIn(redis: Redis, queue: string): Promise<number> {
  return (await redis.llen(`${queue}:wait`)) + (await redis.llen(`${queue}:active`));
}

function factOf(info: string, name: string): string {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
}
