import { isAccessRefused, isMissingRight, isRetryable } from '../db/errors.ts';
import { type MigrationResult, migrate, readSchemaVersion } from '../db/migrate.ts';
import { ConfigError } from '../platform/config/config.ts';
import type { Logger } from '../platform/log.ts';
import { errorMessage } from '../platform/redact.ts';
import { retry } from '../platform/retry.ts';

const DATABASE_RETRY = { firstDelayMs: 200, maxDelayMs: 2000 };

/** Limits how long a start waits for a database that cannot be reached. Without a limit it waits forever. */
export interface ReachOptions {
  readonly signal?: AbortSignal;
  readonly maxAttempts?: number;
}

/**
 * The version of the schema, from a database that may still be starting: waits while it cannot be reached, with log line 7044. A server that refuses
 * the connection is a wrong setting: throws ConfigError, so that the start ends with 7042 (docs/contributing/spec/observability.md#unusable-values).
 */
export async function reachSchemaVersion(url: string, log: Logger, options: ReachOptions = {}): Promise<number> {
  try {
    return await waiting(() => readSchemaVersion(url), log, options);
  } catch (error) {
    throw isOutage(error) || options.signal?.aborted ? error : unusable(error);
  }
}

/** Brings the schema up to date, once the database can be reached. Throws like {@link reachSchemaVersion}, also when tables may not be made. */
export async function reachAndMigrate(url: string, log: Logger, options: ReachOptions = {}): Promise<MigrationResult> {
  await reachSchemaVersion(url, log, options);
  try {
    return await waiting(() => migrate(url), log, options);
  } catch (error) {
    throw isMissingRight(error) ? unusable(error) : error;
  }
}

function waiting<T>(work: () => Promise<T>, log: Logger, options: ReachOptions): Promise<T> {
  return retry(work, {
    ...DATABASE_RETRY,
    ...options,
    isRetryable: isOutage,
    onRetry: (error) => log.event('database-unreachable', { Operation: 'start-up', ErrorMessage: errorMessage(error) }),
  });
}

/** While a replica runs, a refused password may be one that is being changed. At its start it is a mistake that the operator must see. */
function isOutage(error: unknown): boolean {
  return isRetryable(error) && !isAccessRefused(error);
}

function unusable(error: unknown): ConfigError {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return new ConfigError('DATABASE_URL', `names a database that cannot be used: ${errorMessage(cause)}`);
}
