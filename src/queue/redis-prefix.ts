/** Prefix of all keys and channels in Redis. Up to release 0.1 queue names followed it directly, without an installation id. */
export const REDIS_PREFIX = 'sluice';

/** Prefix of one installation: databases that share a Redis have separate keys. */
export function redisPrefixOf(installation: string): string {
  return `${REDIS_PREFIX}:${installation}`;
}
