import { type Connection, isRetryable, poolConnection } from '../db/connection.ts';
import { openKysely } from '../db/kysely.ts';
import { openPool } from '../db/pool.ts';
import type { Statement } from '../db/statement.ts';
import { holdSubscriber } from '../feed-out/lease.ts';
import { feedFilterOf } from '../feed-out/next-events.ts';
import type { SubscriberId } from '../feed-out/subscriber.ts';
import type { KafkaConfig } from '../platform/config/config-feed-out.ts';
import type { Logger } from '../platform/log.ts';
import type { KafkaMetrics } from '../platform/metrics/role-metrics.ts';
import { errorMessage, errorStack } from '../platform/redact.ts';
import { HeadWatch, readFeedHead } from '../queries/feed/feed-rows.ts';
import { OpenHistories } from '../queries/feed/open-histories.ts';
import type { FeedFilter } from '../queries/feed/read-feed.ts';
import { clientOptions, type KafkaPackage, loadKafkaPackage, openProducer } from './producer.ts';
import { OutageLines, sendEvents } from './sending.ts';

interface SinkState {
  readonly isPaused: boolean;
  /** why the last send failed; null: it succeeded */
  readonly error: string | null;
  /** age of the oldest feed row that is not completely in the topic; 0 without one */
  readonly lagSeconds: number;
}

const STAND: Statement = {
  name: 'kafka-read-stand',
  text: `select s.state, s.error, extract(epoch from statement_timestamp() - waiting.at)::float8 as seconds
    from feed_subscriber s left join lateral (
      select f.at from feed f
      where f.position > s.row_position or (f.position = s.row_position and s.sequence is not null)
      order by f.position limit 1
    ) waiting on true
    where s.kind = $1 and s.name = $2`,
};

/** Returns undefined if the sink has never run. */
export async function readSinkState(connection: Connection, { kind, name }: SubscriberId): Promise<SinkState | undefined> {
  const [row] = await connection.query<{ state: string; error: string | null; seconds: number | null }>(STAND, [kind, name]);
  if (row === undefined) return undefined;
  return { isPaused: row.state !== 'Active', error: row.error, lagSeconds: Math.max(0, row.seconds ?? 0) };
}

/** Connections for reads, for the position, and for the lease. */
const CONNECTIONS = 3;

interface PreparedSink {
  readonly config: KafkaConfig;
  readonly kafka: KafkaPackage;
  readonly filter: FeedFilter;
}

interface KafkaSinkRuntime {
  readonly databaseUrl: string;
  readonly processName: string;
  readonly log: Logger;
  readonly metrics: KafkaMetrics;
}

/** Subscriber of a topic; a new topic is a new one. */
export function subscriberOf({ topic }: Pick<KafkaConfig, 'topic'>): SubscriberId {
  return { kind: 'kafka', name: topic };
}

/** Rejects with ConfigError if the package is missing or a setting is invalid. Does not connect, so that unreachable brokers do not block the start. */
export async function prepareKafkaSink(config: KafkaConfig): Promise<PreparedSink> {
  const filter = feedFilterOf(config, 'Kafka');
  await clientOptions(config);
  return { config, filter, kafka: await loadKafkaPackage() };
}

/** Sends while this process has the lease. @returns a function that stops the loop */
export function startKafkaSink({ config, kafka, filter }: PreparedSink, runtime: KafkaSinkRuntime): () => Promise<void> {
  const { databaseUrl, processName, log, metrics } = runtime;
  const pool = openPool(databaseUrl, { max: CONNECTIONS, applicationName: `${processName} kafka` });
  const db = openKysely(pool);
  const subscriber = subscriberOf(config);
  const tools = {
    pool,
    config,
    metrics,
    reading: { db, histories: new OpenHistories(), filter },
    watch: new HeadWatch(() => readFeedHead(db)),
    open: () => openProducer(kafka, config),
    lines: new OutageLines(log, config.topic),
  };
  metrics.onCollectKafkaLag(async () => (await readSinkState(poolConnection(pool), subscriber))?.lagSeconds ?? 0);
  const stop = holdSubscriber({
    pool,
    subscriber,
    begin: config.begin,
    owner: processName,
    async send(lease, stopping) {
      log.event('kafka-turn-begun', { Topic: config.topic });
      await sendEvents(tools, lease, stopping);
    },
    onFailure(error) {
      const Operation = 'kafka';
      const ErrorMessage = errorMessage(error);
      if (isRetryable(error)) log.event('database-unreachable', { Operation, ErrorMessage });
      else log.event('unexpected-error', { Operation, Endpoint: '-', ErrorMessage, Stack: errorStack(error) });
    },
  });
  return async () => {
    await stop();
    await pool.end();
  };
}
