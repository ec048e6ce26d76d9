import { BUNDLED_TASK_TYPES } from '../bundled-task-types.ts';
import type { LogLevel } from '../log-events.ts';
import type { RetentionRule } from '../retention-rules.ts';
import { claimPath, grantAsText, grantRule, grantText, pathAsText } from './authorization-texts.ts';
import {
  address,
  brokerAddress,
  cidrRange,
  duration,
  flag,
  hostPattern,
  indexedVariable,
  ipAddress,
  keyPattern,
  listOf,
  logLevel,
  oneOf,
  retentionRule,
  type Setting,
  secretLimit,
  signingSecret,
  text,
  topicName,
  wholeNumber,
} from './config-keys.ts';
import { databaseAddress } from './database-address.ts';

function setting<T>(key: string, parse: Setting<T>['parse'], fallback: NoInfer<T>): Setting<T> {
  return { key, parse, fallback, isSecret: false, isList: false };
}
function optional<T>(key: string, parse: Setting<T>['parse']): Setting<T | undefined> {
  return { key, parse, fallback: undefined, isSecret: false, isList: false };
}
function secret<T>(key: string, parse: Setting<T>['parse']): Setting<T | undefined> {
  return { ...optional(key, parse), isSecret: true };
}
function list<T>(key: string, entry: Setting<T>['parse']): Setting<readonly T[]> {
  return { key, parse: listOf(entry), fallback: [], isSecret: false, isList: true };
}

function shown<T>(of: Setting<T>, show: (value: T) => string): Setting<T> {
  return { ...of, show };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function durationAsText(ms: number): string {
  if (ms % DAY_MS === 0) return `${ms / DAY_MS}d`;
  return ms % HOUR_MS === 0 ? `${ms / HOUR_MS}h` : `${ms / 1000}s`;
}

function shownDuration(ms: number | undefined): string {
  return ms === undefined ? '' : durationAsText(ms);
}

function ruleAsText({ pattern, keepMs }: RetentionRule): string {
  return `${pattern}=${keepMs === null ? 'never' : durationAsText(keepMs)}`;
}

/** Timers of the platform end at 2^31 ms. Unit: seconds. */
const LONGEST_WINDOW_SECONDS = 2_147_483;
const windowSeconds = wholeNumber(1, LONGEST_WINDOW_SECONDS);
/** A year. */
const MOST_COOKIE_MINUTES = 525_600;
/** A year. */
const MOST_SESSION_HOURS = 8760;
const permits = wholeNumber(1, 2_147_483_647);

/** Every key an operator may set. The page docs/reference/settings.md has one row for each; a test compares both. */
export const SETTINGS = {
  port: setting('PORT', wholeNumber(0, 65_535), 8080),
  uiPort: setting('UI_PORT', wholeNumber(0, 65_535), 8081),
  uiPublicUrl: optional('UI_PUBLIC_URL', address('http', 'https')),
  metricsPort: setting('METRICS_PORT', wholeNumber(0, 65_535), 9464),
  host: setting('HOST', text, '127.0.0.1'),
  allowedHosts: list('ALLOWED_HOSTS', hostPattern),
  processName: optional('PROCESS_NAME', text),
  databaseUrl: secret('DATABASE_URL', databaseAddress),
  databaseReplicaUrl: secret('DATABASE_REPLICA_URL', databaseAddress),
  dataDir: optional('DATA_DIR', text),
  redisUrl: secret('REDIS_URL', address('redis', 'rediss')),
  logLevel: setting<LogLevel>('LOG_LEVEL', logLevel, 'Information'),
  nodeEnv: optional('NODE_ENV', text),
  configFile: optional('CONFIG_FILE', text),
  commandTimeoutSeconds: setting('Engine:CommandTimeoutSeconds', wholeNumber(1, 3600), 15),
  maxIterations: setting('Engine:MaxIterations', wholeNumber(1, 10_000_000), 20_000),
  plainTasks: setting('Engine:PlainTasks', oneOf('wait', 'pass'), 'wait'),
  onFailure: setting('Engine:OnFailure', oneOf('fail', 'incident'), 'fail'),
  branchVariables: setting('Engine:BranchVariables', oneOf('auto', 'isolated', 'shared'), 'auto'),
  maxCausationDepth: setting('Engine:MaxCausationDepth', wholeNumber(1, 1_000_000), 100),
  maxCausationSize: setting('Engine:MaxCausationSize', wholeNumber(1, 100_000_000), 10_000),
  maxCalledInstances: setting('Engine:MaxCalledInstances', wholeNumber(1, 10_000_000), 20_000),
  maxProcessesPerFile: setting('Engine:MaxProcessesPerFile', wholeNumber(1, 1_000_000), 5000),
  modelReaderMemoryMb: setting('Engine:ModelReaderMemoryMb', wholeNumber(64, 16_384), 1024),
  maxStepsPerRun: setting('Engine:MaxStepsPerRun', wholeNumber(1, 100_000_000), 100_000),
  workerConcurrency: setting('Engine:WorkerConcurrency', wholeNumber(1, 1000), 16),
  drainSeconds: setting('Engine:DrainSeconds', wholeNumber(0, 600), 0),
  shutdownSeconds: setting('Engine:ShutdownSeconds', wholeNumber(1, 3600), 30),
  scriptTimeoutMs: setting('Scripting:TimeoutMs', wholeNumber(1, 600_000), 1000),
  scriptMemoryMb: setting('Scripting:MemoryMb', wholeNumber(1, 4096), 64),
  scriptThreads: setting('Scripting:Threads', wholeNumber(1, 64), 2),
  scriptMaxOutputBytes: setting('Scripting:MaxOutputBytes', wholeNumber(1, 1_073_741_824), 1_048_576),
  authority: optional('Authentication:Authority', address('https', 'http')),
  audience: setting('Authentication:Audience', text, 'service-api'),
  requireHttpsMetadata: setting('Authentication:RequireHttpsMetadata', flag, true),
  userIdClaim: setting('Authentication:UserIdClaim', text, 'preferred_username'),
  groupsClaim: setting('Authentication:GroupsClaim', text, 'groups'),
  clientId: optional('Authentication:ClientId', text),
  clientSecret: secret('Authentication:ClientSecret', text),
  cookieExpireMinutes: setting('Authentication:CookieExpireMinutes', wholeNumber(1, MOST_COOKIE_MINUTES), 60),
  sessionHours: setting('Authentication:SessionHours', wholeNumber(1, MOST_SESSION_HOURS), 12),
  knownProxies: list('Authentication:KnownProxies', ipAddress),
  knownNetworks: list('Authentication:KnownNetworks', cidrRange),
  authorizationRules: shown(list('Authorization:Rules', grantRule), (rules) => rules.map(grantAsText).join(', ')),
  authorizationClaims: shown(list('Authorization:Claims', claimPath), (paths) => paths.map(pathAsText).join(', ')),
  authorizationDefaultRole: shown(optional('Authorization:DefaultRole', grantText), (grant) => (grant ? grantAsText(grant) : '')),
  workflowMutationWindow: setting('RateLimiting:WorkflowMutation:Window', windowSeconds, 60),
  workflowMutationPermitLimit: setting('RateLimiting:WorkflowMutation:PermitLimit', permits, 100),
  taskOperationWindow: setting('RateLimiting:TaskOperation:Window', windowSeconds, 60),
  taskOperationPermitLimit: setting('RateLimiting:TaskOperation:PermitLimit', permits, 100),
  readWindow: setting('RateLimiting:Read:Window', windowSeconds, 60),
  readPermitLimit: setting('RateLimiting:Read:PermitLimit', permits, 100),
  adminWindow: setting('RateLimiting:Admin:Window', windowSeconds, 60),
  adminPermitLimit: setting('RateLimiting:Admin:PermitLimit', permits, 100),
  pollingWindow: setting('RateLimiting:Polling:Window', windowSeconds, 60),
  pollingPermitLimit: setting('RateLimiting:Polling:PermitLimit', permits, 100),
  batchConcurrency: setting('Batches:Concurrency', wholeNumber(0, 64), 2),
  batchMaxItems: setting('Batches:MaxItems', wholeNumber(1, 10_000_000), 100_000),
  batchItemsPerSecond: setting('Batches:ItemsPerSecond', wholeNumber(0, 1_000_000), 0),
  pluginAttempts: setting('Plugins:Attempts', wholeNumber(1, 1_000_000), 1),
  pluginBackoffSeconds: setting('Plugins:BackoffSeconds', wholeNumber(0, 86_400), 1),
  pluginMaxBackoffSeconds: setting('Plugins:MaxBackoffSeconds', wholeNumber(0, 86_400), 300),
  pluginConcurrency: setting('Plugins:Concurrency', wholeNumber(1, 10_000), 16),
  pluginLockSeconds: setting('Plugins:LockSeconds', wholeNumber(2, 3600), 20),
  restCallEnabled: setting('Plugins:RestCall:Enabled', flag, true),
  restCallDenyPrivateNetworks: optional('Plugins:RestCall:DenyPrivateNetworks', flag),
  restCallAllowedNetworks: list('Plugins:RestCall:AllowedNetworks', cidrRange),
  emailSmtpUrl: secret('Plugins:Email:SmtpUrl', address('smtp', 'smtps')),
  emailFrom: optional('Plugins:Email:From', text),
  secretsEnvironmentPrefix: optional('Secrets:EnvironmentPrefix', text),
  secretsDirectory: optional('Secrets:Directory', text),
  secretsLimits: shown(list('Secrets:Limits', secretLimit), (limits) =>
    limits.map(({ secret: name, keys }) => `${name}:${keys}`).join(', '),
  ),
  secretsCacheSeconds: setting('Secrets:CacheSeconds', wholeNumber(0, 86_400), 60),
  vaultAddress: optional('Secrets:Vault:Address', address('https', 'http')),
  vaultPath: optional('Secrets:Vault:Path', text),
  vaultToken: secret('Secrets:Vault:Token', text),
  vaultNamespace: optional('Secrets:Vault:Namespace', text),
  remoteBundledTypes: list('RemoteWorkers:BundledTypes', oneOf(...BUNDLED_TASK_TYPES)),
  maxStateEntries: setting('Api:MaxStateEntries', wholeNumber(1, 100_000_000), 100_000),
  indexedVariables: list('Projection:IndexedVariables', indexedVariable),
  replicaMaxLagSeconds: setting('Projection:ReplicaMaxLagSeconds', wholeNumber(1, 3600), 2),
  retainInstances: shown(list('Retention:Instances', retentionRule), (rules) => rules.map(ruleAsText).join(', ')),
  retainDefinitions: shown(list('Retention:Definitions', retentionRule), (rules) => rules.map(ruleAsText).join(', ')),
  retainReplies: shown(setting('Retention:Replies', duration(DAY_MS, '24h'), DAY_MS), durationAsText),
  retainDeadLetters: shown(setting('Retention:DeadLetters', duration(HOUR_MS, '1h'), 30 * DAY_MS), durationAsText),
  retainAudit: shown(optional('Retention:Audit', duration(DAY_MS, '1d')), shownDuration),
  retainEvaluations: shown(optional('Retention:Evaluations', duration(HOUR_MS, '1h')), shownDuration),
  retainBatches: shown(optional('Retention:Batches', duration(HOUR_MS, '1h')), shownDuration),
  retentionArchive: optional('Retention:Archive', text),
  keepsUnchanged: setting('Api:KeepUnchanged', flag, false),
  strictRequests: setting('Api:StrictRequests', flag, false),
  mcpEnabled: setting('Mcp:Enabled', flag, false),
  mcpPublicUrl: optional('Mcp:PublicUrl', address('http', 'https')),
  feedEnabled: setting('Feed:Enabled', flag, false),
  feedMaxStreams: setting('Feed:MaxStreams', wholeNumber(0, 1_000_000), 1000),
  feedStreamsPerClient: setting('Feed:StreamsPerClient', wholeNumber(1, 1_000_000), 20),
  kafkaBrokers: list('Kafka:Brokers', brokerAddress),
  kafkaTopic: optional('Kafka:Topic', topicName),
  kafkaClientId: setting('Kafka:ClientId', text, 'sluice'),
  kafkaFormat: setting('Kafka:Format', oneOf('feed', 'cloudevents'), 'feed'),
  kafkaBegin: setting('Kafka:Begin', oneOf('beginning', 'end'), 'beginning'),
  kafkaKeys: list('Kafka:Keys', keyPattern),
  kafkaTypes: list('Kafka:Types', text),
  kafkaBusinessId: optional('Kafka:BusinessId', text),
  kafkaCompression: setting('Kafka:Compression', oneOf('none', 'gzip'), 'none'),
  kafkaIdempotent: setting('Kafka:Idempotent', flag, true),
  kafkaTls: setting('Kafka:Tls:Enabled', flag, false),
  kafkaTlsCaFile: optional('Kafka:Tls:CaFile', text),
  kafkaTlsCertFile: optional('Kafka:Tls:CertFile', text),
  kafkaTlsKeyFile: optional('Kafka:Tls:KeyFile', text),
  kafkaSaslMechanism: optional('Kafka:Sasl:Mechanism', oneOf('plain', 'scram-sha-256', 'scram-sha-512')),
  kafkaSaslUsername: optional('Kafka:Sasl:Username', text),
  kafkaSaslPassword: secret('Kafka:Sasl:Password', text),
  auditEnabled: setting('Audit:Enabled', flag, false),
  auditActs: list('Audit:Acts', oneOf('operator', 'client', 'worker')),
  docsEnabled: setting('Docs:Enabled', flag, true),
  otlpEndpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT', address('http', 'https')),
  otlpHeaders: secret('OTEL_EXPORTER_OTLP_HEADERS', text),
  otelMetricsEveryMs: setting('OTEL_METRIC_EXPORT_INTERVAL', wholeNumber(10, 86_400_000), 60_000),
  otelServiceName: optional('OTEL_SERVICE_NAME', text),
  otelResourceAttributes: optional('OTEL_RESOURCE_ATTRIBUTES', text),
} as const;

/** Keys of every webhook, with `<name>` for its name (docs/contributing/spec/event-feed.md#webhook-settings). */
export const WEBHOOK_SETTINGS = {
  // a webhook's path is its password
  url: shown(secret('Webhooks:<name>:Url', address('https', 'http')), (url) => (url === undefined ? '' : new URL(url).origin)),
  secret: shown(secret('Webhooks:<name>:Secret', signingSecret), () => '***'),
  previousSecret: shown(secret('Webhooks:<name>:PreviousSecret', signingSecret), () => '***'),
  keys: list('Webhooks:<name>:Keys', keyPattern),
  types: list('Webhooks:<name>:Types', text),
  businessId: optional('Webhooks:<name>:BusinessId', text),
  begin: setting('Webhooks:<name>:Begin', oneOf('end', 'beginning'), 'end'),
  format: setting('Webhooks:<name>:Format', oneOf('event', 'cloudevents'), 'event'),
  allowsPrivate: setting('Webhooks:<name>:AllowPrivate', flag, false),
  timeoutSeconds: setting('Webhooks:<name>:TimeoutSeconds', wholeNumber(1, 60), 10),
  concurrency: setting('Webhooks:<name>:Concurrency', wholeNumber(1, 64), 8),
  attempts: setting('Webhooks:<name>:Attempts', wholeNumber(1, 1000), 10),
  backoffSeconds: setting('Webhooks:<name>:BackoffSeconds', wholeNumber(1, 3600), 1),
  maxBackoffSeconds: setting('Webhooks:<name>:MaxBackoffSeconds', wholeNumber(1, 86_400), 600),
} as const;

/** A setting of a family for one of its names. */
export function named<T>(of: Setting<T>, name: string): Setting<T> {
  return { ...of, key: of.key.replace('<name>', name) };
}

/** A known key that has no effect, and why. */
export interface SettingWithoutEffect extends Setting<unknown> {
  /** a sentence's predicate */
  readonly reason: string;
}

/** They are validated like other keys, so that an invalid value stops the start, and reported when they are set. */
export const WITHOUT_EFFECT: readonly SettingWithoutEffect[] = [
  {
    ...setting('Engine:SnapshotEvery', wholeNumber(1, 1_000_000), 100),
    reason: 'has no effect: when the state of an instance is stored depends on its size',
  },
];
