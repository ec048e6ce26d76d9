import { poolConnection } from '../../db/connection.ts';
import { openPool } from '../../db/pool.ts';
import { readSinkState, subscriberOf } from '../../kafka/kafka-sink.ts';
import { probeTopic } from '../../kafka/probe.ts';
import { KAFKA, type KafkaConfig, readKafka } from '../../platform/config/config-kafka.ts';
import { PROCESS } from '../../platform/config/config-process.ts';
import { ConfigError, type ConfigSource } from '../../platform/config/config-source.ts';
import { keyOf } from '../../platform/config/setting.ts';
import { errorMessage } from '../../platform/redact.ts';
import { withTimeout } from '../../platform/retry.ts';
import type { DatabaseFacts } from './check-database.ts';
import { type DoctorFinding, type Lenient, notice, wrong } from './checks.ts';

const TIMEOUT_MS = 15_000;

/** The brokers of Kafka:Brokers and the topic: whether they let the sink in, and what the database knows of the sink. */
export async function checkKafka(
  source: ConfigSource,
  read: Lenient,
  { installation }: Pick<DatabaseFacts, 'installation'>,
): Promise<readonly DoctorFinding[]> {
  const config = configOf(source);
  if (config === undefined) return [];
  const databaseUrl = read(PROCESS.shape.databaseUrl);
  const ofSink = databaseUrl === undefined || installation === undefined ? [] : await sinkFindings(databaseUrl, config);
  return [...encryptionFindings(config), ...(await brokerFindings(config)), ...ofSink];
}

/** Undefined: Kafka is off, or an earlier check has found the fault. */
function configOf(source: ConfigSource): KafkaConfig | undefined {
  try {
    return readKafka(source, 'all');
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

function encryptionFindings({ tls, sasl }: KafkaConfig): readonly DoctorFinding[] {
  if (sasl?.mechanism !== 'plain' || tls !== undefined) return [];
  const [password, isEncrypted] = [KAFKA.shape.sasl.shape.password, KAFKA.shape.tls.shape.isEnabled].map(keyOf);
  return [notice(`${password} is sent to the brokers unencrypted, because ${isEncrypted} is not set.`)];
}

async function brokerFindings(config: KafkaConfig): Promise<readonly DoctorFinding[]> {
  const [brokers, topic] = [KAFKA.shape.brokers, KAFKA.shape.topic].map(keyOf);
  try {
    if (await withTimeout(probeTopic(config), TIMEOUT_MS, 'the brokers')) return [];
    return [
      wrong(
        `The brokers of ${brokers} have no visible topic ${config.topic}: create it, or give the user of the sink write access (${topic}).`,
      ),
    ];
  } catch (error) {
    if (error instanceof ConfigError) return [wrong(`${error.key} ${error.reason}.`)];
    return [wrong(`The brokers of ${brokers} cannot be used: ${errorMessage(error)}.`)];
  }
}

async function sinkFindings(databaseUrl: string, config: KafkaConfig): Promise<readonly DoctorFinding[]> {
  const pool = openPool(databaseUrl, { max: 1, applicationName: 'sluice doctor' });
  try {
    const stand = await readSinkState(poolConnection(pool), subscriberOf(config));
    if (stand === undefined) return [];
    const { isPaused, error, lagSeconds } = stand;
    const behind = `it is ${Math.round(lagSeconds)} s behind`;
    return [
      ...(isPaused ? [notice(`The sink of the topic ${config.topic} is paused; ${behind}.`)] : []),
      ...(error === null
        ? []
        : [notice(`The topic ${config.topic} took nothing when events were last sent: ${error}; ${behind}.`)]),
    ];
  } catch {
    return []; // that the database cannot be asked has been found already
  } finally {
    await pool.end();
  }
}
