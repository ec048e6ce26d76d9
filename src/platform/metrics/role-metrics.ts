import type { Registry } from 'prom-client';
import { SERIES } from './metric-series.ts';
import { askTwice, countTwice, observeTwice } from './metric-twins.ts';

/** Series about events that go to Kafka (docs/contributing/spec/observability.md#metrics). */
export interface KafkaMetrics {
  /** brokers have acknowledged this number of events */
  kafkaAcknowledged(events: number): void;
  /** an attempt to send events has failed */
  kafkaFailed(): void;
  /** Sets the source of the age of the oldest unsent event, in seconds. It is called at every scrape; the latest source wins. */
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

/** Where a list is read. */
export const LIST_PLACES = ['primary', 'replica'] as const;
export type ListPlace = (typeof LIST_PLACES)[number];

/**
 * Why a list is read from the primary although there is a replica. behind: replication is late; away: unreachable; promoted: no
 * longer a standby; position: it has not reached the required position; error: a read there has failed.
 */
export const REPLICA_REASONS = ['behind', 'away', 'promoted', 'other-database', 'position', 'error'] as const;
export type ReplicaReason = (typeof REPLICA_REASONS)[number];

/** Series about a replica that lists are read on (docs/contributing/spec/observability.md#metrics). */
export interface ReplicaMetrics {
  /** a list was read there */
  listRead(place: ListPlace): void;
  /** a list was read on the primary although there is a replica */
  replicaPassedBy(reason: ReplicaReason): void;
  /** Sets the source of the delay of the read replica, in seconds. It is called at every scrape; the latest source wins. */
  onCollectReplicaLag(source: () => Promise<number>): void;
}

export function replicaSeries(registry: Registry): ReplicaMetrics {
  const reads = countTwice(registry, SERIES.listReads);
  for (const place of LIST_PLACES) reads({ place }, 0);
  const passed = countTwice(registry, SERIES.replicaPassedBy);
  for (const reason of REPLICA_REASONS) passed({ reason }, 0);
  const setLag = askTwice(registry, SERIES.replicaLag);
  return {
    listRead: (place) => reads({ place }),
    replicaPassedBy: (reason) => passed({ reason }),
    onCollectReplicaLag: (source) => setLag(async () => [[{}, await source()]]),
  };
}

/** Metrics of retention (docs/contributing/spec/observability.md#metrics). */
export interface RetentionMetrics {
  /** finished instances were deleted with the rows of their event histories; `archiveBytes`: what was written to the archive before */
  instancesDeleted(instances: number, journalRows: number, archiveBytes: number): void;
  /** Sets the source of the time that the oldest expired instance has waited for deletion, in seconds. It is called at every scrape; the latest source wins. */
  onCollectRetention(source: () => Promise<number | undefined>): void;
}

export function retentionSeries(registry: Registry): RetentionMetrics {
  const deleted = countTwice(registry, SERIES.retentionInstances);
  const rows = countTwice(registry, SERIES.retentionJournalRows);
  const bytes = countTwice(registry, SERIES.retentionArchiveBytes);
  const setLag = askTwice(registry, SERIES.retentionLag);
  return {
    instancesDeleted(instances, journalRows, archiveBytes) {
      deleted({}, instances);
      rows({}, journalRows);
      bytes({}, archiveBytes);
    },
    onCollectRetention: (source) => setLag(async () => [[{}, (await source()) ?? 0]]),
  };
}

/** Results of evaluations in a thread. */
const LONG_TEXT_OUTCOMES = ['finished', 'timed_out', 'died'] as const;
type LongTextOutcome = (typeof LONG_TEXT_OUTCOMES)[number];

/** Results of the decisions of a task or a request. */
const DECIDED_OUTCOMES = ['made', 'failed'] as const;
type DecidedOutcome = (typeof DECIDED_OUTCOMES)[number];

/** The threads that evaluate long texts, at this moment. */
interface TextThreads {
  readonly busy: number;
  /** evaluations that wait for a thread */
  readonly waiting: number;
}

/** Series about decisions, and about scripts and expressions that take long (docs/contributing/spec/observability.md#metrics). */
export interface TextMetrics {
  /** an evaluation has ended that was not waited for */
  longTextEnded(outcome: LongTextOutcome): void;
  /** the decisions of a task or a call were made, or could not be; unit: s */
  decided(outcome: DecidedOutcome, seconds: number): void;
  /** Asked at every scrape; the latest source wins. */
  onCollectTextThreads(source: () => TextThreads): void;
}

export function textSeries(registry: Registry): TextMetrics {
  const ended = countTwice(registry, SERIES.longTexts);
  for (const outcome of LONG_TEXT_OUTCOMES) ended({ outcome }, 0);
  const decisions = observeTwice(registry, SERIES.decisions);
  for (const outcome of DECIDED_OUTCOMES) decisions.zero({ outcome });
  let source: () => TextThreads = () => ({ busy: 0, waiting: 0 });
  askTwice(registry, SERIES.textThreadsBusy)(() => [[{}, source().busy]]);
  askTwice(registry, SERIES.longTextsWaiting)(() => [[{}, source().waiting]]);
  return {
    longTextEnded: (outcome) => ended({ outcome }),
    decided: (outcome, seconds) => decisions.observe({ outcome }, seconds),
    onCollectTextThreads: (next) => {
      source = next;
    },
  };
}

/** Result of a message. */
const OUTCOMES = ['received', 'refused'] as const;
type MessageOutcome = (typeof OUTCOMES)[number];

/** State of a webhook. */
interface WebhookStand {
  readonly name: string;
  readonly lagSeconds: number;
  readonly isPaused: boolean;
  /** parked instances whose event was refused as often as is allowed, and the others */
  readonly failing: number;
  readonly waiting: number;
}

/** Series about webhooks (docs/contributing/spec/event-feed.md#webhooks). */
export interface WebhookMetrics {
  /** shows the series of a webhook with 0 before anything is sent to it */
  webhookConfigured(webhook: string): void;
  /** a message was sent */
  webhookSent(webhook: string, outcome: MessageOutcome): void;
  /** Asked at every scrape; the latest source wins. */
  onCollectWebhooks(source: () => Promise<readonly WebhookStand[]>): void;
}

export function webhookSeries(registry: Registry): WebhookMetrics {
  const sent = countTwice(registry, SERIES.webhookMessages);
  const setLag = askTwice(registry, SERIES.webhookLag);
  const setParked = askTwice(registry, SERIES.webhookParked);
  const setPaused = askTwice(registry, SERIES.webhookPaused);
  return {
    webhookConfigured(webhook) {
      for (const outcome of OUTCOMES) sent({ webhook, outcome }, 0);
    },
    webhookSent: (webhook, outcome) => sent({ webhook, outcome }),
    onCollectWebhooks(source) {
      // the gauges share one question
      let asking: Promise<readonly WebhookStand[]> | undefined;
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
