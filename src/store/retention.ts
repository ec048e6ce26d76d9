import type { Connection } from '../db/connection.ts';
import { CLOCK, type Statement } from '../db/statement.ts';

/** Archived instance; JSON texts are as stored. */
export interface ArchivedInstance {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly definitionId: string;
  readonly rootId: string | null;
  /** a called instance without one has that of the root instance, because it works on the same data */
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
      coalesce(i.state ->> 'businessId', top.state ->> 'businessId') as "businessId", coalesce(i.ended_at, statement_timestamp()) as "endedAt", i.state
    from instance i join definition_version v on v.definition_id = i.definition_id left join instance top on top.id = i.root_id where i.id = any($1::uuid[]) order by i.id`,
};

/** Reads instances with their states, in the order of their ids. */
export async function readToArchive(connection: Connection, ids: readonly string[]): Promise<readonly ArchivedInstance[]> {
  return connection.query<ArchivedInstance>(READ_INSTANCES, [ids]);
}

/** Bytes per read, as stored; a single row may be larger. */
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

/** Next rows after `after`, in the order of ids and rows; empty at the end. */
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
/** First key of advisory locks of archive files (two-number form). */
const FILE_SPACE = 1_400_010;

/** Locks archive files within the installation, always in the same order. Allows the transaction to be idle for 60 s. */
export async function lockFiles(connection: Connection, numbers: readonly number[]): Promise<void> {
  await connection.query(ALLOW_LONG_IDLE, []);
  await connection.query(LOCK, [FILE_SPACE, [...new Set(numbers)].sort((a, b) => a - b)]);
}

export interface KeptKey {
  readonly key: string;
  readonly keepMs: number;
}

const KEYS: Statement = { name: 'read-process-keys', text: 'select key from process order by key' };

/** Process keys that were ever deployed. */
export async function readKeys(connection: Connection): Promise<readonly string[]> {
  return (await connection.query<{ key: string }>(KEYS, [])).map(({ key }) => key);
}

const DATE: Statement = {
  name: 'date-ended-instances',
  text: `update instance i set ended_at = coalesce((select j.at from journal j where j.subject_id = i.id and j.seq = i.seq), clock.now)
    from ${CLOCK} where id = any(array(select id from instance where is_terminal and ended_at is null limit $1 for update skip locked)) returning id`,
};

/** Sets missing end times of instances from older releases, up to `limit`. @returns the number of updated instances */
export async function dateEnded(connection: Connection, limit: number): Promise<number> {
  return (await connection.query(DATE, [limit])).length;
}

/**
 * Expired root instances, by key and version, oldest first, without those with a running called instance or an undelivered command. `$1`, `$2`: keys, and
 * retention times in seconds.
 */
const expired = (columns: string, limit: string, lock: string) => `
  from unnest($1::text[], $2::float8[]) as kept (key, seconds)
    join definition_version v on v.key = kept.key
    cross join lateral (
      select ${columns} from instance i
      where i.definition_id = v.definition_id and i.root_id is null and i.ended_at < statement_timestamp() - make_interval(secs => kept.seconds)
        and not exists (select from instance c where c.root_id = i.id and not c.is_terminal)
        and not exists (select from outbox o where o.sender_id = i.id) and not exists (select from outbox o where o.target_id = i.id)
      order by i.ended_at limit ${limit} ${lock}) as found`;

const LOCK_OVERDUE: Statement = {
  name: 'lock-expired-instances',
  text: `select found.id, found.seq ${expired('i.id, i.seq', '$3', 'for update skip locked')} limit $3`,
};
const LOCK_BELOW: Statement = {
  name: 'lock-instances-below',
  text: 'select id, root_id, seq, is_terminal from instance where root_id = any($1::uuid[]) order by id limit $2 for update',
};

/** Instances to delete together. */
export interface ExpiredInstances {
  readonly ids: readonly string[];
  readonly rowCount: number;
  /** more instances may be expired now */
  readonly mayBeMore: boolean;
}

/**
 * Locks up to `limit` expired root instances with their called instances; skips locked roots. If there are more than `most` called instances, returns only
 * called ones: the roots follow in a later transaction.
 */
export async function lockExpired(
  connection: Connection,
  kept: readonly KeptKey[],
  limit: number,
  most: number,
): Promise<ExpiredInstances> {
  const roots = await connection.query<Locked>(LOCK_OVERDUE, [...columnsOf(kept), limit]);
  if (roots.length === 0) return { ids: [], rowCount: 0, mayBeMore: false };
  const below = await connection.query<LockedBelow>(LOCK_BELOW, [roots.map(({ id }) => id), most + 1]);
  // one may have been restarted during the wait for its lock
  const stay = new Set(below.filter((row) => !row.is_terminal).map((row) => row.root_id));
  const called = below.filter((row) => !stay.has(row.root_id));
  const hasMore = below.length > most;
  const gone: readonly Locked[] = hasMore ? called : [...called, ...roots.filter(({ id }) => !stay.has(id))];
  const rowCount = gone.reduce((sum, { seq }) => sum + seq, 0);
  return { ids: gone.map(({ id }) => id), rowCount, mayBeMore: gone.length > 0 && (hasMore || roots.length === limit) };
}

interface Locked {
  id: string;
  seq: number;
}
interface LockedBelow extends Locked {
  root_id: string;
  is_terminal: boolean;
}

const LAG: Statement = {
  name: 'retention-lag',
  text: `select coalesce(max(extract(epoch from statement_timestamp() - found.ended_at) - kept.seconds), 0)::float8 as lag ${expired('i.ended_at', '1', '')}`,
};

/** Time since the oldest expired instance could be deleted, 0 without one. Unit: s. */
export async function retentionLag(connection: Connection, kept: readonly KeptKey[]): Promise<number> {
  return (await connection.query<{ lag: number }>(LAG, columnsOf(kept)))[0]?.lag ?? 0;
}

function columnsOf(kept: readonly KeptKey[]): [string[], number[]] {
  return [kept.map(({ key }) => key), kept.map(({ keepMs }) => keepMs / 1000)];
}

const OLD_VERSIONS: Statement = {
  name: 'find-old-versions',
  text: `select v.key, v.version from unnest($1::text[], $2::float8[]) as kept (key, seconds)
    join process p on p.key = kept.key
    join definition_version v on v.key = kept.key and v.version < p.latest_version
    where v.deployed_at < statement_timestamp() - make_interval(secs => kept.seconds)
      and not exists (select from instance i where i.definition_id = v.definition_id)
      -- call activities may name it: by its tag, or as what was deployed together with a process that is used still
      and v.version_tag is null and not exists (
        select from definition_version other join process q on q.key = other.key
        where other.file_id = v.file_id and other.key <> v.key
          and (other.version = q.latest_version or exists (select from instance i where i.definition_id = other.definition_id)))
    order by v.deployed_at limit $3`,
};

/**
 * Finds the oldest first: deployed longer ago than their retention, not the latest of their key, without instances and version tag, and not deployed together
 * with a version of another key that is in use.
 */
export async function findOldVersions(
  connection: Connection,
  kept: readonly KeptKey[],
  limit: number,
): Promise<readonly { readonly key: string; readonly version: number }[]> {
  return connection.query(OLD_VERSIONS, [...columnsOf(kept), limit]);
}
