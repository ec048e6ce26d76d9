import type { Connection } from '../db/connection.ts';
import type { JournalEvent } from '../engine/events.ts';
import type { JournalRow } from './journal-row.ts';
import type { SubjectFold } from './subject-fold.ts';

interface StoredRow {
  readonly subject_id: string;
  readonly seq: number;
  readonly at: Date;
  readonly v: number;
  /** JSON text */
  readonly events: string;
}

/** Journal rows read per subject and statement: bounds the memory of a batch when one subject is far behind. */
const ROWS_PER_SUBJECT = 100;

// The limit inside makes the database look into the journal once per subject, whatever it believes about the sizes of the tables.
const READ_AFTER = {
  name: 'projector-read-journal',
  text: `
    select j.subject_id, j.seq, j.at, j.v, j.events
    from unnest($1::uuid[], $2::int[]) as s (subject_id, last_seq)
    cross join lateral (
      select * from journal where subject_id = s.subject_id and seq > s.last_seq order by seq limit $3
    ) j
    order by j.subject_id, j.seq`,
};
const READ_PAGE = {
  name: 'projector-read-journal-page',
  text: `
    select subject_id, seq, at, v, events from journal
    where (subject_id, seq) > ($1::uuid, $2::int) order by subject_id, seq limit $3`,
};

/**
 * Reads what the journal holds after each fold's last row, at most 100 rows per subject, in order of subject and seq.
 * `isMore`: the subjects that may have further rows.
 */
export async function readAfter(
  connection: Connection,
  folds: readonly SubjectFold[],
): Promise<{ rows: readonly JournalRow[]; isMore: (subjectId: string) => boolean }> {
  const found = await connection.query<StoredRow>(READ_AFTER, [
    folds.map((fold) => fold.subjectId),
    folds.map((fold) => fold.lastSeq),
    ROWS_PER_SUBJECT,
  ]);
  const rows = found.map(journalRow);
  const counts = new Map<string, number>();
  for (const { subjectId } of rows) counts.set(subjectId, (counts.get(subjectId) ?? 0) + 1);
  return { rows, isMore: (subjectId) => counts.get(subjectId) === ROWS_PER_SUBJECT };
}

/** Reads the next rows of the whole journal after one row, in order of subject and seq. */
export async function readPage(
  connection: Connection,
  after: { readonly subjectId: string; readonly seq: number },
  limit: number,
): Promise<readonly JournalRow[]> {
  const rows = await connection.query<StoredRow>(READ_PAGE, [after.subjectId, after.seq, limit]);
  return rows.map(journalRow);
}

function journalRow({ subject_id, seq, at, v, events }: StoredRow): JournalRow {
  return { subjectId: subject_id, seq, at, v, events: JSON.parse(events) as readonly JournalEvent[] };
}
