import type { Setting } from './config-keys.ts';
import { ConfigError, type ConfigSource, type ProcessRole } from './config-source.ts';
import { SETTINGS } from './config-table.ts';

/** Section `Kafka` (docs/contributing/spec/event-feed.md#kafka-sink). */
export interface KafkaConfig {
  /** `host:port` */
  readonly brokers: readonly string[];
  readonly topic: string;
  readonly clientId: string;
  /** undefined: connections are not encrypted */
  readonly tls: KafkaTlsConfig | undefined;
  /** undefined: no authentication */
  readonly sasl: KafkaSaslConfig | undefined;
  readonly format: 'feed' | 'cloudevents';
  /** where the sink begins that has never sent anything */
  readonly begin: 'beginning' | 'end';
  /** patterns of process keys; empty: all */
  readonly keys: readonly string[];
  /** types of events as they are written, not checked yet; empty: all */
  readonly types: readonly string[];
  /** undefined: all */
  readonly businessId: string | undefined;
  readonly compression: 'none' | 'gzip';
  readonly isIdempotent: boolean;
}

/** Paths of files in PEM, read at each connection. */
export interface KafkaTlsConfig {
  /** undefined: the authorities that Node trusts */
  readonly caFile: string | undefined;
  readonly certFile: string | undefined;
  readonly keyFile: string | undefined;
}

export interface KafkaSaslConfig {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  /** secret */
  readonly password: string;
}

const ROLES_WITH_SINK: ReadonlySet<ProcessRole> = new Set(['all', 'worker']);

/** The section, or undefined when no broker is named or this process has no sink. Throws ConfigError when settings lack others that they need. */
export function readKafka(source: ConfigSource, role: ProcessRole): KafkaConfig | undefined {
  const brokers = source.read(SETTINGS.kafkaBrokers);
  if (brokers.length === 0 || !ROLES_WITH_SINK.has(role)) return undefined;
  const { key } = SETTINGS.kafkaBrokers;
  if (!source.read(SETTINGS.feedEnabled))
    throw new ConfigError(key, `needs the event feed, which is off; ${SETTINGS.feedEnabled.key} switches it on`);
  return {
    brokers,
    topic: needed(source, SETTINGS.kafkaTopic, 'names where the events go'),
    clientId: source.read(SETTINGS.kafkaClientId),
    tls: readTls(source),
    sasl: readSasl(source),
    format: source.read(SETTINGS.kafkaFormat),
    begin: source.read(SETTINGS.kafkaBegin),
    keys: source.read(SETTINGS.kafkaKeys),
    types: source.read(SETTINGS.kafkaTypes),
    businessId: source.read(SETTINGS.kafkaBusinessId),
    compression: source.read(SETTINGS.kafkaCompression),
    isIdempotent: source.read(SETTINGS.kafkaIdempotent),
  };
}

function readTls(source: ConfigSource): KafkaTlsConfig | undefined {
  const { kafkaTls, kafkaTlsCaFile, kafkaTlsCertFile, kafkaTlsKeyFile } = SETTINGS;
  const files = [kafkaTlsCaFile, kafkaTlsCertFile, kafkaTlsKeyFile];
  if (!source.read(kafkaTls)) {
    const idle = files.find((file) => source.originOf(file) !== 'default');
    if (idle !== undefined) throw new ConfigError(idle.key, `has no effect without TLS; ${kafkaTls.key} switches it on`);
    return undefined;
  }
  const [caFile, certFile, keyFile] = [source.read(kafkaTlsCaFile), source.read(kafkaTlsCertFile), source.read(kafkaTlsKeyFile)];
  if (certFile !== undefined && keyFile === undefined)
    throw new ConfigError(kafkaTlsKeyFile.key, 'is missing; the certificate is useless without it');
  if (keyFile !== undefined && certFile === undefined)
    throw new ConfigError(kafkaTlsCertFile.key, 'is missing; the key is useless without it');
  return { caFile, certFile, keyFile };
}

function readSasl(source: ConfigSource): KafkaSaslConfig | undefined {
  const { kafkaSaslMechanism, kafkaSaslUsername, kafkaSaslPassword } = SETTINGS;
  const mechanism = source.read(kafkaSaslMechanism);
  if (mechanism === undefined) {
    const idle = [kafkaSaslUsername, kafkaSaslPassword].find((one) => source.originOf(one) !== 'default');
    if (idle !== undefined) throw new ConfigError(kafkaSaslMechanism.key, `is missing; ${idle.key} needs it`);
    return undefined;
  }
  return {
    mechanism,
    username: needed(source, kafkaSaslUsername, 'names who signs in to the brokers'),
    password: needed(source, kafkaSaslPassword, 'is needed to sign in to the brokers'),
  };
}

function needed<T>(source: ConfigSource, setting: Setting<T | undefined>, why: string): T {
  const value = source.read(setting);
  if (value === undefined) throw new ConfigError(setting.key, `is missing; it ${why}`);
  return value;
}
