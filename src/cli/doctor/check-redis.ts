import { SETTINGS } from '../../platform/config-table.ts';
import { errorMessage } from '../../platform/redact.ts';
import { probeRedis } from '../../queue/probe-redis.ts';
import type { Lenient } from './diagnosis.ts';
import { type DoctorFinding, notice, wrong } from './finding.ts';

const TIMEOUT_MS = 3000;

/** The Redis of REDIS_URL: whether it answers, whether it keeps what the queue stores, and which other installations than `installation` have queues there. */
export async function checkRedis(read: Lenient, installation: string | undefined): Promise<readonly DoctorFinding[]> {
  const url = read(SETTINGS.redisUrl);
  if (url === undefined) return [];
  try {
    const { isReplica, maxMemoryPolicy, installations, earlierJobs } = await probeRedis(url, TIMEOUT_MS);
    if (isReplica) return [wrong('The Redis of REDIS_URL is a replica and takes no writes: name its primary.')];
    return [
      ...evictionFindings(maxMemoryPolicy),
      ...otherFindings(installations.filter((id) => id !== installation)),
      ...earlierFindings(earlierJobs),
    ];
  } catch (error) {
    return [wrong(`The Redis of REDIS_URL cannot be used: ${errorMessage(error)}.`)];
  }
}

function evictionFindings(policy: string): readonly DoctorFinding[] {
  if (policy === '' || policy === 'noeviction') return [];
  return [notice(`Redis forgets keys when its memory is full (maxmemory-policy ${policy}); the queue wants noeviction.`)];
}

function otherFindings(others: readonly string[]): readonly DoctorFinding[] {
  if (others.length === 0) return [];
  return [
    notice(`Redis also holds queues of other installations: ${others.join(', ')}. They share its memory, and nothing else.`),
  ];
}

function earlierFindings(jobs: number): readonly DoctorFinding[] {
  if (jobs === 0) return [];
  return [
    notice(
      `Redis holds ${jobs} jobs in queues of release 0.1, which has no ids of installations; only replicas of that release take them. Acknowledged work is in the database: once those replicas have ended, remove the keys sluice:commands:* and sluice:task-*.`,
    ),
  ];
}
