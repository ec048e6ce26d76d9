import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';
import type { KafkaConfig as ClientOptions, Message } from 'kafkajs';
import { ConfigError } from '../platform/config/config.ts';
import { KAFKA, type KafkaConfig, type KafkaSaslConfig, type KafkaTlsConfig } from '../platform/config/config-feed-out.ts';
import { keyOf, type Setting } from '../platform/config/setting.ts';

export type KafkaPackage = typeof import('kafkajs');

/** Release that the tests use. */
const TESTED = '2.2.4';

/** Loads the optional package. Throws ConfigError if it is not installed. */
export async function loadKafkaPackage(): Promise<KafkaPackage> {
  try {
    return (await import('kafkajs')).default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ConfigError(
      keyOf(KAFKA.shape.brokers),
      `needs the package kafkajs, which is not installed; npm install kafkajs@${TESTED} where Sluice is installed`,
    );
  }
}

/** Connect and authentication timeout per broker. */
const CONNECT_MS = 5000;
/** Limit of a request, longer than the timeout of acknowledgements. */
const REQUEST_MS = 15_000;
/** Attempts inside of the package. Few, so that an outage is reported soon. */
const RETRY = { retries: 2, initialRetryTime: 200, maxRetryTime: 1000 };

/** Reads the files for each connection, so that they can be renewed. Rejects with ConfigError if one cannot be read. */
export async function clientOptions({ brokers, clientId, tls, sasl }: KafkaConfig): Promise<ClientOptions> {
  return {
    brokers: [...brokers],
    clientId,
    connectionTimeout: CONNECT_MS,
    authenticationTimeout: CONNECT_MS,
    requestTimeout: REQUEST_MS,
    retry: RETRY,
    // the log of the sink replaces it
    logCreator: () => () => {},
    ...(tls !== undefined && { ssl: await tlsOptions(tls) }),
    ...(sasl !== undefined && { sasl: saslOptions(sasl) }),
  };
}

async function tlsOptions({ caFile, certFile, keyFile }: KafkaTlsConfig): Promise<ConnectionOptions> {
  const settings = KAFKA.shape.tls.shape;
  return {
    ...(caFile !== undefined && { ca: await contentOf(settings.caFile, caFile) }),
    ...(certFile !== undefined && { cert: await contentOf(settings.certFile, certFile) }),
    ...(keyFile !== undefined && { key: await contentOf(settings.keyFile, keyFile) }),
  };
}

async function contentOf(setting: Setting, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new ConfigError(keyOf(setting), 'names a file that cannot be read');
  }
}

function saslOptions({ mechanism, username, password }: KafkaSaslConfig): NonNullable<ClientOptions['sasl']> {
  if (mechanism === 'plain') return { mechanism, username, password };
  if (mechanism === 'scram-sha-256') return { mechanism, username, password };
  return { mechanism, username, password };
}

const ACKNOWLEDGE_MS = 10_000;
/** Acknowledgement of all in-sync replicas. */
const ALL = -1;
/** Errors about messages or batches (Kafka protocol, error codes 10 and 18). */
const TOO_LARGE: ReadonlySet<unknown> = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);
/** Nested causes of an error that are checked. */
const MOST_CAUSES = 5;

export interface EventProducer {
  /**
   * Resolves when the brokers have acknowledged all messages. If it rejects, some may be in the topic. The caller must then close the producer, because its
   * sequence numbers cannot be used any longer.
   */
  send(messages: readonly Message[]): Promise<void>;
  /** Never rejects. */
  close(): Promise<void>;
}

/** Rejects if no broker accepts the connection. */
export async function openProducer(
  { Kafka, Partitioners, CompressionTypes }: KafkaPackage,
  config: KafkaConfig,
): Promise<EventProducer> {
  const { topic, compression, isIdempotent } = config;
  const producer = new Kafka(await clientOptions(config)).producer({
    // selects partitions by key like the Java clients
    createPartitioner: Partitioners.DefaultPartitioner,
    allowAutoTopicCreation: false,
    idempotent: isIdempotent,
    // with more requests in flight, a repeated one could arrive after later ones
    maxInFlightRequests: 1,
  });
  const close = () => producer.disconnect().catch(() => {});
  try {
    await producer.connect();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async send(messages) {
      await producer.send({
        topic,
        acks: ALL,
        timeout: ACKNOWLEDGE_MS,
        compression: compression === 'gzip' ? CompressionTypes.GZIP : CompressionTypes.None,
        messages: [...messages],
      });
    },
    close,
  };
}

export function isTooLarge(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < MOST_CAUSES && cause instanceof Error; depth++) {
    if (TOO_LARGE.has((cause as { type?: unknown }).type)) return true;
    cause = cause.cause;
  }
  return false;
}

/**
 * The topic exists and is visible to this user. Rejects if no broker accepts the connection, and with ConfigError if the package is missing or a file cannot
 * be read.
 */
export async function probeTopic(config: KafkaConfig): Promise<boolean> {
  const { Kafka } = await loadKafkaPackage();
  const admin = new Kafka({ ...(await clientOptions(config)), retry: { retries: 0 } }).admin();
  try {
    await admin.connect();
    return (await admin.listTopics()).includes(config.topic);
  } finally {
    await admin.disconnect().catch(() => {});
  }
}
