import { ConfigError } from '../platform/config/config.ts';
import { SETTINGS } from '../platform/config/config-table.ts';

/** What the package kafkajs exports. */
export type KafkaPackage = typeof import('kafkajs');

/** Release that the sink is tested with. */
const TESTED = '2.2.4';

/** Loads the package, which only those install who use it. Throws ConfigError when it is not there. */
export async function loadKafkaPackage(): Promise<KafkaPackage> {
  try {
    return (await import('kafkajs')).default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ConfigError(
      SETTINGS.kafkaBrokers.key,
      `needs the package kafkajs, which is not installed; npm install kafkajs@${TESTED} where Sluice is installed`,
    );
  }
}
