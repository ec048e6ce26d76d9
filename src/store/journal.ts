import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { JournalEvent } from '../engine/events/journal-events.ts';
import { upcastEvents } from '../engine/events/upcast.ts';
import { EVENT_VERSION } from '../engine/events.ts';
import { LONG_TEXT } from './long-text.ts';

/** Events of one command on one subject: an instance or a process key. */
export interface JournalRow {
  readonly subjectId: string;
  readonly kind: SubjectKind;
  readonly seq: number;
  readonly commandId: string;
  readonly events: readonly JournalEvent[];
  /** serialized events */
  readonly text: string;
  /** see docs/contributing/spec/journal.md#actor; absent: unknown */
  readonly actor?: string | undefined;
}

/** `i` = instance, `d` = process key (its definitions). */
export type SubjectKind = 'i' | 'd';

const APPEND: Statement = {
  name: 'append-journal-2',
  text: `insert into journal (subject_id, seq, command_id, at, v, events, actor)
    select subject_id, seq, command_id, $4::timestamptz, $5::smallint, events, actor
    from unnest($1::uuid[], $2::int[], $3::uuid[], $6::json[], $7::text[]) as t (subject_id, seq, command_id, events, actor)`,
};

const APPEND_LONG: Statement = {
  name: 'append-long-journal-row',
  text: `insert into journal (subject_id, seq, command_id, at, v, events, actor)
    values ($1::uuid, $2::int, $3::uuid, $4::timestamptz, $5::smallint, $6::json, $7::text)`,
};

export function appendJournal(transaction: Transaction, rows: readonly JournalRow[], at: string): void {
  const short = rows.filter(({ text }) => text.length < LONG_TEXT);
  if (short.length > 0)
    transaction.enqueue(APPEND, [
      short.map((row) => row.subjectId),
      short.map((row) => row.seq),
      short.map((row) => row.commandId),
      at,
      EVENT_VERSION,
      short.map((row) => row.text),
      short.map((row) => row.actor ?? null),
    ]);
  for (const { subjectId, seq, commandId, text, actor = null } of rows) {
    if (text.length >= LONG_TEXT) transaction.enqueue(APPEND_LONG, [subjectId, seq, commandId, at, EVENT_VERSION, text, actor]);
  }
}

const MARK: Statement = {
  name: 'mark-unprojected',
  text: `insert into projection_todo (subject_id, kind, at)
    select subject_id, kind, $3::timestamptz from unnest($1::uuid[], $2::char[]) as t (subject_id, kind)`,
};

/** Adds each subject of new rows once to the projector's list. */
export function markUnprojected(transaction: Transaction, rows: readonly JournalRow[], at: string): void {
  const kinds = new Map(rows.map((row) => [row.subjectId, row.kind]));
  if (kinds.size > 0) transaction.enqueue(MARK, [[...kinds.keys()], [...kinds.values()], at]);
}

const STORED: Statement = {
  name: 'is-journal-row-stored',
  text: 'select 1 as found from journal where subject_id = $1 and seq = $2 and command_id = $3 and at = $4',
};

/** Other attempts at the command have other times. `at`: ISO text. */
export async function isStored(connection: Connection, { subjectId, seq, commandId }: JournalRow, at: string): Promise<boolean> {
  return (await connection.query(STORED, [subjectId, seq, commandId, at])).length > 0;
}

const READ: Statement = {
  name: 'read-journal-2',
  text: 'select seq, at, v, events from journal where subject_id = $1 and seq > $2 and seq <= $3 order by seq',
};

/**
 * `after` < seq <= `upTo`, in order, converted to the current version. Times are ms since epoch.
 * @throws UnknownVersion if a newer release has written some rows
 */
export async function readJournal(
  connection: Connection,
  subjectId: string,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<{ at: number; events: readonly JournalEvent[] }[]> {
  const rows = await connection.query<{ seq: number; at: Date; v: number; events: string }>(READ, [subjectId, after, upTo]);
  return rows.map(({ seq, at, v, events }) => ({
    at: at.getTime(),
    events: upcastEvents(JSON.parse(events) as readonly unknown[], { v, seq, subjectId }),
  }));
}
