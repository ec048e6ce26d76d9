import { assembleConfig, type Config, ConfigError } from '../platform/config/config.ts';
import { findIdleKeys } from '../platform/config/config-review.ts';
import { openConfigSource, type ProcessRole } from '../platform/config/config-source.ts';
import { processEnvironment } from '../platform/config/environment.ts';
import { type Health, openHealth } from '../platform/health.ts';
import { type Logger, openLog } from '../platform/log.ts';
import { type Metrics, openMetrics } from '../platform/metrics/metrics.ts';
import { errorMessage, errorStack } from '../platform/redact.ts';
import { sleep } from '../platform/retry.ts';
import type { RoleConfig } from '../platform/role.ts';
import { openShutdown, type Shutdown, stopOnSignals, stopWithParent } from '../platform/shutdown.ts';
import { openExport, openLogExport } from '../platform/telemetry/export.ts';
import { noTracing, type Tracing } from '../platform/telemetry/tracing.ts';

/** Shared by the roles of a process. */
export interface SluiceProcess {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly shutdown: Shutdown;
  readonly tracing: Tracing;
  /** standard output is a terminal; otherwise it has only JSON log lines (docs/contributing/spec/observability.md#log-lines) */
  readonly isPretty: boolean;
}

/** Resolves after `startUp`. Stops in order on a signal, or with exit code 1 after a failed start-up or an uncaught error. */
export async function runService(role: ProcessRole, startUp: (process: SluiceProcess) => Promise<void>): Promise<void> {
  const own = openProcess(role);
  let mayDrain = false;
  own.shutdown.register('readiness', 'readiness', () => own.health.beginShutdown());
  own.shutdown.register('readiness', 'drain', () => (mayDrain ? sleep(drainMs(own.config)) : undefined));
  stopOnSignals(own.shutdown);
  if (processEnvironment()['npm_lifecycle_event'] !== undefined) stopWithParent(own.shutdown, (code) => process.exit(code));
  process.stdout.on('error', () => {}); // a reader such as `head` may close the pipe
  const fail = async (error: unknown) => {
    mayDrain = false;
    reportFault(own.log, error);
    await own.shutdown.stop(error instanceof ConfigError ? 'start-up failed' : 'a fault');
    process.exit(1);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  const starting = exporting(own).then(startUp);
  own.shutdown.during(starting);
  try {
    await starting;
    mayDrain = true;
  } catch (error) {
    if (!own.shutdown.hasBegun) await fail(error);
  }
}

/** Time in which a stopping process still serves requests, so that proxies detect the stop. 0 for roles without requests. */
function drainMs({ role, engine }: Config): number {
  return role === 'all' || role === 'api' || role === 'ui' ? engine.drainSeconds * 1000 : 0;
}

/** Adds the export of telemetry, if configured. It stops after the roles, to send their last log lines. */
async function exporting(own: SluiceProcess): Promise<SluiceProcess> {
  const { tracing, metrics, stop } = await openExport(own.config.telemetry, own.metrics, own.config.processName);
  own.shutdown.register('pools', 'telemetry', stop);
  return { ...own, tracing, metrics };
}

/** Runs a job. If it rejects, logs the error and ends the process with exit code 1. */
export async function runJob(role: ProcessRole, job: (process: SluiceProcess) => Promise<void>): Promise<void> {
  const own = openProcess(role);
  try {
    await job(own);
  } catch (error) {
    reportFault(own.log, error);
    process.exit(1);
  }
}

/** Throws ConfigError without DATABASE_URL. */
export function sharedDatabase(config: Config): RoleConfig {
  if (config.databaseUrl === undefined) {
    throw new ConfigError('DATABASE_URL', `must be set for ${config.role}; only \`npm start\` includes a database`);
  }
  return { ...config, databaseUrl: config.databaseUrl };
}

function openProcess(role: ProcessRole): SluiceProcess {
  const config = readConfigOrEnd(role);
  const isPretty = process.stdout.isTTY === true && !config.forcesJsonLogs;
  const metrics = openMetrics();
  const lines = openLogExport(config.telemetry, metrics, config.processName);
  const onLine = lines === undefined ? {} : { onLine: lines.add };
  const log = openLog({ level: config.logLevel, role, processName: config.processName, isPretty, ...onLine });
  const health = openHealth(log);
  metrics.onCollectReady(async () => (await health.ready()).status === 200);
  const shutdown = openShutdown(log, drainMs(config) + config.engine.shutdownSeconds * 1000);
  if (lines !== undefined) shutdown.register('database', 'log export', () => lines.stop());
  return { config, log, metrics, health, shutdown, tracing: noTracing, isPretty };
}

function readConfigOrEnd(role: ProcessRole): Config {
  try {
    const source = openConfigSource(processEnvironment());
    for (const { key, reason } of findIdleKeys(source)) process.stderr.write(`configuration: ${key} ${reason}\n`);
    return assembleConfig(source, role);
  } catch (error) {
    reportFault(openLog({ level: 'Information', role, processName: role, isPretty: process.stdout.isTTY === true }), error);
    process.exit(1);
  }
}

function reportFault(log: Logger, error: unknown): void {
  if (error instanceof ConfigError) {
    log.event('configuration-unusable', { Key: error.key, Reason: error.reason });
  } else {
    log.event('unexpected-error', {
      Operation: 'start-up',
      Endpoint: '-',
      ErrorMessage: errorMessage(error),
      Stack: errorStack(error),
    });
  }
}
