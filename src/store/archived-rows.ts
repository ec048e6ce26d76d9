import type { Connection } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';

/** An instance in the archive. JSON texts are as stored. */
export interface ArchivedInstance {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly definitionId: string;
  readonly rootId: string | null;
  /** for a called instance that of the root instance, because it works on the same data */
  readonly businessId: string | null;
  readonly seq: number;
  readonly endedAt: Date;
  readonly state: string;
}

export interface ArchivedRow {
  readonly subjectId: string;
  readonly seq: number;
  readonly commandId: string;
  readonly at: Date;
  readonly v: number;
  readonly actor: string | null;
  readonly events: string;
}

const READ_INSTANCES: Statement = {
  name: 'read-instances-to-archive',
  text: `select i.id, v.key, v.version, i.definition_id as "definitionId", i.root_id as "rootId", i.seq,
      coalesce(i.state ->> 'businessId', top.state ->> 'businessId') as "businessId", coalesce(i.ended_at, clock_timestamp()) as "endedAt", i.state
    from instance i join definition_version v on v.definition_id = i.definition_id left join instance top on top.id = i.root_id where i.id = any($1::uuid[]) order by i.id`,
};

/** Reads instances with their states, in the order of their ids. */
export async function readToArchive(connection: Connection, ids: readonly string[]): Promise<readonly ArchivedInstance[]> {
  return connection.query<ArchivedInstance>(READ_INSTANCES, [ids]);
}

/** Stored size of one read; a single row may be larger. Unit: bytes. */
const READ_SIZE = 4 * 1_048_576;
const READ_ROWS: Statement = {
  name: 'read-journal-to-archive',
  text: `select subject_id as "subjectId", seq, command_id as "commandId", at, v, actor, events
    from (
      select j.*, row_number() over w as nth, sum(pg_column_size(events)) over w as total
      from journal j where subject_id = any($1::uuid[]) and (subject_id, seq) > ($2::uuid, $3::int)
      window w as (order by subject_id, seq) order by subject_id, seq limit 5000) as next
    where nth = 1 or total <= ${READ_SIZE} order by subject_id, seq`,
};

/** Reads their event histories in the same order, in parts: the rows after `after`; empty at the end. */
export async function readRowsToArchive(
  connection: Connection,
  ids: readonly string[],
  after: Pick<ArchivedRow, 'subjectId' | 'seq'>,
): Promise<readonly ArchivedRow[]> {
  return connection.query<ArchivedRow>(READ_ROWS, [ids, after.subjectId, after.seq]);
}

const LOCK: Statement = {
  name: 'lock-archive-files',
  text: 'select pg_advisory_xact_lock($1, key) from unnest($2::int[]) as key',
};
/** Allows a long idle time while the transaction writes to a slow share. */
const ALLOW_LONG_IDLE: Statement = {
  name: 'be-patient-with-archive-files',
  text: `select set_config('idle_in_transaction_session_timeout', '60s', true)`,
};
/** Key space of the advisory locks of archive files (two-number form). */
const FILE_SPACE = 1_400_010;

/** Locks archive files exclusively within the installation, always in the same order. */
export async function lockFiles(connection: Connection, numbers: readonly number[]): Promise<void> {
  await connection.query(ALLOW_LONG_IDLE, []);
  await connection.query(LOCK, [FILE_SPACE, [...new Set(numbers)].sort((a, b) => a - b)]);
}
