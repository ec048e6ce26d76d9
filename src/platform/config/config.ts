import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { IndexedVariable } from '../indexed-variables.ts';
import type { LogLevel } from '../log-events.ts';
import { isLoopback } from '../loopback.ts';
import type { RetentionConfig } from '../retention-rules.ts';
import type { ExportSettings } from '../telemetry/export.ts';
import { readPairs } from '../telemetry/pairs.ts';
import { type AuthorizationConfig, readAuthorization, readSignIn, type SignInConfig } from './config-authorization.ts';
import { type ReplicaConfig, readDatabaseUrl, readReplica } from './config-database.ts';
import { type KafkaConfig, readKafka } from './config-kafka.ts';
import { readSecrets, type SecretsConfig } from './config-secrets.ts';
import {
  type AuditConfig,
  type AuthenticationConfig,
  type RateLimitingConfig,
  readAudit,
  readAuthentication,
  readProxies,
  readRateLimiting,
  type TrustedProxies,
} from './config-security.ts';
import { type ConfigSource, type Environment, openConfigSource, type ProcessRole } from './config-source.ts';
import { SETTINGS, WITHOUT_EFFECT } from './config-table.ts';
import { readWebhooks, type WebhookConfig } from './config-webhooks.ts';

export { ConfigError, type Environment } from './config-source.ts';

/** A port to bind. An explicit port is used or refused; a default one gives way to a free one. 0 means any free port. */
export interface PortSetting {
  readonly key: 'PORT' | 'UI_PORT' | 'METRICS_PORT';
  readonly number: number;
  readonly isExplicit: boolean;
}

/** Everything an operator can set (docs/contributing/spec/observability.md#configuration), read once at start-up and frozen. */
export interface Config {
  readonly role: ProcessRole;
  readonly processName: string;
  readonly host: string;
  /** hosts the ports answer to besides addresses, loopback names and `host`: names, `*.name`, or `*` */
  readonly allowedHosts: readonly string[];
  readonly port: PortSetting;
  readonly uiPort: PortSetting;
  readonly metricsPort: PortSetting;
  /** secret; undefined means the embedded database */
  readonly databaseUrl: string | undefined;
  /** undefined: lists are read where everything is */
  readonly databaseReplica: ReplicaConfig | undefined;
  /** absolute path; used only without databaseUrl */
  readonly dataDir: string;
  /** secret; undefined means the queue lives in the database */
  readonly redisUrl: string | undefined;
  readonly logLevel: LogLevel;
  /** true if NODE_ENV is `production`: then logs are JSON on a terminal too */
  readonly forcesJsonLogs: boolean;
  readonly isDevelopment: boolean;
  readonly engine: EngineConfig;
  readonly scripting: ScriptingConfig;
  readonly docs: { readonly isEnabled: boolean };
  /** section `Api` */
  readonly models: ModelsConfig;
  readonly api: ApiConfig;
  readonly mcp: McpConfig;
  /** section `Projection` */
  readonly projection: { readonly indexedVariables: readonly IndexedVariable[] };
  /** section `Retention` */
  readonly retention: RetentionConfig;
  /** export of traces, metrics and logs; off without an endpoint */
  readonly telemetry: ExportSettings;
  /** undefined: the API is anonymous */
  readonly authentication: AuthenticationConfig | undefined;
  /** undefined: no roles; every user with a token or a sign-in may do everything */
  readonly authorization: AuthorizationConfig | undefined;
  /** undefined: acts are not recorded */
  readonly audit: AuditConfig | undefined;
  readonly proxies: TrustedProxies;
  /** undefined: no sign-in to the operator pages */
  readonly signIn: SignInConfig | undefined;
  /** URL of the operator pages for browsers; undefined: taken from the request */
  readonly uiPublicUrl: string | undefined;
  /** undefined: no limits */
  readonly rateLimiting: RateLimitingConfig | undefined;
  readonly plugins: PluginsConfig;
  readonly secrets: SecretsConfig;
  readonly remoteWorkers: RemoteWorkersConfig;
  readonly batches: BatchesConfig;
  readonly feed: FeedConfig;
  /** undefined: no events go to Kafka from here */
  readonly kafka: KafkaConfig | undefined;
  /** sections `Webhooks:<name>`; empty: nothing is sent */
  readonly webhooks: readonly WebhookConfig[];
}

/** Section `Feed` (docs/contributing/spec/event-feed.md). */
export interface FeedConfig {
  /** whether projectors feed what they project, and the API shows it */
  readonly isEnabled: boolean;
  /** streams that one replica of the API keeps open at the same time; 0: none */
  readonly maxStreams: number;
  /** of them, those of one client */
  readonly streamsPerClient: number;
}

/** Section `Batches` (docs/contributing/spec/batches.md). */
export interface BatchesConfig {
  /** transactions of batches that one worker runs concurrently; 0: none */
  readonly concurrency: number;
  /** items that one batch may have */
  readonly maxItems: number;
  /** default rate of a batch, for all workers together; undefined: no limit */
  readonly itemsPerSecond: number | undefined;
}

/** Section `RemoteWorkers`. */
export interface RemoteWorkersConfig {
  /** task types of bundled plugins that remote workers may fetch, in lower case */
  readonly bundledTypes: readonly string[];
}

/** Section `Api`. */
export interface ApiConfig {
  /** what the lists of a state may have in all when no page is asked for */
  readonly maxStateEntries: number;
  /** default: whether a deploy of unchanged files returns the existing versions */
  readonly keepsUnchanged: boolean;
  /** whether members and query parameters that an endpoint does not have are refused */
  readonly refusesUnknown: boolean;
}

/** Section `Mcp`. */
export interface McpConfig {
  /** whether assistants may connect to the API */
  readonly isEnabled: boolean;
  /** URL of the API for clients; undefined: no metadata about the token issuer */
  readonly publicUrl: string | undefined;
}

/** Section `Engine`. */
export interface EngineConfig {
  readonly commandTimeoutSeconds: number;
  readonly maxIterations: number;
  readonly plainTasks: 'wait' | 'pass';
  /** default handling of uncaught failures, unless the process sets it */
  readonly onFailure: 'fail' | 'incident';
  /** whether parallel paths share their variables, unless the process sets it */
  readonly branchVariables: 'auto' | 'isolated' | 'shared';
  readonly maxStepsPerRun: number;
  readonly maxCausationDepth: number;
  /** messages, signals and calls that follow from one beginning */
  readonly maxCausationSize: number;
  /** called instances that run below one at the top of the calls */
  readonly maxCalledInstances: number;
  readonly workerConcurrency: number;
  /** how long a stopping process that serves requests is not ready, and still serves them */
  readonly drainSeconds: number;
  readonly shutdownSeconds: number;
}

/** What BPMN files are read with (ADR 0006); its keys are in the section `Engine`. */
export interface ModelsConfig {
  /** processes that one file may bring */
  readonly maxProcesses: number;
  /** heap of the thread that reads files */
  readonly memoryMb: number;
}

/** Section `Plugins`: how custom tasks are run (ADR 0021). */
export interface PluginsConfig {
  /** default number of attempts of a task */
  readonly attempts: number;
  /** default delay after the first failure; doubles each time */
  readonly backoffSeconds: number;
  readonly maxBackoffSeconds: number;
  /** runs of one task type at the same time in one host */
  readonly concurrency: number;
  /** how long a task stays with a host that has gone silent */
  readonly lockSeconds: number;
  readonly restCall: RestCallConfig;
  readonly email: EmailConfig;
}

/** Section `Plugins:RestCall` (docs/contributing/spec/http/custom-tasks.md#rest-call). */
export interface RestCallConfig {
  readonly isEnabled: boolean;
  readonly denyPrivateNetworks: boolean;
  /** private networks that may be called all the same; CIDR ranges */
  readonly allowedNetworks: readonly string[];
}

/** Section `Plugins:Email`. */
export interface EmailConfig {
  /** secret; undefined: mails cannot be sent */
  readonly smtpUrl: string | undefined;
  readonly from: string | undefined;
}

/** Section `Scripting`. */
export interface ScriptingConfig {
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly maxOutputBytes: number;
  /** threads for scripts and expressions that take long */
  readonly threads: number;
}

const SYSTEM_STATE_DIR = '/var/lib/sluice';

/** The environment of this process; no other module reads it. */
export function processEnvironment(): Environment {
  return process.env;
}

/** Reads and checks the whole configuration. Throws ConfigError for the first value that cannot be used. */
export function readConfig(env: Environment, role: ProcessRole): Config {
  return assembleConfig(openConfigSource(env), role);
}

/** As {@link readConfig}, from texts that have been gathered already. */
export function assembleConfig(source: ConfigSource, role: ProcessRole): Config {
  const nodeEnv = source.read(SETTINGS.nodeEnv)?.toLowerCase();
  for (const setting of WITHOUT_EFFECT) source.read(setting);
  return deepFreeze({
    role,
    processName: source.read(SETTINGS.processName) ?? defaultProcessName(role),
    host: source.read(SETTINGS.host),
    allowedHosts: source.read(SETTINGS.allowedHosts),
    port: readPort(source, SETTINGS.port),
    uiPort: readPort(source, SETTINGS.uiPort),
    metricsPort: readPort(source, SETTINGS.metricsPort),
    databaseUrl: readDatabaseUrl(source),
    databaseReplica: readReplica(source),
    dataDir: resolve(source.read(SETTINGS.dataDir) ?? defaultDataDir()),
    redisUrl: source.read(SETTINGS.redisUrl),
    logLevel: source.read(SETTINGS.logLevel),
    forcesJsonLogs: nodeEnv === 'production',
    isDevelopment: nodeEnv === 'development',
    engine: readEngine(source),
    scripting: {
      timeoutMs: source.read(SETTINGS.scriptTimeoutMs),
      memoryMb: source.read(SETTINGS.scriptMemoryMb),
      maxOutputBytes: source.read(SETTINGS.scriptMaxOutputBytes),
      threads: source.read(SETTINGS.scriptThreads),
    },
    models: {
      maxProcesses: source.read(SETTINGS.maxProcessesPerFile),
      memoryMb: source.read(SETTINGS.modelReaderMemoryMb),
    },
    api: {
      maxStateEntries: source.read(SETTINGS.maxStateEntries),
      keepsUnchanged: source.read(SETTINGS.keepsUnchanged),
      refusesUnknown: source.read(SETTINGS.strictRequests),
    },
    mcp: { isEnabled: source.read(SETTINGS.mcpEnabled), publicUrl: source.read(SETTINGS.mcpPublicUrl) },
    projection: { indexedVariables: source.read(SETTINGS.indexedVariables) },
    retention: readRetention(source),
    docs: { isEnabled: source.read(SETTINGS.docsEnabled) },
    telemetry: readTelemetry(source, role),
    authentication: readAuthentication(source),
    authorization: readAuthorization(source),
    audit: readAudit(source),
    signIn: readSignIn(source, role),
    uiPublicUrl: source.read(SETTINGS.uiPublicUrl),
    proxies: readProxies(source),
    rateLimiting: readRateLimiting(source),
    plugins: readPlugins(source),
    secrets: readSecrets(source, role),
    remoteWorkers: { bundledTypes: source.read(SETTINGS.remoteBundledTypes) },
    batches: {
      concurrency: source.read(SETTINGS.batchConcurrency),
      maxItems: source.read(SETTINGS.batchMaxItems),
      itemsPerSecond: source.read(SETTINGS.batchItemsPerSecond) || undefined,
    },
    feed: readFeed(source),
    webhooks: readWebhooks(source),
    kafka: readKafka(source, role),
  });
}

function readEngine(source: ConfigSource): EngineConfig {
  return {
    commandTimeoutSeconds: source.read(SETTINGS.commandTimeoutSeconds),
    maxIterations: source.read(SETTINGS.maxIterations),
    plainTasks: source.read(SETTINGS.plainTasks),
    onFailure: source.read(SETTINGS.onFailure),
    branchVariables: source.read(SETTINGS.branchVariables),
    maxStepsPerRun: source.read(SETTINGS.maxStepsPerRun),
    maxCausationDepth: source.read(SETTINGS.maxCausationDepth),
    maxCausationSize: source.read(SETTINGS.maxCausationSize),
    maxCalledInstances: source.read(SETTINGS.maxCalledInstances),
    workerConcurrency: source.read(SETTINGS.workerConcurrency),
    drainSeconds: source.read(SETTINGS.drainSeconds),
    shutdownSeconds: source.read(SETTINGS.shutdownSeconds),
  };
}

function readFeed(source: ConfigSource): FeedConfig {
  return {
    isEnabled: source.read(SETTINGS.feedEnabled),
    maxStreams: source.read(SETTINGS.feedMaxStreams),
    streamsPerClient: source.read(SETTINGS.feedStreamsPerClient),
  };
}

function readRetention(source: ConfigSource): RetentionConfig {
  const archive = source.read(SETTINGS.retentionArchive);
  return {
    instances: source.read(SETTINGS.retainInstances),
    definitions: source.read(SETTINGS.retainDefinitions),
    repliesMs: source.read(SETTINGS.retainReplies),
    deadLettersMs: source.read(SETTINGS.retainDeadLetters),
    auditMs: source.read(SETTINGS.retainAudit),
    evaluationsMs: source.read(SETTINGS.retainEvaluations),
    batchesMs: source.read(SETTINGS.retainBatches),
    archive: archive === undefined ? undefined : resolve(archive),
  };
}

function readPlugins(source: ConfigSource): PluginsConfig {
  return {
    attempts: source.read(SETTINGS.pluginAttempts),
    backoffSeconds: source.read(SETTINGS.pluginBackoffSeconds),
    maxBackoffSeconds: source.read(SETTINGS.pluginMaxBackoffSeconds),
    concurrency: source.read(SETTINGS.pluginConcurrency),
    lockSeconds: source.read(SETTINGS.pluginLockSeconds),
    restCall: {
      isEnabled: source.read(SETTINGS.restCallEnabled),
      denyPrivateNetworks: source.read(SETTINGS.restCallDenyPrivateNetworks) ?? isShared(source),
      allowedNetworks: source.read(SETTINGS.restCallAllowedNetworks),
    },
    email: { smtpUrl: source.read(SETTINGS.emailSmtpUrl), from: source.read(SETTINGS.emailFrom) },
  };
}

/**
 * Whether this is more than a trial on one machine: other machines or users have access, or the database is remote. Only in a
 * trial may a process call services on its own machine.
 */
function isShared(source: ConfigSource): boolean {
  const { databaseUrl, redisUrl, allowedHosts, authority, knownProxies, knownNetworks } = SETTINGS;
  const signs = [databaseUrl, redisUrl, allowedHosts, authority, knownProxies, knownNetworks];
  return !isLoopback(source.read(SETTINGS.host)) || signs.some((sign) => source.originOf(sign) !== 'default');
}

function readPort(source: ConfigSource, setting: (typeof SETTINGS)['port' | 'uiPort' | 'metricsPort']): PortSetting {
  const key = setting.key as PortSetting['key'];
  return { key, number: source.read(setting), isExplicit: source.originOf(setting) !== 'default' };
}

/** `<role>-<host name>-<8 hexadecimal digits>`, lower case (docs/contributing/spec/observability.md#process-name). */
function defaultProcessName(role: ProcessRole): string {
  return `${role}-${hostname()}-${randomBytes(4).toString('hex')}`.toLowerCase();
}

/** Relative to the working directory; for the root user the state directory of the system. */
export function defaultDataDir(): string {
  return process.getuid?.() === 0 ? SYSTEM_STATE_DIR : './.data';
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}

function readTelemetry(source: ConfigSource, role: ProcessRole): ExportSettings {
  const resource = readPairs(source.read(SETTINGS.otelResourceAttributes));
  return {
    endpoint: source.read(SETTINGS.otlpEndpoint),
    headers: source.read(SETTINGS.otlpHeaders),
    serviceName: source.read(SETTINGS.otelServiceName) ?? resource['service.name'] ?? `sluice-${role}`,
    ...(Object.keys(resource).length === 0 ? {} : { resource }),
    metricsEveryMs: source.read(SETTINGS.otelMetricsEveryMs),
  };
}
