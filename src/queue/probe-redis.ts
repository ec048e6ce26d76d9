import type { Redis } from 'ioredis';
import { readRedisAddress } from '../platform/config/redis-address.ts';
import { withTimeout } from '../platform/retry.ts';
import { REDIS_PREFIX, readStamp } from './home-stamp.ts';
import { isCluster, openRedis, primariesOf } from './open-redis.ts';

/** Keys per step: enough for a short scan, few enough not to block other clients. */
const SCAN_STEP = 1000;

/** Properties of a Redis server that the queue depends on. */
export interface RedisFacts {
  /** a replica rejects writes */
  readonly isReplica: boolean;
  /** although the address is that of a single server */
  readonly isClusterNode: boolean;
  /** a cluster with slots that no node serves */
  readonly isClusterDown: boolean;
  /** primaries of a cluster that have no replica */
  readonly primariesAlone: number;
  /** jobs are safe with the eviction policy `noeviction` only */
  readonly maxMemoryPolicy: string;
  /** ids of the installations with a queue there */
  readonly installations: readonly string[];
  /** database that owns the queue of the requested installation; undefined: none, or unknown to a single node of a cluster */
  readonly home: string | undefined;
  /** waiting jobs of release 0.1, whose queue names have no installation id */
  readonly earlierJobs: number;
}

/** One server, or all primaries of a cluster. Rejects on a timeout. */
export async function probeRedis(url: string, timeoutMs: number, installation = ''): Promise<RedisFacts> {
  const redis = openRedis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: timeoutMs,
  });
  let lastError: Error | undefined;
  redis.on('error', (error: Error & { readonly lastNodeError?: Error }) => {
    lastError = error.lastNodeError ?? error;
  });
  const probe = async () => {
    await redis.connect();
    const servers = await Promise.all(primariesOf(redis).map(factsOf));
    const [first] = servers as [ServerFacts];
    const isClusterNode = first.isClusterNode && !isCluster(url); // it answers for some keys only
    return {
      home: isClusterNode ? undefined : ((await readStamp(redis, installation)) ?? undefined),
      isReplica: first.isReplica,
      isClusterNode,
      isClusterDown: isCluster(url) && !(await redis.cluster('INFO')).includes('cluster_state:ok'),
      primariesAlone: isCluster(url) ? servers.filter(({ replicas }) => replicas === 0).length : 0,
      maxMemoryPolicy: servers.find(({ policy }) => policy !== 'noeviction')?.policy ?? first.policy,
      installations: [...new Set(servers.flatMap(({ installations }) => installations))].sort(),
      earlierJobs: servers.reduce((sum, { earlierJobs }) => sum + earlierJobs, 0),
    };
  };
  try {
    return await withTimeout(probe(), timeoutMs, 'Redis');
  } catch (error) {
    throw (await nodeFault(url, timeoutMs)) ?? lastError ?? error;
  } finally {
    redis.disconnect();
  }
}

/** Why no node of a cluster accepts a connection, for example its certificate: the driver hides it. Undefined if the first node does, or for one server. */
export async function nodeFault(url: string, timeoutMs: number): Promise<Error | undefined> {
  const read = readRedisAddress(url);
  if (!read.ok || read.value.kind !== 'cluster') return undefined;
  const { nodes, isTls, username = '', password = '' } = read.value;
  const { host = '', port } = nodes[0] ?? {};
  const address = new URL(`${isTls ? 'rediss' : 'redis'}://${host.includes(':') ? `[${host}]` : host}:${port}`);
  address.username = encodeURIComponent(username);
  address.password = encodeURIComponent(password);
  const node = openRedis(address.href, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: timeoutMs,
  });
  let fault: Error | undefined;
  node.on('error', (error: Error) => {
    fault = error;
  });
  await node.connect().catch(() => {});
  node.disconnect();
  return fault;
}

interface ServerFacts extends Pick<RedisFacts, 'isReplica' | 'isClusterNode' | 'installations' | 'earlierJobs'> {
  readonly replicas: number;
  readonly policy: string;
}

async function factsOf(server: Redis): Promise<ServerFacts> {
  const info = await server.info();
  return {
    isReplica: factOf(info, 'role') === 'slave',
    isClusterNode: factOf(info, 'cluster_enabled') === '1',
    replicas: Number(factOf(info, 'connected_slaves')),
    policy: factOf(info, 'maxmemory_policy'),
    ...(await findQueues(server)),
  };
}

/** BullMQ creates the key `<prefix>:<queue>:meta` for each queue. The prefix has a hash tag in a cluster. */
async function findQueues(redis: Redis): Promise<Pick<RedisFacts, 'installations' | 'earlierJobs'>> {
  const installations = new Set<string>();
  let earlierJobs = 0;
  let [cursor, keys] = await redis.scan(0, 'MATCH', `${REDIS_PREFIX}:*:meta`, 'COUNT', SCAN_STEP);
  for (;;) {
    for (const key of keys) {
      const [first = '', queue] = key.slice(REDIS_PREFIX.length + 1, -':meta'.length).split(':');
      if (queue !== undefined) installations.add(first.replace('{', ''));
      else earlierJobs += await jobsIn(redis, `${REDIS_PREFIX}:${first}`);
    }
    if (cursor === '0') return { installations: [...installations], earlierJobs };
    [cursor, keys] = await redis.scan(cursor, 'MATCH', `${REDIS_PREFIX}:*:meta`, 'COUNT', SCAN_STEP);
  }
}

async function jobsIn(redis: Redis, queue: string): Promise<number> {
  return (await redis.llen(`${queue}:wait`)) + (await redis.llen(`${queue}:active`));
}

function factOf(info: string, name: string): string {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
}
