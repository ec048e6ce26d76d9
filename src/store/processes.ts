import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';

/** `seq`: number of rows of the event history. */
export interface ProcessRow {
  readonly key: string;
  readonly subjectId: string;
  /** 0: never deployed, or all versions deleted */
  readonly latestVersion: number;
  /** including deleted versions: the next deploy gets the next number */
  readonly highestVersion: number;
  /** latest version; empty without one */
  readonly definitionId: string;
  readonly isActive: boolean;
  readonly seq: number;
}

interface RawProcess {
  key: string;
  subject_id: string;
  latest_version: number;
  highest_version: number;
  definition_id: string;
  is_active: boolean;
  seq: number;
}
// older releases count only in latest_version
const COLUMNS =
  'key, subject_id, latest_version, greatest(latest_version, highest_version) as highest_version, definition_id, is_active, seq';

const FIND: Statement = { name: 'find-processes', text: `select ${COLUMNS} from process where key = any($1::text[])` };

/** Reads without locks: a start sees all earlier commits. */
export async function findProcesses(connection: Connection, keys: readonly string[]): Promise<ProcessRow[]> {
  return (await connection.query<RawProcess>(FIND, [keys])).map(processOf);
}

const INSERT_NEW: Statement = {
  name: 'insert-new-processes',
  text: `insert into process (key, subject_id, latest_version, definition_id, is_active, seq)
    select key, subject_id, 0, '', true, 0 from unnest($1::text[], $2::uuid[]) as t (key, subject_id) order by key
    on conflict (key) do nothing`,
};
const LOCK: Statement = {
  name: 'lock-processes',
  text: `select ${COLUMNS} from process where key = any($1::text[]) order by key for update`,
};

/** Locks processes for a deploy, in key order. Inserts missing ones (version 0), so that version numbers have no gaps with concurrent deploys. */
export async function lockProcesses(
  connection: Connection,
  keys: readonly { key: string; subjectId: string }[],
): Promise<ProcessRow[]> {
  await connection.query(INSERT_NEW, [keys.map((k) => k.key), keys.map((k) => k.subjectId)]);
  return (await connection.query<RawProcess>(LOCK, [keys.map((k) => k.key)])).map(processOf);
}

/** Locks processes in key order, to change their state. */
export async function lockExistingProcesses(connection: Connection, keys: readonly string[]): Promise<ProcessRow[]> {
  return (await connection.query<RawProcess>(LOCK, [[...keys].sort()])).map(processOf);
}

const UPDATE: Statement = {
  name: 'update-processes',
  text: `update process set latest_version = t.latest_version, definition_id = t.definition_id, is_active = t.is_active, seq = t.seq,
      highest_version = t.highest_version
    from unnest($1::text[], $2::int[], $3::text[], $4::bool[], $5::int[], $6::int[])
      as t (key, latest_version, definition_id, is_active, seq, highest_version)
    where process.key = t.key`,
};

export function updateProcesses(transaction: Transaction, rows: readonly ProcessRow[]): void {
  if (rows.length === 0) return;
  transaction.enqueue(UPDATE, [
    rows.map((row) => row.key),
    rows.map((row) => row.latestVersion),
    rows.map((row) => row.definitionId),
    rows.map((row) => row.isActive),
    rows.map((row) => row.seq),
    rows.map((row) => row.highestVersion),
  ]);
}

function processOf(row: RawProcess): ProcessRow {
  return {
    key: row.key,
    subjectId: row.subject_id,
    latestVersion: row.latest_version,
    highestVersion: row.highest_version,
    definitionId: row.definition_id,
    isActive: row.is_active,
    seq: row.seq,
  };
}
