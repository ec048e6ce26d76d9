import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { AuditEntry } from '../messages/audit.ts';
import type { CommandKind, Reply } from '../messages/commands.ts';
import { NOW_AS_TEXT } from './clock.ts';
import { type KeySuspension, SUSPENDED_KEYS, suspendedKeysOf } from './suspensions.ts';

/** A recorded reply. */
export interface InboxRow {
  readonly commandId: string;
  /** digest of the client's request */
  readonly fingerprint: string | null;
  /** absent in rows of older releases */
  readonly kind?: CommandKind;
  readonly reply: Reply;
  /** set if the operation is recorded */
  readonly act?: AuditEntry | undefined;
}

/** Reply with the kind of its command. */
type StoredReply = Reply & { readonly kind?: CommandKind };

const OPEN: Statement = {
  name: 'open-inbox-3',
  text: `select ${NOW_AS_TEXT} as now,
    (select json_agg(json_build_array(command_id, fingerprint, reply)) from inbox where command_id = any($1::uuid[])) as known,
    (select json_agg(json_build_array(command_id, fingerprint)) from dead_letter where command_id = any($2::uuid[])) as letters,
    (select id from installation) as installation, ${SUSPENDED_KEYS}`,
};

/** Data about commands that a transaction reads before it decides them. */
export interface OpenedInbox {
  /** ISO text with milliseconds */
  readonly now: string;
  /** replies of commands that ran before */
  readonly known: InboxRow[];
  /** installation id of the database */
  readonly installation: string;
  /** commands that are dead letters, with the digest of the client's request */
  readonly letters: ReadonlyMap<string, string | null>;
  /** read after the locks: later suspensions take effect after this transaction */
  readonly suspendedKeys: ReadonlyMap<string, KeySuspension>;
}

/**
 * Step 3 of the transaction. Call it after the locks: a clock read by the locking statement would be the time before its wait.
 * @param instanceCommandIds commands in instance queues, which have no replies
 */
export async function openInbox(
  connection: Connection,
  commandIds: readonly string[],
  instanceCommandIds: readonly string[] = [],
): Promise<OpenedInbox> {
  const values = [commandIds, instanceCommandIds.length === 0 ? commandIds : [...commandIds, ...instanceCommandIds]];
  const [row] = await connection.query<OpenedRow>(OPEN, values);
  if (row === undefined) throw new Error('the clock gave no row');
  const known = row.known === null ? [] : (JSON.parse(row.known) as [string, string | null, StoredReply][]);
  return {
    now: row.now,
    known: known.map(([commandId, fingerprint, stored]) => ({ commandId, fingerprint, ...unpacked(stored) })),
    installation: row.installation,
    suspendedKeys: suspendedKeysOf(row.suspended_keys),
    letters: row.letters === null ? NO_LETTERS : new Map(JSON.parse(row.letters) as [string, string | null][]),
  };
}

interface OpenedRow {
  now: string;
  known: string | null;
  letters: string | null;
  installation: string;
  suspended_keys: string | null;
}

const NO_LETTERS: ReadonlyMap<string, string | null> = new Map();

function unpacked({ kind, ...reply }: StoredReply): Pick<InboxRow, 'kind' | 'reply'> {
  return kind === undefined ? { reply } : { kind, reply };
}

const STORE: Statement = {
  name: 'store-replies',
  text: `insert into inbox (command_id, fingerprint, reply, at)
    select command_id, fingerprint, reply, $4::timestamptz
    from unnest($1::uuid[], $2::text[], $3::json[]) as t (command_id, fingerprint, reply)`,
};

/** Stores replies. If two deliveries race, the primary key makes the second one fail. */
export function storeReplies(transaction: Transaction, rows: readonly InboxRow[], at: string): void {
  if (rows.length === 0) return;
  transaction.enqueue(STORE, [
    rows.map((row) => row.commandId),
    rows.map((row) => row.fingerprint),
    rows.map(({ kind, reply }) => JSON.stringify({ kind, ...reply })),
    at,
  ]);
}

const STORED: Statement = {
  name: 'is-reply-stored',
  text: 'select 1 as found from inbox where command_id = $1 and at = $2',
};

/** Other attempts at the command have other times. `at`: ISO text. */
export async function isReplyStored(connection: Connection, commandId: string, at: string): Promise<boolean> {
  return (await connection.query(STORED, [commandId, at])).length > 0;
}

const FORGET: Statement = {
  name: 'forget-replies-2',
  text: `delete from inbox where command_id in (
    select command_id from inbox where at < statement_timestamp() - make_interval(secs => $1) order by at limit $2 for update skip locked)
    returning command_id`,
};

/** Older than `seconds` (docs/contributing/spec/http.md#stored-replies). @returns the number of deleted replies */
export async function forgetReplies(connection: Connection, seconds: number, limit: number): Promise<number> {
  return (await connection.query(FORGET, [seconds, limit])).length;
}
