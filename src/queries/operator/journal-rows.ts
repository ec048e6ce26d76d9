import type { ReadDatabase } from '../read-database.ts';
import { readEvents } from '../stored-events.ts';

/** Everything one command did to one instance; `events` as this release writes them. */
export interface JournalListRow {
  readonly seq: number;
  readonly at: Date;
  readonly commandId: string;
  readonly events: readonly object[];
  /** who sent the command; null: nobody is known */
  readonly actor: string | null;
}

/** Rows of one read: bounds the answer; who wants more asks again. */
export const JOURNAL_ROWS_PER_READ = 500;

/** The journal of an instance behind `from`, oldest first; undefined when the engine does not know the instance. */
export async function readJournalRows(
  db: ReadDatabase,
  instanceId: string,
  from: number,
): Promise<{ readonly lastSeq: number; readonly rows: readonly JournalListRow[] } | undefined> {
  const known = await db.selectFrom('instance').select('seq').where('id', '=', instanceId).executeTakeFirst();
  if (known === undefined) return undefined;
  const rows = await db
    .selectFrom('journal')
    .select(['seq', 'at', 'command_id as commandId', 'v', 'events', 'actor'])
    .where('subject_id', '=', instanceId)
    .where('seq', '>', from)
    .where('seq', '<=', known.seq)
    .orderBy('seq')
    .limit(JOURNAL_ROWS_PER_READ)
    .execute();
  return {
    lastSeq: known.seq,
    rows: rows.map((row) => ({
      seq: row.seq,
      at: row.at,
      commandId: row.commandId,
      actor: row.actor,
      events: readEvents(instanceId, row),
    })),
  };
}
