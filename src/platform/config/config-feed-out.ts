import { z } from 'zod';
import { MAX_WEBHOOKS } from '../metrics/metric-series.ts';
import { FEED } from './config-engine.ts';
import { ConfigError, type ConfigSource, type ProcessRole } from './config-source.ts';
import { keyOf, list, named, optional, type Setting, secret, setting, settingsOf, type ValuesOf } from './setting.ts';
import {
  address,
  brokerAddress,
  flag,
  keyPattern,
  oneOf,
  path,
  signingSecret,
  text,
  topicName,
  wholeNumber,
} from './setting-types.ts';

/** Settings of the Kafka sink (docs/contributing/spec/event-feed.md#kafka-sink). */
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
  /** files are read at each connection */
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
  /** undefined: not encrypted */
  readonly tls: KafkaTlsConfig | undefined;
  /** undefined: no authentication */
  readonly sasl: KafkaSaslConfig | undefined;
}

const ROLES_WITH_SINK: ReadonlySet<ProcessRole> = new Set(['all', 'worker']);

/**
 * Undefined without a broker, or if this process does not send events to Kafka. Throws ConfigError if the event feed is off or a required setting is missing.
 */
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

const asStars = { show: () => '***' };
/** `<name>`: of the webhook (docs/contributing/spec/event-feed.md#webhook-settings). */
export const WEBHOOK = z.object({
  url: secret('Webhooks:<name>:Url', address('https', 'http').describe('`https://`, or `http://` with `AllowPrivate`'), {
    // a webhook's path is its password
    show: (url) => (url === undefined ? '' : new URL(url).origin),
  }).describe('receiver of a [webhook](../how-to/receive-webhooks.md); required. Secret'),
  secret: secret('Webhooks:<name>:Secret', signingSecret, asStars).describe('signs the messages; required. Secret'),
  previousSecret: secret('Webhooks:<name>:PreviousSecret', signingSecret.describe('the same'), asStars).describe(
    'also signs, while a receiver changes to the new secret. Secret',
  ),
  keys: list('Webhooks:<name>:Keys', keyPattern.describe('process keys, or prefixes with `*`')).describe(
    'processes whose events are sent',
  ),
  types: list('Webhooks:<name>:Types', text.describe('[event types](events.md#types), `WorkflowDeleted`')).describe(
    'events that are sent',
  ),
  businessId: optional('Webhooks:<name>:BusinessId', text.describe('a text')).describe(
    'only events of instances with this business id',
  ),
  begin: setting('Webhooks:<name>:Begin', oneOf('end', 'beginning'), 'end').describe(
    'for a new webhook: only new events, or all',
  ),
  format: setting('Webhooks:<name>:Format', oneOf('event', 'cloudevents'), 'event').describe('format of a message'),
  allowsPrivate: setting('Webhooks:<name>:AllowPrivate', flag, false).describe(
    'whether the receiver may have a private address and use `http`',
  ),
  timeoutSeconds: setting('Webhooks:<name>:TimeoutSeconds', wholeNumber(1, 60), 10).describe('longest time for one message'),
  concurrency: setting('Webhooks:<name>:Concurrency', wholeNumber(1, 64), 8).describe(
    'messages that are sent at the same time, and as many again to blocked instances',
  ),
  attempts: setting('Webhooks:<name>:Attempts', wholeNumber(1, 1000), 10).describe(
    'refusals of one event after which its instance is failing',
  ),
  backoffSeconds: setting('Webhooks:<name>:BackoffSeconds', wholeNumber(1, 3600), 1).describe(
    'wait after the first refusal; doubles each time',
  ),
  maxBackoffSeconds: setting('Webhooks:<name>:MaxBackoffSeconds', wholeNumber(1, 86_400), 600).describe('longest wait'),
});

type Kept = 'keys' | 'types' | 'businessId' | 'begin' | 'format' | 'allowsPrivate' | 'concurrency' | 'attempts';
export interface WebhookConfig extends Pick<ValuesOf<typeof WEBHOOK>, Kept> {
  /** lower-case name */
  readonly name: string;
  /** secret: its path may be a password */
  readonly url: string;
  /** secret; every message is signed with each of them */
  readonly secrets: readonly string[];
  readonly timeoutMs: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

/** The name of the webhook is the part between the first two colons. */
const SECTION = /^webhooks:([^:]+):/;
const NAME = /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/;

/** Webhooks with any key, in lower case and sorted. */
export function webhookNames(source: ConfigSource): readonly string[] {
  const keys = [...source.keys('environment'), ...source.keys('file')];
  return [...new Set(keys.flatMap((key) => SECTION.exec(key)?.[1] ?? []))].sort();
}

export function settingsOfWebhook(name: string): readonly Setting[] {
  return settingsOf(named(WEBHOOK, name));
}

/** Throws ConfigError if one is invalid, there are more than MAX_WEBHOOKS, or the event feed is off. */
export function readWebhooks(source: ConfigSource): readonly WebhookConfig[] {
  const names = webhookNames(source);
  if (names.length > MAX_WEBHOOKS) throw new ConfigError('Webhooks', `has more than ${MAX_WEBHOOKS} names`);
  return names.map((name) => {
    if (!NAME.test(name))
      throw new ConfigError(`Webhooks:${name}`, 'is not a name: letters, digits, - and _ are, at most 63 of them');
    if (!source.read(FEED.shape.isEnabled))
      throw new ConfigError(`Webhooks:${name}`, `needs the event feed: set ${keyOf(FEED.shape.isEnabled)} to true`);
    return readWebhook(source, name);
  });
}

function readWebhook(source: ConfigSource, name: string): WebhookConfig {
  const settings = named(WEBHOOK, name);
  const { url, secret, previousSecret, timeoutSeconds, backoffSeconds, maxBackoffSeconds, ...kept } =
    source.readSection(settings);
  if (url === undefined) throw new ConfigError(keyOf(settings.shape.url), 'is missing; it is where events are sent');
  checkUrl(url, keyOf(settings.shape.url), kept.allowsPrivate);
  if (secret === undefined) throw new ConfigError(keyOf(settings.shape.secret), 'is missing; messages are signed with it');
  return {
    ...kept,
    name,
    url,
    secrets: [secret, ...(previousSecret === undefined ? [] : [previousSecret])],
    timeoutMs: timeoutSeconds * 1000,
    firstDelayMs: backoffSeconds * 1000,
    maxDelayMs: Math.max(backoffSeconds, maxBackoffSeconds) * 1000,
  };
}

function checkUrl(text: string, key: string, allowsPrivate: boolean): void {
  const { protocol, username, password, hash } = new URL(text);
  if (protocol === 'http:' && !allowsPrivate)
    throw new ConfigError(key, 'must begin with https://, unless the webhook has AllowPrivate');
  if (username !== '' || password !== '' || hash !== '')
    throw new ConfigError(key, 'must have neither a user, nor a password, nor a fragment');
}
