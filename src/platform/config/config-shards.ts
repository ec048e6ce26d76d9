import { MAX_SHARD } from '../ids.ts';
import { databaseAddress, NAMED_DATABASES, PROCESS, type ReplicaConfig, readDatabaseUrl, readReplica } from './config-process.ts';
import { ConfigError, type ConfigSource } from './config-source.ts';
import { keyOf } from './setting.ts';

/** One database of an installation with several (docs/contributing/spec/shards.md). */
export interface ShardConfig {
  readonly name: string;
  /** position in the list, contained in ids; the first shard, 0, owns the definitions */
  readonly number: number;
  /** secret */
  readonly databaseUrl: string;
  /** undefined: lists of this shard are read from the primary */
  readonly databaseReplica: ReplicaConfig | undefined;
}

const ENTRY = /^([a-z][a-z0-9-]{0,30})=(.+)$/s;
/** The comma before the next entry; an address of several servers contains commas too. */
const NEXT = /,\s*(?=[a-z][a-z0-9-]{0,30}=(?:postgres(?:ql)?:|[a-z]+:\/\/))/;

type NamedDatabase = Pick<ShardConfig, 'name' | 'databaseUrl'>;

/** Databases in a text of `SHARDS` or `DATABASE_REPLICA_URL`; in an invalid one those that can be read. */
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
export function readShards(source: ConfigSource): readonly Omit<ShardConfig, 'databaseReplica'>[] {
  const { shards: setting, databaseUrl } = PROCESS.shape;
  const text = source.read(setting);
  if (text === undefined) return [];
  const key = keyOf(setting);
  if (source.read(databaseUrl) !== undefined)
    throw new ConfigError(key, `and ${keyOf(databaseUrl)} exclude each other: remove one`);
  const shards = readEntries(key, text).map(({ name, databaseUrl: url }, number) => {
    return { name, number, databaseUrl: readDatabaseUrl(source, url, key) ?? url };
  });
  if (shards.length - 1 > MAX_SHARD)
    throw new ConfigError(key, `has ${shards.length} entries; at most ${MAX_SHARD + 1} are allowed`);
  return shards;
}

/** Names and addresses are valid, and each occurs once. */
function readEntries(key: string, text: string): readonly NamedDatabase[] {
  const entries = entriesIn(text);
  for (const [at, { name, databaseUrl }] of entries.entries()) {
    if (name === '')
      throw new ConfigError(key, `has an entry ${at + 1} that is not name=postgres://…; a name has letters, digits and -`);
    const address = databaseAddress.safeParse(databaseUrl);
    if (!address.success)
      throw new ConfigError(key, `has an entry '${name}' whose address ${address.error.issues[0]?.message ?? ''}`);
  }
  for (const facts of ['name', 'databaseUrl'] as const) {
    const twice = entries.find((entry) => entries.some((other) => other !== entry && other[facts] === entry[facts]));
    if (twice !== undefined)
      throw new ConfigError(key, `has two entries with the same ${facts === 'name' ? 'name' : 'database'}: '${twice.name}'`);
  }
  return entries;
}

/** Adds the replicas of `DATABASE_REPLICA_URL`. A list of one shard may also be one address. Throws ConfigError, never with an address. */
export function withReplicas(
  source: ConfigSource,
  shards: ReturnType<typeof readShards>,
  maxLagSeconds: number,
): { readonly databaseReplica: ReplicaConfig | undefined; readonly shards: readonly ShardConfig[] } {
  if (shards.length === 0) return { databaseReplica: readReplica(source, maxLagSeconds), shards: [] };
  const { databaseReplicaUrl, shards: all } = PROCESS.shape;
  const key = keyOf(databaseReplicaUrl);
  const text = source.read(databaseReplicaUrl);
  const replicas = text === undefined ? [] : readNamedReplicas(key, text, shards);
  const unknown = replicas.find(({ name }) => !shards.some((shard) => shard.name === name));
  if (unknown !== undefined) throw new ConfigError(key, `names '${unknown.name}', which is not in ${keyOf(all)}`);
  const replicated = shards.map((shard) => {
    const replica = replicas.find(({ name }) => name === shard.name);
    return { ...shard, databaseReplica: replica && { url: replica.databaseUrl, maxLagSeconds } };
  });
  return { databaseReplica: replicated[0]?.databaseReplica, shards: replicated };
}

function readNamedReplicas(
  key: string,
  text: string,
  [first, ...others]: ReturnType<typeof readShards>,
): readonly NamedDatabase[] {
  if (NAMED_DATABASES.test(text)) return readEntries(key, text);
  if (first !== undefined && others.length === 0) return [{ name: first.name, databaseUrl: text }];
  const { shards } = PROCESS.shape;
  throw new ConfigError(key, `holds one address, but ${keyOf(shards)} has several: use name=postgres://…,name=postgres://…`);
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
