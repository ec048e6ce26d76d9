import { ConfigError, type ConfigSource } from './config-source.ts';
import { SETTINGS } from './config-table.ts';
import { readDatabaseAddress } from './database-address.ts';

/** A replica of the database that lists are read on (docs/how-to/size-and-scale.md#replicas). */
export interface ReplicaConfig {
  /** secret */
  readonly url: string;
  /** oldest answer that it may give */
  readonly maxLagSeconds: number;
}

/** Throws ConfigError when a pooler is in between and the queue would need sessions: its consumers listen. */
export function readDatabaseUrl(source: ConfigSource): string | undefined {
  const text = source.read(SETTINGS.databaseUrl);
  const address = text === undefined ? undefined : readDatabaseAddress(text);
  if (address?.ok !== true || address.value.pooler === undefined || source.read(SETTINGS.redisUrl) !== undefined) return text;
  const { databaseUrl, redisUrl } = SETTINGS;
  throw new ConfigError(databaseUrl.key, `holds pooler=transaction, which needs the queue in Redis: set ${redisUrl.key}`);
}

/** Throws ConfigError for the embedded database, which cannot have a replica. */
export function readReplica(source: ConfigSource): ReplicaConfig | undefined {
  const { databaseUrl, databaseReplicaUrl, replicaMaxLagSeconds } = SETTINGS;
  const [url, maxLagSeconds] = [source.read(databaseReplicaUrl), source.read(replicaMaxLagSeconds)];
  if (url === undefined) return undefined;
  if (source.read(databaseUrl) !== undefined) return { url, maxLagSeconds };
  throw new ConfigError(databaseReplicaUrl.key, `needs ${databaseUrl.key}: the embedded database has no replicas`);
}
