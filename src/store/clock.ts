import type { Connection, Statement } from '../db/connection.ts';

/** SQL of the present moment as ISO text with whole milliseconds; not the begin of the transaction. */
export const NOW_AS_TEXT = `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const READ: Statement = { name: 'read-clock', text: `select ${NOW_AS_TEXT} as now` };

/** Reads the clock of the database. @returns ISO text with whole milliseconds */
export async function readClock(connection: Connection): Promise<string> {
  const [row] = await connection.query<{ now: string }>(READ, []);
  if (row === undefined) throw new Error('the clock gave no row');
  return row.now;
}
