import { SETTINGS } from '../../platform/config-table.ts';
import { errorMessage } from '../../platform/redact.ts';
import { probeRedis } from '../../queue/probe-redis.ts';
import type { Lenient } from './diagnosis.ts';
import { type Finding, notice, wrong } from './finding.ts';

const TIMEOUT_MS = 3000;

/** The Redis of REDIS_URL: does it answer, and does it keep what the queue puts there. */
export async function checkRedis(read: Lenient): Promise<readonly Finding[]> {
  const url = read(SETTINGS.redisUrl);
  if (url === undefined) return [];
  try {
    const { isReplica, maxMemoryPolicy } = await probeRedis(url, TIMEOUT_MS);
    if (isReplica) return [wrong('The Redis of REDIS_URL is a replica and takes no writes: name its primary.')];
    if (maxMemoryPolicy === '' || maxMemoryPolicy === 'noeviction') return [];
    return [
      notice(`Redis forgets keys when its memory is full (maxmemory-policy ${maxMemoryPolicy}); the queue wants noeviction.`),
    ];
  } catch (error) {
    return [wrong(`The Redis of REDIS_URL cannot be used: ${errorMessage(error)}.`)];
  }
}
