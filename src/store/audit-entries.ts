import { columnText } from '../db/column-text.ts';
import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { AuditEntry } from '../messages/audit.ts';
import { cutText } from '../platform/cut-text.ts';

/** Longest text of a column: names come from requests, and the audit must not hold whole bodies. */
const MAX_CHARACTERS = 255;

// ignores an entry that exists after a commit whose answer was lost
const SAVE: Statement = {
  name: 'save-audit-entries',
  text: `insert into audit_entry (at, entry_id, act, identified_by, actor, session, surface, target_kind, target_id, process_key, client_address,
      trace_id, command_id, result, status, code, entry_count)
    select * from unnest($1::timestamptz[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
      $11::text[], $12::text[], $13::uuid[], $14::text[], $15::int[], $16::text[], $17::int[])
    on conflict do nothing`,
};

/** Writes in the transaction of their operations. */
export function saveAuditEntries(transaction: Transaction, entries: readonly AuditEntry[]): void {
  if (entries.length > 0) transaction.enqueue(SAVE, valuesOf(entries));
}

/** Writes in a separate transaction. */
export async function insertAuditEntries(connection: Connection, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > 0) await connection.query(SAVE, valuesOf(entries));
}

function valuesOf(entries: readonly AuditEntry[]): readonly unknown[] {
  return [
    entries.map(({ at }) => at),
    entries.map(({ entryId }) => entryId),
    entries.map(({ note }) => note.act),
    entries.map(({ note }) => note.by),
    entries.map(({ actor }) => stored(actor)),
    entries.map(({ note }) => stored(note.session)),
    entries.map(({ note }) => note.surface),
    entries.map(({ target }) => target?.kind ?? null),
    entries.map(({ target }) => stored(target?.id)),
    entries.map(({ target }) => stored(target?.processKey)),
    entries.map(({ note }) => stored(note.address)),
    entries.map(({ note }) => stored(note.traceId)),
    entries.map(({ commandId }) => commandId),
    entries.map(({ result }) => result),
    entries.map(({ status }) => status),
    entries.map(({ code }) => code),
    entries.map(({ count }) => count),
  ];
}

function stored(text: string | null | undefined): string | null {
  return columnText(text == null ? null : cutText(text, MAX_CHARACTERS));
}

const FORGET: Statement = {
  name: 'forget-audit-entries',
  text: `delete from audit_entry where (at, entry_id) in (
    select at, entry_id from audit_entry where at < statement_timestamp() - make_interval(secs => $1) order by at limit $2 for update skip locked)
    returning entry_id`,
};

/** Deletes entries older than `seconds`. @returns the number of deleted entries */
export async function forgetAuditEntries(connection: Connection, seconds: number, limit: number): Promise<number> {
  return (await connection.query(FORGET, [seconds, limit])).length;
}
