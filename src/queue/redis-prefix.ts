/** Prefix of all our keys and channels in Redis. Up to release 0.1 queue names followed it directly, without an installation id. */
export const REDIS_PREFIX = 'sluice';

/** Beginning of every key and channel of one installation: databases that share a Redis share nothing in it. */
export function redisPrefixOf(installation: string): string {
  return `${REDIS_PREFIX}:${installation}`;
}
