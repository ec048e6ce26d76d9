import type { KafkaConfig } from '../platform/config/config-kafka.ts';
import { clientOptions } from './client-options.ts';
import { loadKafkaPackage } from './kafka-package.ts';

/** Whether the topic is there, as far as this user may see it. Sends nothing and creates nothing. Rejects when no broker lets it in, and throws ConfigError when the sink cannot start. */
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
