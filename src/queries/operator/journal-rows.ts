import type { ReadDatabase } from '../read-database.ts';
import { readEvents, readJournalInTurns } from '../stored-events.ts';

/** Events of one command on one instance, converted to the current version. */
export interface JournalListRow {
  readonly seq: number;
  readonly at: Date;
  readonly commandId: string;
  readonly events: readonly object[];
  /** sender of the command; null: unknown */
  readonly actor: string | null;
}

/** Clients read further rows with further requests. The row that reaches the second limit is still read. */
const ROWS_PER_ANSWER = 500;
const CHARACTERS_PER_ANSWER = 1024 * 1024;

/** Rows with seq > `from`, up to the limits; at least one row if rows exist. Undefined if the instance does not exist. */
export async function readJournalRows(
  db: ReadDatabase,
  instanceId: string,
  from: number,
): Promise<{ readonly lastSeq: number; readonly rows: readonly JournalListRow[] } | undefined> {
  const known = await db.selectFrom('instance').select('seq').where('id', '=', instanceId).executeTakeFirst();
  if (known === undefined) return undefined;
  const rows: JournalListRow[] = [];
  let characters = 0;
  for await (const row of readJournalInTurns(db, instanceId, { after: from, upTo: known.seq })) {
    const { seq, at, command_id: commandId, actor } = row;
    rows.push({ seq, at, commandId, actor, events: readEvents(instanceId, row) });
    characters += row.events.length;
    if (rows.length >= ROWS_PER_ANSWER || characters >= CHARACTERS_PER_ANSWER) break;
  }
  return { lastSeq: known.seq, rows };
}
