import type { Message } from 'kafkajs';
import type { KafkaConfig } from '../platform/config/config-kafka.ts';
import { clientOptions } from './client-options.ts';
import type { KafkaPackage } from './kafka-package.ts';

/** Timeout of acknowledgements. Unit: ms. */
const ACKNOWLEDGE_MS = 10_000;
/** Requires an acknowledgement of all in-sync replicas. */
const ALL = -1;
/** Errors of brokers about too large messages or batches (Kafka protocol, error codes 10 and 18). */
const TOO_LARGE: ReadonlySet<unknown> = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);
/** Causes below one error. */
const MOST_CAUSES = 5;

/** A connection to the brokers of one configuration. */
export interface EventProducer {
  /**
   * Resolves when the brokers have acknowledged all messages. After a rejection any of them may be in the topic. Then close the
   * producer, because its sequence numbers are no longer reliable.
   */
  send(messages: readonly Message[]): Promise<void>;
  /** Never rejects. */
  close(): Promise<void>;
}

/** Connects. Rejects if no broker accepts the connection. */
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
    // with more of them in flight, a repeat could overtake
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

/** Whether brokers refuse messages because of their size. */
export function isTooLarge(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < MOST_CAUSES && cause instanceof Error; depth++) {
    if (TOO_LARGE.has((cause as { type?: unknown }).type)) return true;
    cause = cause.cause;
  }
  return false;
}
