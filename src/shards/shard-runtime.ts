import type { ShardConfig } from '../platform/config/config-shards.ts';
import type { Health, HealthCheck, HealthPart } from '../platform/health.ts';
import type { Metrics, ProjectionLag } from '../platform/metrics/metrics.ts';
import type { RoleConfig, RoleRuntime, ShardOfRole } from '../platform/role.ts';

/** Log lines carry the name of the shard. A part is ready while it is ready for one of them. Collected metrics are sums; ages are those of the oldest. */
export function runtimesOfShards(
  runtime: RoleRuntime,
  served: readonly ShardConfig[],
): readonly (RoleRuntime & { readonly shard: ShardOfRole })[] {
  const { config, log } = runtime;
  const databaseUrls = config.shards.map(({ databaseUrl }) => databaseUrl);
  const healthOf = anyReady(runtime.health);
  const metricsOf = addedMetrics(runtime.metrics);
  return served.map((shard) => {
    const { name, number, databaseUrl, databaseReplica } = shard;
    const own: RoleConfig = { ...config, databaseUrl, databaseReplica, processName: `${config.processName} ${name}` };
    return {
      ...runtime,
      config: own,
      log: log.child({ shard: name }),
      health: healthOf(),
      metrics: metricsOf(),
      shard: { name, number, databaseUrls },
    };
  });
}

/** A part of the process is ready if, for any shard, all its checks succeed. */
function anyReady(health: Health): () => Health {
  const views: Map<HealthCheck, HealthPart>[] = [];
  const parts = new Set<HealthPart>();
  const checkOf = (part: HealthPart) => async () => {
    const results = await Promise.allSettled(
      views.map((checks) => Promise.all([...checks].flatMap(([check, of]) => (of === part ? [check()] : [])))),
    );
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed !== undefined && results.every(({ status }) => status === 'rejected'))
      throw (failed as PromiseRejectedResult).reason;
  };
  return () => {
    const checks = new Map<HealthCheck, HealthPart>();
    views.push(checks);
    const addCheck = (part: HealthPart, check: HealthCheck) => {
      if (!parts.has(part)) health.addCheck(part, checkOf(part));
      parts.add(part);
      const own: HealthCheck = () => check();
      checks.set(own, part);
      return () => void checks.delete(own);
    };
    return Object.create(health, {
      addCheck: { value: addCheck },
      during: {
        value: <T>(part: HealthPart, work: Promise<T>) =>
          work.finally(addCheck(part, () => Promise.reject(new Error('not there yet')))),
      },
    });
  };
}

const SUMS = [
  ...(['onCollectDeadLetters', 'onCollectSuspendedInstances', 'onCollectSuspendedKeys'] as const),
  ...(['onCollectBufferedMessages', 'onCollectIncidents', 'onCollectBatches', 'onCollectEventStreams'] as const),
];
const LISTS = ['onCollectQueue', 'onCollectCustomTasks'] as const;

/** Combines the collected values of the shards that can be reached. */
function addedMetrics(metrics: Metrics): () => Metrics {
  const sourcesOf = new Map<string, (() => Promise<unknown>)[]>();
  const collect = <T>(name: string, source: () => Promise<T>, set: (all: () => Promise<readonly T[]>) => void) => {
    const sources = (sourcesOf.get(name) as (() => Promise<T>)[] | undefined) ?? [];
    sourcesOf.set(name, sources);
    sources.push(source);
    set(async () => {
      const results = await Promise.allSettled(sources.map((each) => each()));
      return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    });
  };
  const overrides: Partial<Record<keyof Metrics, unknown>> = {
    onCollectOutbox: (source: () => Promise<number>) =>
      collect('outbox', source, (all) => metrics.onCollectOutbox(async () => Math.max(0, ...(await all())))),
    onCollectReplicaLag: (source: () => Promise<number>) =>
      collect('replica', source, (all) => metrics.onCollectReplicaLag(async () => Math.max(0, ...(await all())))),
    onCollectProjection: (source: () => Promise<ProjectionLag>) =>
      collect('projection', source, (all) => metrics.onCollectProjection(async () => worst(await all()))),
  };
  for (const name of SUMS)
    overrides[name] = (source: () => Promise<number>) =>
      collect(name, source, (all) => metrics[name](async () => (await all()).reduce((total, count) => total + count, 0)));
  for (const name of LISTS)
    overrides[name] = (source: () => Promise<readonly never[]>) =>
      collect(name, source, (all) => metrics[name](async () => (await all()).flat() as never));
  return () => ({ ...metrics, ...overrides }) as Metrics;
}

function worst(lags: readonly ProjectionLag[]): ProjectionLag {
  return {
    pendingEvents: lags.reduce((total, { pendingEvents }) => total + pendingEvents, 0),
    lagSeconds: Math.max(0, ...lags.map(({ lagSeconds }) => lagSeconds)),
  };
}
