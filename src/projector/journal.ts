import type { Connection } from '../db/connection.ts';
import type { ReadJournalRow } from './journal-row.ts';

interface StoredRow {
  readonly subject_id: string;
  readonly seq: number;
  readonly at: Date;
  readonly v: number;
  /** JSON text */
  readonly events: string;
  readonly found: number;
}

/** Limit the memory and the lock time of a batch, also if the projector lags far behind. */
const ROWS_PER_SUBJECT = 100;
const ROWS_PER_PAGE = 500;
/** stored, mostly compressed; the row that reaches the limit is still read */
const BYTES_PER_READ = 4 * 1024 * 1024;

// The inner limit forces one index look-up per subject, independent of planner statistics. This statement looks up the last projected rows itself, so that it
// can run before the one that loads the projections.
const READ_AFTER = {
  name: 'projector-read-journal-2',
  text: withinBytes(
    `
    select j.* from unnest($1::uuid[]) as s (subject_id)
    cross join lateral (
      select * from journal where subject_id = s.subject_id and seq > coalesce(
        (select last_seq from q_instance where instance_id = s.subject_id),
        (select last_seq from q_process where subject_id = s.subject_id),
        0)
      order by seq limit $2
    ) j`,
    '$3',
  ),
};
const READ_PAGE = {
  name: 'projector-read-journal-page',
  text: withinBytes(
    'select * from journal where (subject_id, seq) > ($1::uuid, $2::int) order by subject_id, seq limit $3',
    '$4',
  ),
};

/** Rows in order of subject and seq. */
export interface JournalRead {
  readonly rows: readonly ReadJournalRow[];
  /** true if the subject may have more rows than this read returned */
  mayHaveMore(subjectId: string): boolean;
}

/** Reads up to ROWS_PER_SUBJECT and BYTES_PER_READ; at least one row if rows exist. */
export async function readAfter(connection: Connection, subjectIds: readonly string[]): Promise<JournalRead> {
  const found = await connection.query<StoredRow>(READ_AFTER, [subjectIds, ROWS_PER_SUBJECT, BYTES_PER_READ]);
  const rows = found.map(journalRow);
  const counts = new Map<string, number>();
  for (const { subjectId } of rows) counts.set(subjectId, (counts.get(subjectId) ?? 0) + 1);
  const last = found.at(-1);
  const incompleteFrom = last !== undefined && found.length < last.found ? last.subject_id : undefined;
  return {
    rows,
    mayHaveMore: (subjectId) =>
      counts.get(subjectId) === ROWS_PER_SUBJECT || (incompleteFrom !== undefined && subjectId >= incompleteFrom),
  };
}

const READ_BETWEEN = {
  name: 'projector-read-journal-between',
  text: 'select subject_id, seq, at, v, events, 0 as found from journal where subject_id = $1 and seq > $2 and seq <= $3 order by seq',
};

/** Reads already projected rows with `after` < seq <= `upTo`. */
export async function readBetween(
  connection: Connection,
  subjectId: string,
  after: number,
  upTo: number,
): Promise<readonly ReadJournalRow[]> {
  return (await connection.query<StoredRow>(READ_BETWEEN, [subjectId, after, upTo])).map(journalRow);
}

/** Reads the next page in order of subject and seq; empty at the end. */
export async function readPage(
  connection: Connection,
  after: { readonly subjectId: string; readonly seq: number },
): Promise<readonly ReadJournalRow[]> {
  const rows = await connection.query<StoredRow>(READ_PAGE, [after.subjectId, after.seq, ROWS_PER_PAGE, BYTES_PER_READ]);
  return rows.map(journalRow);
}

/** First rows until their stored sizes reach the limit in `parameter`, at least one. Column `found`: number of rows without the limit. */
function withinBytes(rows: string, parameter: '$3' | '$4'): string {
  return `
    select subject_id, seq, at, v, events, found from (
      select r.*, (count(*) over ())::int as found,
             sum(pg_column_size(events)) over (order by subject_id, seq) - pg_column_size(events) as bytes_before
      from (${rows}) r
    ) numbered
    where bytes_before < ${parameter} order by subject_id, seq`;
}

function journalRow({ subject_id, seq, at, v, events }: StoredRow): ReadJournalRow {
  return { subjectId: subject_id, seq, at, v, events: JSON.parse(events) as readonly unknown[], size: events.length };
}
