import { MAX_SHARD } from '../ids.ts';
import { databaseAddress, PROCESS, readDatabaseUrl } from './config-process.ts';
import { ConfigError, type ConfigSource } from './config-source.ts';
import { keyOf } from './setting.ts';

/** One database of an installation with several (docs/contributing/spec/shards.md). */
export interface ShardConfig {
  readonly name: string;
  /** position in the list, contained in ids; the first shard, 0, owns the definitions */
  readonly number: number;
  /** secret */
  readonly databaseUrl: string;
}

const ENTRY = /^([a-z][a-z0-9-]{0,30})=(.+)$/s;
/** The comma before the next entry; an address of several servers contains commas too. */
const NEXT = /,\s*(?=[a-z][a-z0-9-]{0,30}=postgres(?:ql)?:)/;

type NamedDatabase = Pick<ShardConfig, 'name' | 'databaseUrl'>;

/** Databases in a text of `SHARDS`; in an invalid one those that can be read. */
export function namedDatabases(text: string): readonly NamedDatabase[] {
  return entriesIn(text).filter(({ name }) => name !== '');
}

/** An entry that is not `name=address` has no name. */
function entriesIn(text: string): readonly NamedDatabase[] {
  return text.split(NEXT).map((entry) => {
    const [, name = '', databaseUrl = ''] = ENTRY.exec(entry.trim()) ?? [];
    return { name, databaseUrl };
  });
}

/** Empty: one database. Throws ConfigError, never with an address, because it may contain a password. */
export function readShards(source: ConfigSource): readonly ShardConfig[] {
  const { shards: setting, databaseUrl, databaseReplicaUrl } = PROCESS.shape;
  const text = source.read(setting);
  if (text === undefined) return [];
  const key = keyOf(setting);
  for (const other of [databaseUrl, databaseReplicaUrl])
    if (source.read(other) !== undefined) throw new ConfigError(key, `and ${keyOf(other)} exclude each other: remove one`);
  const shards = entriesIn(text).map((entry, number) => readShard(source, key, entry, number));
  if (shards.length - 1 > MAX_SHARD)
    throw new ConfigError(key, `has ${shards.length} entries; at most ${MAX_SHARD + 1} are allowed`);
  for (const facts of ['name', 'databaseUrl'] as const) {
    const twice = shards.find((shard) => shards.some((other) => other !== shard && other[facts] === shard[facts]));
    if (twice !== undefined)
      throw new ConfigError(key, `has two entries with the same ${facts === 'name' ? 'name' : 'database'}: '${twice.name}'`);
  }
  return shards;
}

function readShard(source: ConfigSource, key: string, { name, databaseUrl: url }: NamedDatabase, number: number): ShardConfig {
  if (name === '')
    throw new ConfigError(key, `has an entry ${number + 1} that is not name=postgres://…; a name has letters, digits and -`);
  const address = databaseAddress.safeParse(url);
  if (!address.success)
    throw new ConfigError(key, `has an entry '${name}' whose address ${address.error.issues[0]?.message ?? ''}`);
  return { name, number, databaseUrl: readDatabaseUrl(source, url, key) ?? url };
}

/** Shards of this worker or projector: those of `SERVED_SHARDS`, else all. Throws ConfigError for an unknown name. */
export function readServedShards(source: ConfigSource, shards: readonly ShardConfig[]): readonly ShardConfig[] {
  const { servedShards: setting, shards: all } = PROCESS.shape;
  const names = source.read(setting);
  if (names.length === 0) return shards;
  const unknown = names.find((name) => !shards.some((shard) => shard.name === name));
  if (unknown !== undefined) throw new ConfigError(keyOf(setting), `names '${unknown}', which is not in ${keyOf(all)}`);
  return shards.filter(({ name }) => names.includes(name));
}
