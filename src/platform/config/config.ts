import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { isLoopback } from '../host-check.ts';
import {
  API,
  BATCHES,
  DOCS,
  ENGINE,
  FEED,
  MCP,
  PLUGINS,
  type PluginsConfig,
  PROJECTION,
  REMOTE_WORKERS,
  RETENTION,
  type RetentionConfig,
  SCRIPTING,
} from './config-engine.ts';
import { readKafka, readWebhooks } from './config-feed-out.ts';
import { defaultDataDir, PROCESS, readDatabaseUrl, readPort, readTelemetry } from './config-process.ts';
import { WITHOUT_EFFECT } from './config-review.ts';
import { readSecrets } from './config-secrets.ts';
import {
  AUTHENTICATION,
  readAudit,
  readAuthentication,
  readAuthorization,
  readProxies,
  readRateLimiting,
  readSignIn,
} from './config-security.ts';
import { readServedShards, readShards, withReplicas } from './config-shards.ts';
import { type ConfigSource, openConfigSource, type ProcessRole } from './config-source.ts';
import type { Environment } from './environment.ts';

export type { EngineConfig, FeedConfig, PluginsConfig, ScriptingConfig } from './config-engine.ts';
export type { PortSetting } from './config-process.ts';
export { ConfigError } from './config-source.ts';

/** All settings of a process (docs/contributing/spec/observability.md#configuration), read at start-up and frozen. */
export type Config = Readonly<ReturnType<typeof readAll>>;

/** Throws ConfigError for the first invalid value. */
export function readConfig(env: Environment, role: ProcessRole): Config {
  return assembleConfig(openConfigSource(env), role);
}

/** Throws ConfigError for the first invalid value. */
export function assembleConfig(source: ConfigSource, role: ProcessRole): Config {
  return deepFreeze(readAll(source, role));
}

function readAll(source: ConfigSource, role: ProcessRole) {
  for (const { setting } of WITHOUT_EFFECT) source.read(setting);
  const { processName, nodeEnv, ...ofProcess } = source.readSection(PROCESS);
  const { models, ...engine } = source.readSection(ENGINE);
  const { replicaMaxLagSeconds, ...projection } = source.readSection(PROJECTION);
  const api = source.readSection(API);
  return {
    role,
    ...readDatabases(source, replicaMaxLagSeconds),
    processName: processName ?? defaultProcessName(role),
    host: ofProcess.host,
    /** accepted in addition to addresses, loopback names and `host`: names, `*.name`, or `*` */
    allowedHosts: ofProcess.allowedHosts,
    port: readPort(source, PROCESS.shape.port),
    uiPort: readPort(source, PROCESS.shape.uiPort),
    metricsPort: readPort(source, PROCESS.shape.metricsPort),
    /** undefined: taken from the request */
    ...{ uiPublicUrl: ofProcess.uiPublicUrl, uiRequiresReason: ofProcess.uiRequiresReason },
    /** absolute path; used only without databaseUrl */
    dataDir: resolve(ofProcess.dataDir ?? defaultDataDir()),
    /** secret; undefined: the queue is in the database */
    redisUrl: ofProcess.redisUrl,
    logLevel: ofProcess.logLevel,
    /** logs are also JSON if the output is a terminal */
    forcesJsonLogs: nodeEnv?.toLowerCase() === 'production',
    isDevelopment: nodeEnv?.toLowerCase() === 'development',
    engine,
    models,
    scripting: source.readSection(SCRIPTING),
    api,
    mcp: source.readSection(MCP),
    projection,
    retention: readRetention(source),
    docs: source.readSection(DOCS),
    /** off without an endpoint */
    telemetry: readTelemetry(source, role),
    /** undefined: the API is anonymous */
    authentication: readAuthentication(source),
    /** undefined: every user with a token or a sign-in may do everything */
    authorization: readAuthorization(source),
    /** undefined: the audit log is off */
    audit: readAudit(source),
    /** undefined: no sign-in to the web UI */
    signIn: readSignIn(source, role),
    proxies: readProxies(source),
    /** undefined: no limits */
    rateLimiting: readRateLimiting(source),
    plugins: readPlugins(source),
    secrets: readSecrets(source, role),
    remoteWorkers: source.readSection(REMOTE_WORKERS),
    batches: readBatches(source),
    feed: source.readSection(FEED),
    webhooks: readWebhooks(source),
    /** undefined: this process sends no events to Kafka */
    kafka: readKafka(source, role),
  };
}

function readDatabases(source: ConfigSource, replicaMaxLagSeconds: number) {
  const { shards, databaseReplica } = withReplicas(source, readShards(source), replicaMaxLagSeconds);
  return {
    /** secret; of the first shard; undefined: the embedded database */
    databaseUrl: shards[0]?.databaseUrl ?? readDatabaseUrl(source),
    /** of the first shard; undefined: lists are read from the primary database */
    databaseReplica,
    /** empty: one database */
    shards,
    /** shards that a worker or projector serves; empty: one database */
    servedShards: readServedShards(source, shards),
  };
}

function readRetention(source: ConfigSource): RetentionConfig {
  const { archive, ...retention } = source.readSection(RETENTION);
  return { ...retention, archive: archive === undefined ? undefined : resolve(archive) };
}

/** `itemsPerSecond` undefined: no limit. */
function readBatches(source: ConfigSource) {
  const { itemsPerSecond, ...batches } = source.readSection(BATCHES);
  return { ...batches, itemsPerSecond: itemsPerSecond || undefined };
}

function readPlugins(source: ConfigSource): PluginsConfig {
  const { restCall, ...plugins } = source.readSection(PLUGINS);
  return {
    ...plugins,
    restCall: { ...restCall, denyPrivateNetworks: restCall.denyPrivateNetworks ?? isShared(source) },
  };
}

/**
 * More than a trial on one machine: it listens on another address than loopback, or a setting for a remote database, host names, authentication or proxies is
 * set. Otherwise tasks may call services on this machine.
 */
function isShared(source: ConfigSource): boolean {
  const { host, databaseUrl, shards, redisUrl, allowedHosts } = PROCESS.shape;
  const { authority, knownProxies, knownNetworks } = AUTHENTICATION.shape;
  const signs = [databaseUrl, shards, redisUrl, allowedHosts, authority, knownProxies, knownNetworks];
  return !isLoopback(source.read(host)) || signs.some((sign) => source.originOf(sign) !== 'default');
}

/** `<role>-<host name>-<8 hexadecimal digits>` in lower case (docs/contributing/spec/observability.md#process-name). */
function defaultProcessName(role: ProcessRole): string {
  return `${role}-${hostname()}-${randomBytes(4).toString('hex')}`.toLowerCase();
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}
