import { sql } from 'kysely';
import { upcastEvents } from '../engine/events/upcast.ts';
import type { EngineEvent } from '../engine/events.ts';
import { LoopTurn } from '../platform/loops.ts';
import type { ReadDatabase } from './read-database.ts';

/**
 * Converts the events of a row to the current version. All readers of event histories must use it.
 * @param row `events`: JSON text
 * @throws UnknownVersion if a newer release has written the row
 */
export function readEvents(
  instanceId: string,
  { seq, v, events }: { readonly seq: number; readonly v: number; readonly events: string },
): readonly EngineEvent[] {
  return upcastEvents(JSON.parse(events) as readonly unknown[], { v, seq, subjectId: instanceId }) as readonly EngineEvent[];
}

/** Limits of one query; the row that reaches the second one is still read. The size is stored, mostly compressed. */
const ROWS_PER_READ = 200;
const BYTES_PER_READ = 256 * 1024;

export interface JournalPartRow {
  readonly seq: number;
  readonly at: Date;
  readonly v: number;
  readonly command_id: string;
  /** JSON text */
  readonly events: string;
  readonly actor: string | null;
}

/** Rows with `after` < seq <= `upTo`, in order. Reads batches of limited size, each with a separate query, and yields to other work of this process. */
export async function* readJournalInTurns(
  db: ReadDatabase,
  instanceId: string,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): AsyncGenerator<JournalPartRow> {
  const turn = new LoopTurn();
  for (let from = after; from < upTo; ) {
    const rows = await readPart(db, instanceId, from, upTo);
    if (rows.length === 0) return;
    from = rows.at(-1)?.seq ?? upTo;
    for (const row of rows) {
      if (turn.isOver) await turn.begin();
      yield row;
    }
    turn.end();
  }
}

async function readPart(db: ReadDatabase, instanceId: string, from: number, upTo: number): Promise<readonly JournalPartRow[]> {
  const { rows } = await sql<JournalPartRow>`
    select seq, at, v, command_id, events, actor from (
      select next.*, sum(pg_column_size(events)) over (order by seq) - pg_column_size(events) as bytes_before from (
        select seq, at, v, command_id, events, actor from journal
        where subject_id = ${instanceId} and seq > ${from} and seq <= ${upTo} order by seq limit ${ROWS_PER_READ}
      ) next
    ) sized
    where bytes_before < ${BYTES_PER_READ} order by seq`.execute(db);
  return rows;
}
