import { ConfigError } from '../platform/config/config.ts';
import { KAFKA } from '../platform/config/config-kafka.ts';
import { keyOf } from '../platform/config/setting.ts';

/** The used exports of the package kafkajs. */
export type KafkaPackage = typeof import('kafkajs');

/** Release of kafkajs that the tests use. */
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
