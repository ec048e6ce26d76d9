import type { Logger } from '../platform/log.ts';
import { errorMessage } from '../platform/redact.ts';
import { retry } from '../platform/retry.ts';
import { isRetryable } from './errors.ts';
import type { Pool } from './pool.ts';

/** Ids of an installation before and after it got a new one. */
export interface RenewedInstallation {
  readonly from: string;
  readonly to: string;
}

const BACKOFF = { firstDelayMs: 100, maxDelayMs: 1000 };

/** The id of the installation this database belongs to. Queues in Redis are named after it, so that databases that share a Redis do not mix. */
export async function readInstallation(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from installation');
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the table installation is empty: insert into installation default values');
  return id;
}

/** Like {@link readInstallation}, for a start: waits for a database that cannot be reached, until `stopping` is aborted. */
export function awaitInstallation(pool: Pool, log: Logger, stopping?: AbortSignal): Promise<string> {
  return retry(() => readInstallation(pool), {
    ...BACKOFF,
    ...(stopping === undefined ? {} : { signal: stopping }),
    isRetryable,
    onRetry: (error) => log.event('database-unreachable', { Operation: 'start-up', ErrorMessage: errorMessage(error) }),
  });
}

/** Whether the database answers and is still that of this replica: a health check. Rejects when it is not. */
export async function checkInstallation(pool: Pool, expected: string): Promise<void> {
  if ((await readInstallation(pool)) !== expected)
    throw new Error('the database belongs to another installation than at the start');
}

/** Gives the database, and its event feed, a new id, after it was copied from another one that stays in use. */
export async function renewInstallation(pool: Pool): Promise<RenewedInstallation> {
  const from = await readInstallation(pool);
  await pool.query('update installation set id = gen_random_uuid(); update feed_head set id = gen_random_uuid()');
  return { from, to: await readInstallation(pool) };
}
