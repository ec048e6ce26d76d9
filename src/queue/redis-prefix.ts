/** Beginning of every key and channel of ours in Redis. Up to release 0.1 queues stood directly behind it, whatever database they belonged to. */
export const REDIS_PREFIX = 'sluice';

/** Beginning of every key and channel of one installation: databases that share a Redis share nothing in it. */
export function redisPrefixOf(installation: string): string {
  return `${REDIS_PREFIX}:${installation}`;
}
