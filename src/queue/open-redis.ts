import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { ConfigError } from '../platform/config/config-source.ts';
import { type RedisAddress, type RedisCluster, type RedisSentinels, readRedisAddress } from '../platform/config/redis-address.ts';

/** Client to one server, to the primary that sentinels name, or to all nodes of a cluster. */
export type RedisClient = Redis | Cluster;

/** Interval at which a cluster is asked for its primaries, so that clients leave a hanging node after its failover. */
const REFRESH_MS = 2000;
/** Attempts of a command whose node is down or no longer has its keys, 100 ms apart. */
const CLUSTER_ATTEMPTS = 16;
const CONNECT_TIMEOUT_MS = 2000;

/** Options that are the same for each kind of address. */
export interface ConnectionOptions
  extends Pick<
    RedisOptions,
    | 'autoResendUnfulfilledCommands'
    | 'commandTimeout'
    | 'connectTimeout'
    | 'enableOfflineQueue'
    | 'keepAlive'
    | 'lazyConnect'
    | 'maxRetriesPerRequest'
    | 'reconnectOnError'
    | 'socketTimeout'
  > {
  /** delay before the next connection attempt in ms; null: no further attempt */
  readonly retryStrategy: (attempt: number) => number | null;
}

/** Whether the address is that of a cluster, where all keys of a command must be in one slot. Throws ConfigError for an invalid address. */
export function isCluster(url: string): boolean {
  return addressOf(url).kind === 'cluster';
}

/** One server, a cluster, or sentinels, by the form of `REDIS_URL`. Throws ConfigError for an invalid address. */
export function openRedis(url: string, options: ConnectionOptions): RedisClient {
  const address = addressOf(url);
  switch (address.kind) {
    case 'single':
      return new Redis(address.url, options);
    case 'sentinel':
      return openPrimary(address, options);
    case 'cluster':
      return openCluster(address, options);
  }
}

/** Servers that accept writes: the only one, or the primaries of a cluster. */
export function primariesOf(redis: RedisClient): readonly Redis[] {
  return redis.isCluster ? (redis as Cluster).nodes('master') : [redis as Redis];
}

/** Connects without the `failoverDetector` of the driver: if it reports a failover while the connection is replaced, the connection ends permanently. */
function openPrimary(address: RedisSentinels, options: ConnectionOptions): Redis {
  const { sentinels, primary, database, isTls, username, password, sentinelUsername, sentinelPassword } = address;
  return new Redis({
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...options,
    sentinels: [...sentinels],
    name: primary,
    db: database,
    sentinelRetryStrategy: options.retryStrategy,
    ...given({ username, password, sentinelUsername, sentinelPassword }),
    ...(isTls ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
  });
}

function openCluster(address: RedisCluster, options: ConnectionOptions): Cluster {
  const { enableOfflineQueue = true, lazyConnect = false, retryStrategy, ...ofNode } = options;
  const { username, password, isTls } = address;
  return new Cluster([...address.nodes], {
    enableOfflineQueue,
    // BullMQ waits for `connect()` of a blocking connection, which never settles if this check finds that the cluster is down
    enableReadyCheck: ofNode.maxRetriesPerRequest !== null,
    lazyConnect,
    clusterRetryStrategy: retryStrategy,
    slotsRefreshInterval: REFRESH_MS,
    maxRedirections: CLUSTER_ATTEMPTS,
    dnsLookup: (host, callback) => callback(null, host), // a certificate is checked against the name, not against its address
    redisOptions: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      ...ofNode,
      ...given({ username, password }),
      ...(isTls ? { tls: {} } : {}),
    },
  });
}

function given<Members extends object>(members: Members): { [Name in keyof Members]: NonNullable<Members[Name]> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}

function addressOf(url: string): RedisAddress {
  const read = readRedisAddress(url);
  if (!read.ok) throw new ConfigError('REDIS_URL', read.reason);
  return read.value;
}
