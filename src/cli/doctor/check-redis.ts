import { SETTINGS } from '../../platform/config-table.ts';
import { errorMessage } from '../../platform/redact.ts';
import { probeRedis } from '../../queue/probe-redis.ts';
import type { DatabaseFacts } from './check-database.ts';
import type { Lenient } from './diagnosis.ts';
import { type DoctorFinding, notice, wrong } from './finding.ts';

const TIMEOUT_MS = 3000;

/** The Redis of REDIS_URL: whether it answers, whether it keeps what the queue stores, which other installations have queues there, and whether a copy of this one uses ours. */
export async function checkRedis(
  read: Lenient,
  { installation, home }: Pick<DatabaseFacts, 'installation' | 'home'>,
): Promise<readonly DoctorFinding[]> {
  const url = read(SETTINGS.redisUrl);
  if (url === undefined) return [];
  try {
    const facts = await probeRedis(url, TIMEOUT_MS, installation);
    const { isReplica, maxMemoryPolicy, installations, earlierJobs } = facts;
    if (isReplica) return [wrong('The Redis of REDIS_URL is a replica and takes no writes: name its primary.')];
    return [
      ...copyFindings(home, facts.home),
      ...evictionFindings(maxMemoryPolicy),
      ...otherFindings(installations.filter((id) => id !== installation)),
      ...earlierFindings(earlierJobs),
    ];
  } catch (error) {
    return [wrong(`The Redis of REDIS_URL cannot be used: ${errorMessage(error)}.`)];
  }
}

function copyFindings(ours: string | undefined, found: string | undefined): readonly DoctorFinding[] {
  if (ours === undefined || found === undefined || ours === found) return [];
  return [
    wrong(
      'Another database with the same installation id uses this Redis (a copy or the original): run `npm run installation:renew` on the copy. If this database replaces the other one, its replicas start working half a minute after the last replica of the other has ended.',
    ),
  ];
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
