import { type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../platform/access-roles.ts';
import { keyCondition } from './key-limits.ts';
import type { ReadDatabase } from './read-database.ts';

/** Version with the state of its process, from the transactional tables. */
export interface ProcessVersion {
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly versionTag: string | null;
  /** null: none, or the version is not projected yet */
  readonly name: string | null;
  /** file set of the deploy; null: the file was deployed alone */
  readonly fileId: string | null;
  /** whether the process key is suspended */
  readonly isSuspended: boolean;
}

/** An absent condition matches all versions. `…Like`: LIKE pattern of SQL. */
export interface VersionFilter {
  readonly definitionIds?: readonly string[] | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly keyLike?: string | undefined;
  readonly name?: string | undefined;
  readonly nameLike?: string | undefined;
  readonly version?: number | undefined;
  readonly versionTag?: string | undefined;
  /** only the latest version of each key; false has no effect */
  readonly isLatest?: boolean | undefined;
  readonly isSuspended?: boolean | undefined;
  readonly limits: KeyLimits;
}

function matching(db: ReadDatabase, filter: VersionFilter) {
  const { definitionIds, keys, keyLike, name, nameLike, version, versionTag } = filter;
  let found = db
    .selectFrom('definition_version as v')
    .innerJoin('process as p', 'p.key', 'v.key')
    .leftJoin('q_definition as d', 'd.definition_id', 'v.definition_id')
    .leftJoin('key_suspension as s', 's.key', 'v.key');
  if (definitionIds !== undefined) found = found.where(sql<SqlBool>`v.definition_id = any(${definitionIds}::text[])`);
  if (keys !== undefined) found = found.where(sql<SqlBool>`v.key = any(${keys}::text[])`);
  if (keyLike !== undefined) found = found.where('v.key', 'like', keyLike);
  if (name !== undefined) found = found.where('d.name', '=', name);
  if (nameLike !== undefined) found = found.where('d.name', 'like', nameLike);
  if (version !== undefined) found = found.where('v.version', '=', version);
  if (versionTag !== undefined) found = found.where('v.version_tag', '=', versionTag);
  if (filter.isLatest === true) found = found.whereRef('v.version', '=', 'p.latest_version');
  if (filter.isSuspended !== undefined) found = found.where('s.key', filter.isSuspended ? 'is not' : 'is', null);
  const limited = keyCondition(sql.ref('v.key'), filter.limits);
  return limited === undefined ? found : found.where(limited);
}

/** `skipped`: rows before the page; `most`: page size. `sortBy`: `key`, `version` or `name`; default: key, latest version first. */
interface VersionWindow {
  readonly skipped: number;
  readonly most: number;
  readonly sortBy?: string | undefined;
  readonly isDescending?: boolean;
}

/** Lists versions; by default the first 1000. */
export function listProcessVersions(
  db: ReadDatabase,
  filter: VersionFilter,
  { skipped, most, sortBy = 'key', isDescending = false }: VersionWindow = { skipped: 0, most: 1000 },
): Promise<ProcessVersion[]> {
  return matching(db, filter)
    .select(['v.definition_id as definitionId', 'v.key', 'v.version', 'v.version_tag as versionTag', 'd.name'])
    .select(['v.file_id as fileId', sql<boolean>`s.key is not null`.as('isSuspended')])
    .orderBy(sortBy === 'version' ? 'v.version' : sortBy === 'name' ? 'd.name' : 'v.key', isDescending ? 'desc' : 'asc')
    .orderBy('v.key')
    .orderBy('v.version', 'desc')
    .limit(most)
    .offset(skipped)
    .execute();
}

export async function countProcessVersions(db: ReadDatabase, filter: VersionFilter): Promise<number> {
  const { count } = await matching(db, filter).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return count;
}
