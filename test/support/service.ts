import { startApi } from '../../src/api/main.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { openHealth } from '../../src/platform/health.ts';
import { type Logger, silentLog } from '../../src/platform/log.ts';
import { openMetrics } from '../../src/platform/metrics/metrics.ts';
import type { RoleConfig, RoleRuntime, RunningRole, StartRole } from '../../src/platform/role.ts';
import { openExport } from '../../src/platform/telemetry/export.ts';
import { startProjector } from '../../src/projector/main.ts';
import { runtimesOfShards } from '../../src/shards/shard-runtime.ts';
import { startWorker } from '../../src/worker/main.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { IN_COMMIT_TIER } from './tier.ts';

/** Where the queue lives in a test. */
export type BackendKind = 'postgres' | 'redis';

/** The whole service in this process, on its own database. */
export interface TestService {
  /** address of the API */
  readonly url: string;
  /** of the first shard */
  readonly databaseUrl: string;
  /** of all shards, by number */
  readonly databaseUrls: readonly string[];
  readonly runtime: RoleRuntime;
  /** Starts one more role next to the others; it is stopped with the service. */
  start(role: StartRole): Promise<RunningRole>;
  /** Stops one role of the service now. */
  stopRole(name: string): Promise<void>;
  stop(): Promise<void>;
}

export interface TestServiceOptions {
  readonly backend?: BackendKind;
  /** further configuration, in environment form */
  readonly env?: Readonly<Record<string, string>>;
  readonly roles?: readonly StartRole[];
  readonly log?: Logger;
  /** use this database instead of a new one; it is not dropped at the end */
  readonly databaseUrl?: string;
  /** number of databases, or addresses of those after the first. Default: 1, or TEST_SHARDS (test/README.md#with-several-databases) */
  readonly shards?: number | readonly string[];
}

/** The backends the tests of the write path run on: both, or Postgres alone where there is no Redis. */
export const BACKENDS: readonly BackendKind[] = redisUrl() === undefined ? ['postgres'] : ['postgres', 'redis'];
/** For tests of behaviour above the queue: both, in the commit tier Postgres alone. */
export const TIER_BACKENDS: readonly BackendKind[] = IN_COMMIT_TIER ? ['postgres'] : BACKENDS;
/** In the commit tier Redis, which takes a third of the connections and less time. */
const DEFAULT_BACKEND: BackendKind = (IN_COMMIT_TIER && BACKENDS[1]) || 'postgres';
/** By the URL of the service's database: replicas share one. */
const redisDatabases = new Map<string, number>();
const REDIS_DATABASES = 16;
const SHARDS = Number(process.env['TEST_SHARDS'] ?? 1);
/** Settings that several databases refuse: a service with one of them has one. */
const SETTINGS_OF_ONE_DATABASE = ['DATABASE_REPLICA_URL'];
/** On a busy machine a command may take longer than the default of 15 s. */
const PATIENT = { Engine__CommandTimeoutSeconds: '120' };

/** Starts worker, projector and API on free ports. */
export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const database: TestDatabase =
    options.databaseUrl === undefined ? await createTestDatabase() : { url: options.databaseUrl, drop: async () => {} };
  const { shards = shardsFor(options) } = options;
  const more: readonly TestDatabase[] =
    typeof shards === 'number'
      ? await Promise.all(Array.from({ length: shards - 1 }, () => createTestDatabase()))
      : shards.map((url) => ({ url, drop: async () => {} }));
  const databaseUrls = [database, ...more].map(({ url }) => url);
  const made = makeRuntime(databaseUrls, options);
  const exported = await openExport(made.config.telemetry, made.metrics, made.config.processName);
  const runtime: RoleRuntime = { ...made, metrics: exported.metrics, tracing: exported.tracing };
  const running: RunningRole[] = [];
  const start = async (role: StartRole) => {
    const parts = runtimesOfShards(runtime, runtime.config.shards).map((part) => ({ ...part, isUsable: Promise.resolve() }));
    const opensAll = role === startApi || role.name === 'startUi';
    const runtimes = parts.length === 0 ? [runtime] : opensAll ? [{ ...runtime, shards: parts }] : parts;
    const started = await Promise.all(runtimes.map((part) => role(part)));
    running.push(...started);
    return started[0] as RunningRole;
  };
  for (const role of options.roles ?? [startWorker, startProjector, startApi]) await start(role);
  return {
    url: running.find((role) => role.url !== undefined)?.url ?? '',
    databaseUrl: database.url,
    databaseUrls,
    runtime,
    start,
    async stopRole(name) {
      for (const role of running) if (role.name === name) await role.stop();
    },
    async stop() {
      for (const role of [...running].reverse()) await role.stop();
      await exported.stop();
      for (const { drop } of [database, ...more]) await drop();
    },
  };
}

function shardsFor({ databaseUrl, env = {} }: TestServiceOptions): number {
  const hasOne = databaseUrl !== undefined || SETTINGS_OF_ONE_DATABASE.some((name) => name in env);
  return hasOne ? 1 : SHARDS;
}

function makeRuntime(databaseUrls: readonly string[], options: TestServiceOptions): RoleRuntime {
  const [databaseUrl = ''] = databaseUrls;
  const shards = databaseUrls.map((url, number) => `s${number}=${url}`).join(',');
  const env = {
    ...(databaseUrls.length > 1 ? { SHARDS: shards } : { DATABASE_URL: databaseUrl }),
    PORT: '0',
    HOST: '127.0.0.1',
    ...PATIENT,
    ...redisEnv(databaseUrl, options.backend ?? DEFAULT_BACKEND),
    ...options.env,
  };
  const config = readConfig(env, 'all') as RoleConfig;
  const log = options.log ?? silentLog;
  return { config, log, metrics: openMetrics(), health: openHealth(log) };
}

/** Each database gets its own Redis database, as far as Redis has them. */
function redisEnv(databaseUrl: string, backend: BackendKind): Record<string, string> {
  if (backend !== 'redis') return {};
  const database = redisDatabases.get(databaseUrl) ?? redisDatabases.size % REDIS_DATABASES;
  redisDatabases.set(databaseUrl, database);
  return { REDIS_URL: `${redisUrl()}/${database}` };
}

function redisUrl(): string | undefined {
  const url = process.env['TEST_REDIS_URL'] ?? '';
  return url === '' ? undefined : url;
}
