import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { address, flag, logLevel, networks, oneOf, text, wholeNumber } from './config-keys.ts';
import { ConfigError, type ConfigSource, type Environment, openConfigSource } from './config-source.ts';
import type { LogLevel } from './log-events.ts';

export { ConfigError, type Environment } from './config-source.ts';

/** What a process was started as; `all` runs api, worker, projector and ui together. */
export type ProcessRole = 'all' | 'api' | 'worker' | 'plugin-host' | 'projector' | 'ui' | 'migrate';

/** A port to bind. An explicit port is used or refused; a default one gives way to a free one. 0 means any free port. */
export interface PortSetting {
  readonly key: 'PORT' | 'UI_PORT' | 'METRICS_PORT';
  readonly number: number;
  readonly isExplicit: boolean;
}

/** Everything the contract's section 11 lets an operator set, read once at start-up and frozen. */
export interface Config {
  readonly role: ProcessRole;
  readonly processName: string;
  readonly host: string;
  readonly port: PortSetting;
  readonly uiPort: PortSetting;
  readonly metricsPort: PortSetting;
  /** secret; undefined means the embedded database */
  readonly databaseUrl: string | undefined;
  /** absolute path; used only without databaseUrl */
  readonly dataDir: string;
  /** secret; undefined means the queue lives in the database */
  readonly redisUrl: string | undefined;
  readonly logLevel: LogLevel;
  /** true when NODE_ENV asks for production in so many words: then logs are JSON on a terminal too */
  readonly forcesJsonLogs: boolean;
  readonly isDevelopment: boolean;
  readonly engine: EngineConfig;
  readonly scripting: ScriptingConfig;
  readonly docs: { readonly isEnabled: boolean };
  readonly plugins: PluginsConfig;
}

/** Section `Engine`. */
export interface EngineConfig {
  readonly commandTimeoutSeconds: number;
  readonly maxIterations: number;
  readonly plainTasks: 'wait' | 'pass';
  readonly maxStepsPerRun: number;
  readonly workerConcurrency: number;
  readonly snapshotEvery: number;
  readonly shutdownSeconds: number;
}

/** Section `Plugins`: how custom tasks are run (ADR 0021). */
export interface PluginsConfig {
  /** runs in all of a task whose model does not say */
  readonly attempts: number;
  /** wait after the first failure where neither the failure nor the model says; doubles each time */
  readonly backoffSeconds: number;
  readonly maxBackoffSeconds: number;
  /** runs of one task type at the same time in one host */
  readonly concurrency: number;
  /** how long a task stays with a host that has gone silent */
  readonly lockSeconds: number;
  readonly restCall: RestCallConfig;
  readonly email: EmailConfig;
}

/** Section `Plugins:RestCall` (contract 6.5). */
export interface RestCallConfig {
  readonly isEnabled: boolean;
  readonly denyPrivateNetworks: boolean;
  /** in CIDR notation; undefined: none */
  readonly allowedNetworks: readonly string[] | undefined;
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
}

/** Keys an operator may set to protect the service and that this version cannot honour: better no start than an open door. */
const NOT_OFFERED = ['Authentication', 'RateLimiting'] as const;
const SYSTEM_STATE_DIR = '/var/lib/sluice';

/** The environment of this process; the only place that looks at it. */
export function processEnvironment(): Environment {
  return process.env;
}

/** Reads and checks the whole configuration. Throws ConfigError for the first value that cannot be used. */
export function readConfig(env: Environment, role: ProcessRole): Config {
  return assemble(openConfigSource(env), role);
}

/** Every key that `readConfig` looks at, as the contract writes it. */
export function configKeys(): readonly string[] {
  const asked = new Set<string>(['CONFIG_FILE']);
  const find = (key: string) => {
    asked.add(key);
    return undefined;
  };
  const read = <T>(key: string, _parse: unknown, fallback: T) => {
    asked.add(key);
    return fallback;
  };
  assemble({ find, read, hasSection: () => false }, 'all');
  return [...asked];
}

function assemble(source: ConfigSource, role: ProcessRole): Config {
  refuseSectionsNotOffered(source);
  const nodeEnv = source.find('NODE_ENV')?.toLowerCase();
  return deepFreeze({
    role,
    processName: source.read('PROCESS_NAME', text, defaultProcessName(role)),
    host: source.read('HOST', text, '0.0.0.0'),
    port: readPort(source, 'PORT', 8080),
    uiPort: readPort(source, 'UI_PORT', 8081),
    metricsPort: readPort(source, 'METRICS_PORT', 9464),
    databaseUrl: source.read<string | undefined>('DATABASE_URL', address('postgres', 'postgresql'), undefined),
    dataDir: resolve(source.read('DATA_DIR', text, defaultDataDir())),
    redisUrl: source.read<string | undefined>('REDIS_URL', address('redis', 'rediss'), undefined),
    logLevel: source.read('LOG_LEVEL', logLevel, 'Information'),
    forcesJsonLogs: nodeEnv === 'production',
    isDevelopment: nodeEnv === 'development',
    engine: readEngine(source),
    scripting: {
      timeoutMs: source.read('Scripting:TimeoutMs', wholeNumber(1, 600_000), 1000),
      memoryMb: source.read('Scripting:MemoryMb', wholeNumber(1, 4096), 64),
      maxOutputBytes: source.read('Scripting:MaxOutputBytes', wholeNumber(1, 1_073_741_824), 1_048_576),
    },
    docs: { isEnabled: source.read('Docs:Enabled', flag, true) },
    plugins: readPlugins(source),
  });
}

function readEngine(source: ConfigSource): EngineConfig {
  return {
    commandTimeoutSeconds: source.read('Engine:CommandTimeoutSeconds', wholeNumber(1, 3600), 15),
    maxIterations: source.read('Engine:MaxIterations', wholeNumber(1, 10_000_000), 20_000),
    plainTasks: source.read('Engine:PlainTasks', oneOf('wait', 'pass'), 'wait'),
    maxStepsPerRun: source.read('Engine:MaxStepsPerRun', wholeNumber(1, 100_000_000), 100_000),
    workerConcurrency: source.read('Engine:WorkerConcurrency', wholeNumber(1, 1000), 16),
    snapshotEvery: source.read('Engine:SnapshotEvery', wholeNumber(1, 1_000_000), 100),
    shutdownSeconds: source.read('Engine:ShutdownSeconds', wholeNumber(1, 3600), 30),
  };
}

function readPlugins(source: ConfigSource): PluginsConfig {
  return {
    attempts: source.read('Plugins:Attempts', wholeNumber(1, 1_000_000), 1),
    backoffSeconds: source.read('Plugins:BackoffSeconds', wholeNumber(0, 86_400), 1),
    maxBackoffSeconds: source.read('Plugins:MaxBackoffSeconds', wholeNumber(0, 86_400), 300),
    concurrency: source.read('Plugins:Concurrency', wholeNumber(1, 10_000), 16),
    lockSeconds: source.read('Plugins:LockSeconds', wholeNumber(2, 3600), 20),
    restCall: {
      isEnabled: source.read('Plugins:RestCall:Enabled', flag, true),
      denyPrivateNetworks: source.read('Plugins:RestCall:DenyPrivateNetworks', flag, isShared(source)),
      allowedNetworks: source.read<readonly string[] | undefined>('Plugins:RestCall:AllowedNetworks', networks, undefined),
    },
    email: {
      smtpUrl: source.read<string | undefined>('Plugins:Email:SmtpUrl', address('smtp', 'smtps'), undefined),
      from: source.read<string | undefined>('Plugins:Email:From', text, undefined),
    },
  };
}

/** Whether this is more than one machine's trial: with a database of its own, a process may well want to call what runs beside it. */
function isShared(source: ConfigSource): boolean {
  return source.find('DATABASE_URL') !== undefined;
}

function refuseSectionsNotOffered(source: ConfigSource): void {
  for (const section of NOT_OFFERED) {
    if (source.hasSection(section))
      throw new ConfigError(section, 'is not offered by this version; remove its keys to start without it');
  }
}

function readPort(source: ConfigSource, key: PortSetting['key'], fallback: number): PortSetting {
  return { key, number: source.read(key, wholeNumber(0, 65_535), fallback), isExplicit: source.find(key) !== undefined };
}

function defaultProcessName(role: ProcessRole): string {
  return `${role}-${hostname()}-${randomBytes(4).toString('hex')}`.toLowerCase();
}

function defaultDataDir(): string {
  return process.getuid?.() === 0 ? SYSTEM_STATE_DIR : './.data';
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}
