import type { Connection } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';

/** Retention of a key's instances. */
export interface KeptKey {
  readonly key: string;
  readonly keepMs: number;
}

const KEYS: Statement = { name: 'read-process-keys', text: 'select key from process order by key' };

/** Reads all process keys that were ever deployed. */
export async function readKeys(connection: Connection): Promise<readonly string[]> {
  return (await connection.query<{ key: string }>(KEYS, [])).map(({ key }) => key);
}

const DATE: Statement = {
  name: 'date-ended-instances',
  text: `update instance i set ended_at = coalesce((select j.at from journal j where j.subject_id = i.id and j.seq = i.seq), clock_timestamp())
    where id = any(array(select id from instance where is_terminal and ended_at is null limit $1 for update skip locked)) returning id`,
};

/** Sets missing end times of instances from older releases, up to `limit`. @returns how many */
export async function dateEnded(connection: Connection, limit: number): Promise<number> {
  return (await connection.query(DATE, [limit])).length;
}

/**
 * Expired finished root instances, by key and version, oldest first. Excludes those with a running called instance or an
 * undelivered command. `$1`, `$2`: keys, and retention times in seconds.
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

/** Expired instances to delete together. */
export interface ExpiredInstances {
  readonly ids: readonly string[];
  /** number of rows of their event histories */
  readonly rowCount: number;
  /** whether more may be expired now */
  readonly mayBeMore: boolean;
}

/** Locks expired finished instances with their called instances; skips locked rows. With more than `most` called instances, only returns called ones. */
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
  text: `select coalesce(max(extract(epoch from clock_timestamp() - found.ended_at) - kept.seconds), 0)::float8 as lag ${expired('i.ended_at', '1', '')}`,
};

/** Time since the oldest expired instance could be deleted; 0: none. Unit: s. */
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

/** Expired versions: not the latest of their key, and without instances. */
export async function findOldVersions(
  connection: Connection,
  kept: readonly KeptKey[],
  limit: number,
): Promise<readonly { readonly key: string; readonly version: number }[]> {
  return connection.query(OLD_VERSIONS, [...columnsOf(kept), limit]);
}
