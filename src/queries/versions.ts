import { sql } from 'kysely';
import type { ReadDatabase } from './read-database.ts';

/** Deployed version, from the transactional tables. */
export interface KnownVersion {
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
}

const COLUMNS = ['definition_id as definitionId', 'key', 'version'] as const;

export function findLatestVersion(db: ReadDatabase, key: string): Promise<KnownVersion | undefined> {
  return db
    .selectFrom('process')
    .select(['definition_id as definitionId', 'key', 'latest_version as version'])
    .where('key', '=', key)
    .executeTakeFirst();
}

export function findVersionById(db: ReadDatabase, definitionId: string): Promise<KnownVersion | undefined> {
  return db.selectFrom('definition_version').select(COLUMNS).where('definition_id', '=', definitionId).executeTakeFirst();
}

export async function findDefinitionOfInstance(db: ReadDatabase, instanceId: string): Promise<string | undefined> {
  const row = await db.selectFrom('instance').select('definition_id').where('id', '=', instanceId).executeTakeFirst();
  return row?.definition_id;
}

/** Reads versions in the order of `wanted`. Omits unknown ones. */
export async function readVersions(
  db: ReadDatabase,
  wanted: readonly { readonly key: string; readonly version: number }[],
): Promise<readonly KnownVersion[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<KnownVersion>`
    select v.definition_id as "definitionId", v.key, v.version
    from unnest(${wanted.map(({ key }) => key)}::text[], ${wanted.map(({ version }) => version)}::int[]) with ordinality as w (key, version, at)
    join definition_version v on v.key = w.key and v.version = w.version order by w.at`.execute(db);
  return rows;
}

/** True if there are running or finished ones in this database. */
export async function hasInstancesOfVersion(db: ReadDatabase, key: string, version: number): Promise<boolean> {
  const found = db
    .selectFrom('definition_version as v')
    .innerJoin('instance as i', 'i.definition_id', 'v.definition_id')
    .select('i.id')
    .where('v.key', '=', key)
    .where('v.version', '=', version)
    .limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}
