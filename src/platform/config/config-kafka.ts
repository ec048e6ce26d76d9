import { z } from 'zod';
import { FEED } from './config-engine.ts';
import { ConfigError, type ConfigSource, type ProcessRole } from './config-source.ts';
import { keyOf, list, optional, type Setting, secret, setting, type ValuesOf } from './setting.ts';
import { brokerAddress, flag, keyPattern, oneOf, path, text, topicName } from './setting-types.ts';

/** docs/contributing/spec/event-feed.md#kafka-sink */
export const KAFKA = z.object({
  brokers: list('Kafka:Brokers', brokerAddress).describe(
    'brokers that get the [event feed](../how-to/events-to-kafka.md); needs `Feed:Enabled` and the package kafkajs. Empty: none',
  ),
  topic: optional('Kafka:Topic', topicName).describe('topic for the events; required with `Kafka:Brokers`'),
  clientId: setting('Kafka:ClientId', text, 'sluice').describe('client id at the brokers'),
  format: setting('Kafka:Format', oneOf('feed', 'cloudevents'), 'feed').describe('format of a message'),
  begin: setting('Kafka:Begin', oneOf('beginning', 'end'), 'beginning').describe('for a new topic: all events, or only new ones'),
  keys: list('Kafka:Keys', keyPattern).describe('processes whose events are sent. Empty: all'),
  types: list('Kafka:Types', text.describe('[event types](events.md#types) and `WorkflowDeleted`, separated by commas')).describe(
    'events that are sent. Empty: all',
  ),
  businessId: optional('Kafka:BusinessId', text).describe('only events of instances with this business id'),
  compression: setting('Kafka:Compression', oneOf('none', 'gzip'), 'none').describe('compression of requests'),
  isIdempotent: setting('Kafka:Idempotent', flag, true).describe('whether brokers drop repeats of one request'),
  /** the files are read at each connection */
  tls: z.object({
    isEnabled: setting('Kafka:Tls:Enabled', flag, false).describe(
      'whether connections to brokers are encrypted and their certificates checked',
    ),
    caFile: optional('Kafka:Tls:CaFile', path).describe('authorities of the brokers, in PEM. Absent: those that Node trusts'),
    certFile: optional('Kafka:Tls:CertFile', path).describe('client certificate, in PEM'),
    keyFile: optional('Kafka:Tls:KeyFile', path).describe('its key, in PEM; required with it'),
  }),
  sasl: z.object({
    mechanism: optional('Kafka:Sasl:Mechanism', oneOf('plain', 'scram-sha-256', 'scram-sha-512')).describe(
      'authentication at the brokers. Absent: none',
    ),
    username: optional('Kafka:Sasl:Username', text).describe('user name; required with the mechanism'),
    password: secret('Kafka:Sasl:Password', text).describe('required with the mechanism; **secret**'),
  }),
});

type Values = ValuesOf<typeof KAFKA>;
export type KafkaTlsConfig = Omit<Values['tls'], 'isEnabled'>;
export type KafkaSaslConfig = { readonly [K in keyof Values['sasl']]: NonNullable<Values['sasl'][K]> };
export interface KafkaConfig extends Omit<Values, 'topic' | 'tls' | 'sasl'> {
  readonly topic: string;
  /** undefined: connections are not encrypted */
  readonly tls: KafkaTlsConfig | undefined;
  /** undefined: no authentication */
  readonly sasl: KafkaSaslConfig | undefined;
}

const ROLES_WITH_SINK: ReadonlySet<ProcessRole> = new Set(['all', 'worker']);

/** The section, or undefined when no broker is named or this process has no sink. Throws ConfigError when settings lack others that they need. */
export function readKafka(source: ConfigSource, role: ProcessRole): KafkaConfig | undefined {
  const { brokers, topic, tls, sasl } = KAFKA.shape;
  if (source.read(brokers).length === 0 || !ROLES_WITH_SINK.has(role)) return undefined;
  const feed = FEED.shape.isEnabled;
  if (!source.read(feed))
    throw new ConfigError(keyOf(brokers), `needs the event feed, which is off; ${keyOf(feed)} switches it on`);
  return {
    ...source.readSection(KAFKA),
    topic: needed(source, topic, 'names where the events go'),
    tls: readTls(source, tls.shape),
    sasl: readSasl(source, sasl.shape),
  };
}

function readTls(source: ConfigSource, { isEnabled, ...files }: typeof KAFKA.shape.tls.shape): KafkaTlsConfig | undefined {
  if (!source.read(isEnabled)) {
    const idle = Object.values(files).find((file) => source.originOf(file) !== 'default');
    if (idle !== undefined) throw new ConfigError(keyOf(idle), `has no effect without TLS; ${keyOf(isEnabled)} switches it on`);
    return undefined;
  }
  const [caFile, certFile, keyFile] = [source.read(files.caFile), source.read(files.certFile), source.read(files.keyFile)];
  if (certFile !== undefined && keyFile === undefined)
    throw new ConfigError(keyOf(files.keyFile), 'is missing; the certificate is useless without it');
  if (keyFile !== undefined && certFile === undefined)
    throw new ConfigError(keyOf(files.certFile), 'is missing; the key is useless without it');
  return { caFile, certFile, keyFile };
}

function readSasl(source: ConfigSource, sasl: typeof KAFKA.shape.sasl.shape): KafkaSaslConfig | undefined {
  const mechanism = source.read(sasl.mechanism);
  if (mechanism === undefined) {
    const idle = [sasl.username, sasl.password].find((one) => source.originOf(one) !== 'default');
    if (idle !== undefined) throw new ConfigError(keyOf(sasl.mechanism), `is missing; ${keyOf(idle)} needs it`);
    return undefined;
  }
  return {
    mechanism,
    username: needed(source, sasl.username, 'names who signs in to the brokers'),
    password: needed(source, sasl.password, 'is needed to sign in to the brokers'),
  };
}

function needed<T>(source: ConfigSource, setting: Setting<T | undefined>, why: string): T {
  const value = source.read(setting);
  if (value === undefined) throw new ConfigError(keyOf(setting), `is missing; it ${why}`);
  return value;
}
