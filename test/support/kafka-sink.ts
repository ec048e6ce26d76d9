import { openKysely } from '../../src/db/kysely.ts';
import { nextEvents } from '../../src/feed-out/next-events.ts';
import { prepareKafkaSink, startKafkaSink } from '../../src/kafka/kafka-sink.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import type { KafkaConfig } from '../../src/platform/config/config-feed-out.ts';
import type { Logger } from '../../src/platform/log.ts';
import type { KafkaMetrics } from '../../src/platform/metrics/role-metrics.ts';
import { readFeedHead } from '../../src/queries/feed/feed-rows.ts';
import { OpenHistories } from '../../src/queries/feed/open-histories.ts';
import type { ReadSide } from './read-side.ts';
import type { TopicMessage } from './servers/kafka-topic.ts';

/** Counts of the sink. */
export interface CountedSink {
  acknowledged: number;
  failures: number;
  lagSeconds(): Promise<number>;
  stop(): Promise<void>;
}

const LEAST = { Feed__Enabled: 'true', Kafka__Brokers: 'kafka:9092', Kafka__Topic: 'events', Kafka__ClientId: 'test' };
const USUAL = readConfig(LEAST, 'worker').kafka as KafkaConfig;

/** Runs a sink in this process. */
export async function runSink(side: ReadSide, log: Logger, settings: Partial<KafkaConfig>): Promise<CountedSink> {
  const prepared = await prepareKafkaSink({ ...USUAL, ...settings });
  const counted: CountedSink = { acknowledged: 0, failures: 0, lagSeconds: async () => 0, stop: async () => {} };
  const metrics: KafkaMetrics = {
    kafkaAcknowledged(events) {
      counted.acknowledged += events;
    },
    kafkaFailed() {
      counted.failures += 1;
    },
    onCollectKafkaLag(source) {
      counted.lagSeconds = source;
    },
  };
  const stop = startKafkaSink(prepared, { databaseUrl: side.url, processName: `test-${process.pid}`, log, metrics });
  let stopping: Promise<void> | undefined;
  counted.stop = () => {
    stopping ??= stop();
    return stopping;
  };
  return counted;
}

/** The lines of the feed, as `GET /Events` gives them. */
export async function linesOfFeed(side: ReadSide): Promise<readonly string[]> {
  const db = openKysely(side.pool);
  const filter = { limits: undefined, keys: undefined, types: undefined, instanceId: undefined, businessId: undefined };
  const reading = { db, histories: new OpenHistories(), filter, hasLeft: () => false };
  const most = Number.MAX_SAFE_INTEGER;
  const bounds = { events: most, characters: most, ms: most };
  const { events } = await nextEvents(reading, await readFeedHead(db), { row: 0, sequence: undefined }, bounds);
  return events.map(({ line }) => line);
}

/** Errors in a topic that must contain every line, with the lines of each instance in their order after duplicates are dropped by position. */
export function faultsOfTopic(messages: readonly TopicMessage[], lines: readonly string[]): readonly string[] {
  const wanted = byInstance(lines.map((line) => JSON.parse(line) as Line));
  const seen = new Set<string>();
  const firsts = messages.filter(({ position }) => !seen.has(position) && seen.add(position));
  const got = byInstance(firsts.map(({ value }) => JSON.parse(value) as Line));
  const faults: string[] = [];
  for (const [instance, positions] of wanted)
    if (got.get(instance)?.join() !== positions.join())
      faults.push(`${instance}: ${got.get(instance)?.length ?? 0} of ${positions.length}, or in another order`);
  for (const instance of got.keys()) if (!wanted.has(instance)) faults.push(`${instance} is not in the feed`);
  const partitions = new Map<string, number>();
  for (const { key, partition, position, value } of messages) {
    const line = JSON.parse(value) as Line;
    if (key !== line.workflowInstanceId || position !== line.position)
      faults.push(`${position}: key ${key}, in the value ${value}`);
    if ((partitions.get(key) ?? partition) !== partition) faults.push(`${key} is in two partitions`);
    partitions.set(key, partition);
  }
  return faults;
}

interface Line {
  readonly position: string;
  readonly workflowInstanceId: string;
}

function byInstance(lines: readonly Line[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { workflowInstanceId, position } of lines) {
    const positions = found.get(workflowInstanceId);
    if (positions === undefined) found.set(workflowInstanceId, [position]);
    else positions.push(position);
  }
  return found;
}
