import type { Registry } from 'prom-client';
import { SERIES } from './metric-series.ts';
import { askTwice, countTwice } from './metric-twins.ts';

/** Series about events that go to Kafka (docs/contributing/spec/observability.md#metrics). */
export interface KafkaMetrics {
  /** brokers have acknowledged this number of events */
  kafkaAcknowledged(events: number): void;
  /** an attempt to send events has failed */
  kafkaFailed(): void;
  /** How long the oldest event that is not sent yet has been waiting; unit: s. Asked at every scrape; the latest source wins. */
  onCollectKafkaLag(source: () => Promise<number>): void;
}

export function kafkaSeries(registry: Registry): KafkaMetrics {
  const acknowledged = countTwice(registry, SERIES.kafkaEvents);
  const failures = countTwice(registry, SERIES.kafkaFailures);
  const setLag = askTwice(registry, SERIES.kafkaLag);
  return {
    kafkaAcknowledged: (events) => acknowledged({}, events),
    kafkaFailed: () => failures({}),
    onCollectKafkaLag: (source) => setLag(async () => [[{}, await source()]]),
  };
}
