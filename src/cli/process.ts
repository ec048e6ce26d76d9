import { type Config, ConfigError, type ProcessRole, processEnvironment, readConfig } from '../platform/config.ts';
import { type Health, openHealth } from '../platform/health.ts';
import { type Logger, openLog } from '../platform/log.ts';
import { type Metrics, openMetrics } from '../platform/metrics.ts';
import { errorMessage, errorStack } from '../platform/redact.ts';
import type { RoleConfig } from '../platform/role.ts';
import { openShutdown, type Shutdown, stopOnSignals, stopWithParent } from '../platform/shutdown.ts';

/** What one operating-system process shares, whatever roles it runs. */
export interface SluiceProcess {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly shutdown: Shutdown;
}

/** Runs a service: reads the configuration, starts up, and stops in order on a signal or when the start-up fails. */
export async function runService(role: ProcessRole, startUp: (process: SluiceProcess) => Promise<void>): Promise<void> {
  const own = openProcess(role);
  own.shutdown.register('readiness', 'readiness', () => own.health.beginShutdown());
  stopOnSignals(own.shutdown);
  if (processEnvironment()['npm_lifecycle_event'] !== undefined) stopWithParent(own.shutdown, (code) => process.exit(code));
  process.stdout.on('error', () => {}); // a reader such as `head` that went away is no reason to end
  const fail = async (error: unknown) => {
    reportFault(own.log, error);
    await own.shutdown.stop(error instanceof ConfigError ? 'start-up failed' : 'a fault');
    process.exit(1);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  const starting = startUp(own);
  own.shutdown.during(starting);
  try {
    await starting;
  } catch (error) {
    if (!own.shutdown.hasBegun) await fail(error);
  }
}

/** Runs a job that ends by itself. */
export async function runJob(role: ProcessRole, job: (process: SluiceProcess) => Promise<void>): Promise<void> {
  const own = openProcess(role);
  try {
    await job(own);
  } catch (error) {
    reportFault(own.log, error);
    process.exit(1);
  }
}

/** The configuration of a process that runs one role. Throws ConfigError when there is no database to share with the other roles. */
export function sharedDatabase(config: Config): RoleConfig {
  if (config.databaseUrl === undefined) {
    throw new ConfigError('DATABASE_URL', `must be set for ${config.role}; only \`npm start\` brings a database of its own`);
  }
  return { ...config, databaseUrl: config.databaseUrl };
}

function openProcess(role: ProcessRole): SluiceProcess {
  const config = readConfigOrEnd(role);
  const isPretty = process.stdout.isTTY === true && !config.forcesJsonLogs;
  const log = openLog({ level: config.logLevel, role, processName: config.processName, isPretty });
  const shutdown = openShutdown(log, config.engine.shutdownSeconds * 1000);
  return { config, log, metrics: openMetrics(), health: openHealth(log), shutdown };
}

function readConfigOrEnd(role: ProcessRole): Config {
  try {
    return readConfig(processEnvironment(), role);
  } catch (error) {
    reportFault(openLog({ level: 'Information', role, processName: role, isPretty: process.stdout.isTTY === true }), error);
    process.exit(1);
  }
}

function reportFault(log: Logger, error: unknown): void {
  if (error instanceof ConfigError) {
    log.event(7042, `start-up ends: ${error.message}`, { Key: error.key, Reason: error.reason });
  } else {
    log.event(7030, errorMessage(error), { Endpoint: '-', ErrorMessage: errorMessage(error), Stack: errorStack(error) });
  }
}
