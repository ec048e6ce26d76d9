import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ReadDatabase } from './read-database.ts';

const MAX_WAIT_MS = 2000;
const POLL_MS = 20;

/**
 * Waits until all that was committed before the call is in the query tables, at most 2 seconds. For clients that read their own writes without a position.
 * Resolves also if the time is over.
 */
export async function untilCaughtUp(db: ReadDatabase): Promise<void> {
  const { rows } = await sql<{ last: string | null }>`select max(position)::text as last from projection_todo`.execute(db);
  const last = rows[0]?.last ?? null;
  if (last === null) return;
  for (const deadline = performance.now() + MAX_WAIT_MS; performance.now() < deadline; await delay(POLL_MS)) {
    const left = await sql<{ is_left: boolean }>`
      select exists (select from projection_todo where position <= ${last}::bigint) as is_left`.execute(db);
    if (left.rows[0]?.is_left !== true) return;
  }
}
