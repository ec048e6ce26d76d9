import { randomUUID } from 'node:crypto';
import type { Logger } from '../platform/log.ts';
import { errorMessage } from '../platform/redact.ts';
import { retry } from '../platform/retry.ts';
import { withTransaction } from './connection.ts';
import { isRetryable } from './errors.ts';
import type { Pool } from './pool.ts';

/**
 * System identifier of the server and OID of the database. A restored dump has another identity. A promoted standby and a copy of the disk have that of their
 * original.
 */
export async function readHome(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ oid: string }>('select oid::text from pg_database where datname = current_database()');
  return `${await serverNumber(pool)}/${rows[0]?.oid ?? ''}`;
}

/** Insufficient privilege, undefined function (PostgreSQL, appendix A). */
const NOT_ALLOWED = new Set(['42501', '42883']);

/** '' if the user may not read it, which some providers do not allow. */
async function serverNumber(pool: Pool): Promise<string> {
  try {
    const { rows } = await pool.query<{ number: string }>('select system_identifier::text as number from pg_control_system()');
    return rows[0]?.number ?? '';
  } catch (error) {
    if (NOT_ALLOWED.has((error as { code?: string }).code ?? '')) return '';
    throw error;
  }
}

export interface RenewedInstallation {
  readonly from: string;
  readonly to: string;
}

const BACKOFF = { firstDelayMs: 100, maxDelayMs: 1000 };

/** Part of the names of Redis queues, so that databases that share a Redis have separate queues. Rejects if the table `installation` is empty. */
export async function readInstallation(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from installation');
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the table installation is empty: insert into installation default values');
  return id;
}

/** Reads the id at a start. Waits while the database is not reachable, and logs it. Rejects when `stopping` is aborted. */
export function awaitInstallation(pool: Pool, log: Logger, stopping?: AbortSignal): Promise<string> {
  return retry(() => readInstallation(pool), {
    ...BACKOFF,
    ...(stopping === undefined ? {} : { signal: stopping }),
    isRetryable,
    onRetry: (error) => log.event('database-unreachable', { Operation: 'start-up', ErrorMessage: errorMessage(error) }),
  });
}

/** Health check: rejects if the database is not reachable or has another installation id. */
export async function checkInstallation(pool: Pool, expected: string): Promise<void> {
  if ((await readInstallation(pool)) !== expected)
    throw new Error('the database belongs to another installation than at the start');
}

/** Sets new ids of the database and its event feed, after it was copied from one that stays in use. */
export async function renewInstallation(pool: Pool): Promise<RenewedInstallation> {
  const from = await readInstallation(pool);
  const to = randomUUID();
  await withTransaction(pool, async (transaction) => {
    await transaction.query({ name: 'renew-installation', text: 'update installation set id = $1' }, [to]);
    await transaction.query({ name: 'renew-feed', text: 'update feed_head set id = $1' }, [randomUUID()]);
  });
  return { from, to };
}
