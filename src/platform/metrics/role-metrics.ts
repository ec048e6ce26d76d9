import type { Registry } from 'prom-client';
import { SERIES } from './metric-series.ts';
import { registerCounter, registerGauge, registerHistogram } from './register-metrics.ts';

/** Events that are sent to Kafka (docs/contributing/spec/observability.md#metrics). */
export interface KafkaMetrics {
  kafkaAcknowledged(events: number): void;
  kafkaFailed(): void;
  /** Age of the oldest unsent event, in seconds. The source is called at every scrape; the latest source wins. */
  onCollectKafkaLag(source: () => Promise<number>): void;
}

export function kafkaSeries(registry: Registry): KafkaMetrics {
  const acknowledged = registerCounter(registry, SERIES.kafkaEvents);
  const failures = registerCounter(registry, SERIES.kafkaFailures);
  const setLag = registerGauge(registry, SERIES.kafkaLag);
  return {
    kafkaAcknowledged: (events) => acknowledged({}, events),
    kafkaFailed: () => failures({}),
    onCollectKafkaLag: (source) => setLag(async () => [[{}, await source()]]),
  };
}

/** Databases from which a list can be read. */
export const LIST_PLACES = ['primary', 'replica'] as const;
export type ListPlace = (typeof LIST_PLACES)[number];

/**
 * Why a list is read from the primary although a replica is configured. `behind`: the replica lags too far. `away`: unreachable. `promoted`: no standby any
 * longer. `other-database`: not of this installation. `position`: has not reached the required position. `error`: a read from it has failed.
 */
export const REPLICA_REASONS = ['behind', 'away', 'promoted', 'other-database', 'position', 'error'] as const;
export type ReplicaReason = (typeof REPLICA_REASONS)[number];

/** Metrics of a replica from which lists are read (docs/contributing/spec/observability.md#metrics). */
export interface ReplicaMetrics {
  listRead(place: ListPlace): void;
  /** a list was read from the primary although a replica is configured */
  replicaPassedBy(reason: ReplicaReason): void;
  /** Delay of the read replica, in seconds. Same rules as {@link KafkaMetrics.onCollectKafkaLag}. */
  onCollectReplicaLag(source: () => Promise<number>): void;
}

export function replicaSeries(registry: Registry): ReplicaMetrics {
  const reads = registerCounter(registry, SERIES.listReads);
  for (const place of LIST_PLACES) reads({ place }, 0);
  const passed = registerCounter(registry, SERIES.replicaPassedBy);
  for (const reason of REPLICA_REASONS) passed({ reason }, 0);
  const setLag = registerGauge(registry, SERIES.replicaLag);
  return {
    listRead: (place) => reads({ place }),
    replicaPassedBy: (reason) => passed({ reason }),
    onCollectReplicaLag: (source) => setLag(async () => [[{}, await source()]]),
  };
}

/** See docs/contributing/spec/observability.md#metrics. */
export interface RetentionMetrics {
  /** finished instances were deleted with their event histories; `archiveBytes`: written to the archive before */
  instancesDeleted(instances: number, journalRows: number, archiveBytes: number): void;
  /** Time in seconds since the oldest expired instance could be deleted; undefined: unknown. Rules: {@link KafkaMetrics.onCollectKafkaLag}. */
  onCollectRetention(source: () => Promise<number | undefined>): void;
}

export function retentionSeries(registry: Registry): RetentionMetrics {
  const deleted = registerCounter(registry, SERIES.retentionInstances);
  const rows = registerCounter(registry, SERIES.retentionJournalRows);
  const bytes = registerCounter(registry, SERIES.retentionArchiveBytes);
  const setLag = registerGauge(registry, SERIES.retentionLag);
  return {
    instancesDeleted(instances, journalRows, archiveBytes) {
      deleted({}, instances);
      rows({}, journalRows);
      bytes({}, archiveBytes);
    },
    onCollectRetention: (source) => setLag(async () => [[{}, (await source()) ?? 0]]),
  };
}

/** Evaluations of long-running scripts and expressions in a thread. `died`: the thread ended. */
const LONG_TEXT_OUTCOMES = ['finished', 'timed_out', 'died'] as const;
type LongTextOutcome = (typeof LONG_TEXT_OUTCOMES)[number];

const DECIDED_OUTCOMES = ['made', 'failed'] as const;
type DecidedOutcome = (typeof DECIDED_OUTCOMES)[number];

/** Threads that evaluate long-running scripts and expressions. `busy`: those that evaluate now. */
interface TextThreads {
  readonly busy: number;
  /** evaluations that wait for a thread */
  readonly waiting: number;
}

/** Decisions, and long-running scripts and expressions (docs/contributing/spec/observability.md#metrics). */
export interface TextMetrics {
  /** the command did not wait for it, and is applied again */
  longTextEnded(outcome: LongTextOutcome): void;
  /** decisions of a task or a request were evaluated, or the evaluation failed */
  decided(outcome: DecidedOutcome, seconds: number): void;
  /** Same rules as {@link KafkaMetrics.onCollectKafkaLag}. */
  onCollectTextThreads(source: () => TextThreads): void;
}

export function textSeries(registry: Registry): TextMetrics {
  const ended = registerCounter(registry, SERIES.longTexts);
  for (const outcome of LONG_TEXT_OUTCOMES) ended({ outcome }, 0);
  const decisions = registerHistogram(registry, SERIES.decisions);
  for (const outcome of DECIDED_OUTCOMES) decisions.zero({ outcome });
  let source: () => TextThreads = () => ({ busy: 0, waiting: 0 });
  registerGauge(registry, SERIES.textThreadsBusy)(() => [[{}, source().busy]]);
  registerGauge(registry, SERIES.longTextsWaiting)(() => [[{}, source().waiting]]);
  return {
    longTextEnded: (outcome) => ended({ outcome }),
    decided: (outcome, seconds) => decisions.observe({ outcome }, seconds),
    onCollectTextThreads: (next) => {
      source = next;
    },
  };
}

const OUTCOMES = ['received', 'refused'] as const;
type MessageOutcome = (typeof OUTCOMES)[number];

/** `lagSeconds`: age of the oldest unsent event, 0 without one. */
interface WebhookState {
  readonly name: string;
  readonly lagSeconds: number;
  readonly isPaused: boolean;
  /** blocked instances: event rejected in all attempts (`failing`), or retried (`waiting`) */
  readonly failing: number;
  readonly waiting: number;
}

/** See docs/contributing/spec/event-feed.md#webhooks. */
export interface WebhookMetrics {
  /** creates the time series of a webhook with the value 0 */
  webhookConfigured(webhook: string): void;
  webhookSent(webhook: string, outcome: MessageOutcome): void;
  /** Same rules as {@link KafkaMetrics.onCollectKafkaLag}. */
  onCollectWebhooks(source: () => Promise<readonly WebhookState[]>): void;
}

export function webhookSeries(registry: Registry): WebhookMetrics {
  const sent = registerCounter(registry, SERIES.webhookMessages);
  const setLag = registerGauge(registry, SERIES.webhookLag);
  const setParked = registerGauge(registry, SERIES.webhookParked);
  const setPaused = registerGauge(registry, SERIES.webhookPaused);
  return {
    webhookConfigured(webhook) {
      for (const outcome of OUTCOMES) sent({ webhook, outcome }, 0);
    },
    webhookSent: (webhook, outcome) => sent({ webhook, outcome }),
    onCollectWebhooks(source) {
      // the gauges share one call of the source
      let asking: Promise<readonly WebhookState[]> | undefined;
      const askOnce = () => {
        asking ??= source().finally(() => {
          asking = undefined;
        });
        return asking;
      };
      setLag(async () => (await askOnce()).map(({ name, lagSeconds }) => [{ webhook: name }, lagSeconds]));
      setPaused(async () => (await askOnce()).map(({ name, isPaused }) => [{ webhook: name }, isPaused ? 1 : 0]));
      setParked(async () =>
        (await askOnce()).flatMap(({ name, failing, waiting }) => [
          [{ webhook: name, state: 'failing' }, failing],
          [{ webhook: name, state: 'waiting' }, waiting],
        ]),
      );
    },
  };
}
