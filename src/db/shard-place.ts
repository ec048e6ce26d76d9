import type { Pool } from './pool.ts';
import { sharedSetting, storeSetting } from './settings.ts';

/** Place in the list of shards. `names`: all names in the list; empty: the installation has one database. */
export interface ShardPlace {
  readonly name: string;
  readonly number: number;
  readonly names: readonly string[];
}

const PLACE = 'shard';
/** Names of all shards; only the first shard stores them. */
const NAMES = 'shard-names';

/**
 * Stores the place when the database is first used as a shard, and compares it later: ids contain the number.
 * @returns why the database cannot be used at this place
 */
export async function refusalOfShard(pool: Pool, { name, number, names }: ShardPlace): Promise<string | undefined> {
  const known = await readPlace(pool);
  if (names.length === 0) {
    if (known === undefined) return undefined;
    return `the database is shard '${known.name}' of an installation with several: set SHARDS`;
  }
  if (known === undefined && number > 0 && (await hasData(pool)))
    return `the database of shard '${name}' has data of an installation of its own; only the first shard may have`;
  const place = JSON.parse(await sharedSetting(pool, PLACE, () => JSON.stringify({ name, number }))) as ShardPlace;
  if (place.name !== name || place.number !== number)
    return `the database of entry ${number + 1}, '${name}', was entry ${place.number + 1}, '${place.name}'`;
  return number > 0 ? undefined : refusalOfNames(pool, names);
}

/** Rejects a list without an earlier shard, because its instances would be hidden. Stores a longer list. @returns as {@link refusalOfShard} */
async function refusalOfNames(pool: Pool, names: readonly string[]): Promise<string | undefined> {
  const stored = JSON.parse(await sharedSetting(pool, NAMES, () => JSON.stringify(names))) as readonly string[];
  const missing = stored.find((name) => !names.includes(name));
  if (missing !== undefined) return `shard '${missing}' is missing`;
  if (names.length > stored.length) await storeSetting(pool, NAMES, JSON.stringify(names));
  return undefined;
}

async function readPlace(pool: Pool): Promise<Pick<ShardPlace, 'name' | 'number'> | undefined> {
  const { rows } = await pool.query<{ value: string }>('select value from setting where name = $1', [PLACE]);
  const value = rows[0]?.value;
  return value === undefined ? undefined : (JSON.parse(value) as ShardPlace);
}

async function hasData(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query('select from definition_version union all select from instance limit 1');
  return rows.length > 0;
}
