import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';
import type { KafkaConfig as ClientOptions } from 'kafkajs';
import { ConfigError } from '../platform/config.ts';
import type { KafkaConfig, KafkaSaslConfig, KafkaTlsConfig } from '../platform/config-kafka.ts';
import { SETTINGS } from '../platform/config-table.ts';

/** How long one broker may take to be reached, and to let somebody in. Unit: ms. */
const CONNECT_MS = 5000;
/** Longer than brokers are given for an acknowledgement. Unit: ms. */
const REQUEST_MS = 15_000;
/** The package tries no more than this by itself: what does not come back at once is an outage, and is told. */
const RETRY = { retries: 2, initialRetryTime: 200, maxRetryTime: 1000 };

/** What the package is told about brokers. Throws ConfigError when a file cannot be read: it is read again at each connection, so that it may be renewed. */
export async function clientOptions({ brokers, clientId, tls, sasl }: KafkaConfig): Promise<ClientOptions> {
  return {
    brokers: [...brokers],
    clientId,
    connectionTimeout: CONNECT_MS,
    authenticationTimeout: CONNECT_MS,
    requestTimeout: REQUEST_MS,
    retry: RETRY,
    // what it would say is told by the log of the sink, and by nothing else
    logCreator: () => () => {},
    ...(tls !== undefined && { ssl: await tlsOptions(tls) }),
    ...(sasl !== undefined && { sasl: saslOptions(sasl) }),
  };
}

async function tlsOptions({ caFile, certFile, keyFile }: KafkaTlsConfig): Promise<ConnectionOptions> {
  const { kafkaTlsCaFile, kafkaTlsCertFile, kafkaTlsKeyFile } = SETTINGS;
  return {
    ...(caFile !== undefined && { ca: await contentOf(kafkaTlsCaFile.key, caFile) }),
    ...(certFile !== undefined && { cert: await contentOf(kafkaTlsCertFile.key, certFile) }),
    ...(keyFile !== undefined && { key: await contentOf(kafkaTlsKeyFile.key, keyFile) }),
  };
}

async function contentOf(key: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new ConfigError(key, 'names a file that cannot be read');
  }
}

function saslOptions({ mechanism, username, password }: KafkaSaslConfig): NonNullable<ClientOptions['sasl']> {
  if (mechanism === 'plain') return { mechanism, username, password };
  if (mechanism === 'scram-sha-256') return { mechanism, username, password };
  return { mechanism, username, password };
}
