import type { Logger } from '../platform/log.ts';
import { everyMs } from '../platform/loops.ts';
import { sleep } from '../platform/retry.ts';
import type { RedisClient } from './open-redis.ts';

/** Prefix of all keys and channels in Redis. Up to release 0.1 queue names followed it directly, without an installation id. */
export const REDIS_PREFIX = 'sluice';

/** Databases that share a Redis have separate keys. */
export function redisPrefixOf(installation: string): string {
  return `${REDIS_PREFIX}:${installation}`;
}

/**
 * Prefixes of the queues. In a cluster each has a hash tag: a script of BullMQ needs all keys of its queue in one slot, while the queues are spread over the
 * nodes.
 */
export function queuePrefixes(installation: string, isCluster: boolean): (queue: string) => string {
  const prefix = redisPrefixOf(installation);
  return isCluster ? (queue) => `${REDIS_PREFIX}:{${installation}:${queue}}` : () => prefix;
}

/** Ownership lock of the queue: a mark in Redis with the identity of the database, while a replica of the installation runs. */
export interface HomeStamp {
  /** identity of the database, part of each queued command batch */
  readonly home: string;
  /** Throws if another database with the same installation id owns the queue: a copy, or the original. */
  check(): void;
  /** Stops the renewal: the mark expires. */
  close(): void;
}

export interface StampOptions {
  readonly installation: string;
  /** identity of the database; read repeatedly, because servers move */
  readonly readHome: () => Promise<string>;
  readonly log: Logger;
  readonly stopping?: AbortSignal | undefined;
  readonly renewEveryMs?: number;
  /** expiry of a mark that is not renewed */
  readonly lastsMs?: number;
}

const RENEW_EVERY_MS = 5000;
const LASTS_MS = 30_000;
const RETRY_MS = 1000;
/** Sets the mark if it is free or has the earlier identity of the same database. */
const STAMP = `
local found = redis.call('get', KEYS[1])
if found and found ~= ARGV[1] and found ~= ARGV[2] then return found end
redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[3])
return ARGV[1]`;

/** Redis key of the mark. */
export function stampKeyOf(installation: string): string {
  return `${redisPrefixOf(installation)}:home`;
}

/** Identity in the mark; null: no database owns the queue. */
export function readStamp(redis: RedisClient, installation: string): Promise<string | null> {
  return redis.get(stampKeyOf(installation));
}

/**
 * Waits and logs while another database owns the queue: two databases with one id would run each other's commands. The mark of a moved database expires soon
 * after its last old replica has ended. Rejects when `stopping` is aborted first, or if the first read of the identity fails.
 */
export async function stampHome(redis: RedisClient, options: StampOptions): Promise<HomeStamp> {
  const { installation, readHome, log, stopping, renewEveryMs = RENEW_EVERY_MS, lastsMs = LASTS_MS } = options;
  const key = stampKeyOf(installation);
  let home = await readHome();
  let isOurs = true;

  async function stamp(): Promise<boolean> {
    const now = await readHome();
    const found = await redis.eval(STAMP, 1, key, now, home, lastsMs);
    if (found === now) home = now;
    return found === now;
  }
  const logError = (Phase: string) => log.event('copied-database', { Installation: installation, Phase });

  let hasLogged = false;
  for (;;) {
    const isStamped = await stamp().catch(() => undefined); // logged elsewhere
    if (isStamped === true) break;
    if (isStamped === false && !hasLogged) logError('waiting');
    hasLogged ||= isStamped === false;
    await sleep(RETRY_MS, stopping);
  }
  const renewing = everyMs(renewEveryMs, async () => {
    const wasOurs = isOurs;
    isOurs = await stamp();
    if (wasOurs && !isOurs) logError('running');
  });
  return {
    get home() {
      return home;
    },
    check() {
      if (!isOurs) throw new Error(`the queue ${REDIS_PREFIX}:${installation} is used by another database with the same id`);
    },
    close: () => clearInterval(renewing),
  };
}
