import type { Logger } from '../platform/log.ts';
import { errorMessage } from '../platform/redact.ts';
import { retry } from '../platform/retry.ts';
import { isRetryable } from './errors.ts';
import type { Pool } from './pool.ts';

/** Installation ids before and after a renewal. */
export interface RenewedInstallation {
  readonly from: string;
  readonly to: string;
}

const BACKOFF = { firstDelayMs: 100, maxDelayMs: 1000 };

/** Reads the id of the database's installation. Names of Redis queues contain it, so that databases that share a Redis have separate queues. */
export async function readInstallation(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from installation');
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the table installation is empty: insert into installation default values');
  return id;
}

/** Reads the installation id at a start: waits for an unreachable database, until `stopping` is aborted. */
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
  await pool.query('update installation set id = gen_random_uuid(); update feed_head set id = gen_random_uuid()');
  return { from, to: await readInstallation(pool) };
}
