import type { Connection } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import { type KeySuspension, SUSPENDED_KEYS, suspendedKeysOf } from './suspensions.ts';

/** SQL of the current time (not the start of the transaction) as ISO text with milliseconds. */
export const NOW_AS_TEXT = `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const READ: Statement = { name: 'read-clock', text: `select ${NOW_AS_TEXT} as now` };

/** @returns ISO text with milliseconds */
export async function readClock(connection: Connection): Promise<string> {
  const [row] = await connection.query<{ now: string }>(READ, []);
  if (row === undefined) throw new Error('the clock gave no row');
  return row.now;
}

const READ_WITH_KEYS: Statement = {
  name: 'read-clock-and-keys',
  text: `select ${NOW_AS_TEXT} as now, ${SUSPENDED_KEYS}`,
};

/** Reads clock and keys for a transaction without an inbox, after its locks. */
export async function readClockAndKeys(
  connection: Connection,
): Promise<{ readonly now: string; readonly suspendedKeys: ReadonlyMap<string, KeySuspension> }> {
  const [row] = await connection.query<{ now: string; suspended_keys: string | null }>(READ_WITH_KEYS, []);
  if (row === undefined) throw new Error('the clock gave no row');
  return { now: row.now, suspendedKeys: suspendedKeysOf(row.suspended_keys) };
}
