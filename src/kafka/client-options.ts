import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';
import type { KafkaConfig as ClientOptions } from 'kafkajs';
import { ConfigError } from '../platform/config/config.ts';
import { KAFKA, type KafkaConfig, type KafkaSaslConfig, type KafkaTlsConfig } from '../platform/config/config-kafka.ts';
import { keyOf, type Setting } from '../platform/config/setting.ts';

/** Connect and authentication timeout per broker. Unit: ms. */
const CONNECT_MS = 5000;
/** Longer than brokers are given for an acknowledgement. Unit: ms. */
const REQUEST_MS = 15_000;
/** Few retries of the package, so that an outage is reported soon. */
const RETRY = { retries: 2, initialRetryTime: 200, maxRetryTime: 1000 };

/**
 * Connection options of the package. Throws ConfigError when a file cannot be read. Files are read for each connection, so that
 * they can be renewed.
 */
export async function clientOptions({ brokers, clientId, tls, sasl }: KafkaConfig): Promise<ClientOptions> {
  return {
    brokers: [...brokers],
    clientId,
    connectionTimeout: CONNECT_MS,
    authenticationTimeout: CONNECT_MS,
    requestTimeout: REQUEST_MS,
    retry: RETRY,
    // the log of the sink replaces the log of the package
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
