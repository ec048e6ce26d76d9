import type { Connection, Statement } from '../db/connection.ts';
import type { SubscriberId } from '../feed-out/subscriber.ts';

/** Stored state of a sink. */
export interface SinkState {
  readonly isPaused: boolean;
  /** why the last sending failed; null: it did not */
  readonly error: string | null;
  /** age of the oldest feed row that is not completely in the topic; 0: none. Unit: s */
  readonly lagSeconds: number;
}

const STAND: Statement = {
  name: 'kafka-read-stand',
  text: `select s.state, s.error, extract(epoch from clock_timestamp() - waiting.at)::float8 as seconds
    from feed_subscriber s left join lateral (
      select f.at from feed f
      where f.position > s.row_position or (f.position = s.row_position and s.sequence is not null)
      order by f.position limit 1
    ) waiting on true
    where s.kind = $1 and s.name = $2`,
};

/** undefined: it has never run. */
export async function readSinkState(connection: Connection, { kind, name }: SubscriberId): Promise<SinkState | undefined> {
  const [row] = await connection.query<{ state: string; error: string | null; seconds: number | null }>(STAND, [kind, name]);
  if (row === undefined) return undefined;
  return { isPaused: row.state !== 'Active', error: row.error, lagSeconds: Math.max(0, row.seconds ?? 0) };
}
