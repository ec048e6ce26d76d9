import type { Message } from 'kafkajs';
import { withTransaction } from '../db/connection.ts';
import type { Pool } from '../db/pool.ts';
import type { Lease } from '../feed-out/lease.ts';
import { type DueEvent, type NextEvents, nextEvents } from '../feed-out/next-events.ts';
import type { KafkaConfig } from '../platform/config/config-feed-out.ts';
import type { Logger } from '../platform/log.ts';
import type { KafkaMetrics } from '../platform/metrics/role-metrics.ts';
import { errorMessage } from '../platform/redact.ts';
import { backoffMs, pause } from '../platform/retry.ts';
import type { FeedHead, HeadWatch } from '../queries/feed/feed-rows.ts';
import { cloudEvent, type FeedReading, feedSource } from '../queries/feed/read-feed.ts';
import { type EventProducer, isTooLarge } from './producer.ts';

/**
 * See docs/contributing/spec/event-feed.md#messages. Without a timestamp, the message has the time of its sending: topics delete old messages, and an old
 * event may be sent today.
 */
function eventMessage({ event, position, line }: DueEvent, format: KafkaConfig['format'], feedId: string): Message {
  const isCloudEvent = format === 'cloudevents';
  return {
    key: event.workflowInstanceId,
    value: isCloudEvent ? JSON.stringify(cloudEvent(event, position, feedSource(feedId))) : line,
    headers: {
      'content-type': isCloudEvent ? 'application/cloudevents+json' : 'application/json',
      'sluice-position': position,
    },
  };
}

const MOST_EVENTS = 1000;

/** Size of a request, in characters: topics accept 1 MB by default. */
const MOST_CHARACTERS = 400_000;

/** Time limit of one read while few events match. */
const POLL_MS = 2000;

/** Wait for new events, before the loop checks again if the sink is paused. */
const WAIT_MS = 5000;

/** Growth factor of the number of events per request after a size error. Small, because each rejected request costs a new connection. */
const GROWTH = 1.1;
const OUTAGE = { firstDelayMs: 500, maxDelayMs: 10_000 };

/** Time that a stop waits for running work. */
const LAST_MS = 5000;

interface SendingTools {
  readonly pool: Pool;
  readonly reading: Omit<FeedReading, 'hasLeft'>;
  readonly watch: HeadWatch;
  readonly config: KafkaConfig;
  readonly open: () => Promise<EventProducer>;
  readonly metrics: KafkaMetrics;
  readonly lines: OutageLines;
}

/** Sends until the lease ends or `stopping` is aborted. Retries if the brokers fail; rejects if the database fails. */
export async function sendEvents(tools: SendingTools, lease: Lease, stopping: AbortSignal): Promise<void> {
  const ending = AbortSignal.any([lease.signal, stopping]);
  const sending = new Sending(tools, lease, ending);
  try {
    while (!ending.aborted) await sending.sendNext();
  } finally {
    await sending.close();
  }
}

class Sending {
  readonly #tools: SendingTools;
  readonly #lease: Lease;
  readonly #ending: AbortSignal;
  #producer: EventProducer | undefined;
  #failures = 0;
  /** events of the next request; fewer after a size error */
  #most = MOST_EVENTS;
  /** the database may contain an error of an earlier send */
  #isErrorNoted = true;

  constructor(tools: SendingTools, lease: Lease, ending: AbortSignal) {
    this.#tools = tools;
    this.#lease = lease;
    this.#ending = ending;
  }

  /** Reads once, sends the events and stores the position. */
  async sendNext(): Promise<void> {
    const state = await this.#lease.read();
    if (state.isPaused) {
      await this.close();
      return pause(WAIT_MS, this.#ending);
    }
    const { reading, watch } = this.#tools;
    const hasLeft = () => this.#ending.aborted;
    const head = await watch.now();
    if (state.place.row >= head.position && state.place.sequence === undefined) {
      await watch.behind(head.position, Date.now() + WAIT_MS, hasLeft);
      return; // the sink may have been paused during the wait
    }
    const bounds = { events: this.#most, characters: MOST_CHARACTERS, ms: POLL_MS };
    const next = await nextEvents({ ...reading, hasLeft }, head, state.place, bounds);
    if (this.#ending.aborted) return;
    if (next.events.length > 0 && !(await this.#send(next.events, head))) return;
    await this.#note(next);
  }

  async close(): Promise<void> {
    const producer = this.#producer;
    this.#producer = undefined;
    if (producer !== undefined) await inTime(producer.close(), AbortSignal.abort()).catch(() => {});
  }

  /** @returns true if the brokers have acknowledged all events */
  async #send(events: readonly DueEvent[], head: FeedHead): Promise<boolean> {
    const { config, metrics, lines } = this.#tools;
    const messages = events.map((event) => eventMessage(event, config.format, head.id));
    try {
      this.#producer ??= await this.#opened();
      await inTime(this.#producer.send(messages), this.#ending);
    } catch (error) {
      await this.close();
      if (!this.#ending.aborted) await this.#refused(error, events);
      return false;
    }
    metrics.kafkaAcknowledged(events.length);
    lines.succeeded();
    this.#failures = 0;
    this.#most = Math.min(MOST_EVENTS, Math.ceil(this.#most * GROWTH));
    return true;
  }

  async #opened(): Promise<EventProducer> {
    const opening = this.#tools.open();
    try {
      return await inTime(opening, this.#ending);
    } catch (error) {
      opening.then(
        (late) => late.close(),
        () => {},
      );
      throw error;
    }
  }

  /** Handles a failed request: after a too large one, the next has half of the events. Otherwise logs and stores the error, and waits. */
  async #refused(error: unknown, events: readonly DueEvent[]): Promise<void> {
    const [first] = events;
    const areTooLarge = isTooLarge(error);
    if (areTooLarge && events.length > 1) {
      this.#most = Math.ceil(events.length / 2);
      return;
    }
    const { pool, metrics, lines } = this.#tools;
    const reason = areTooLarge ? `The event at ${first?.position} is larger than the topic takes.` : errorMessage(error);
    metrics.kafkaFailed();
    lines.failed(reason);
    this.#failures += 1;
    this.#isErrorNoted = true;
    await withTransaction(pool, async (transaction) => {
      await this.#lease.lock(transaction);
      this.#lease.noteError(transaction, reason);
    });
    await pause(backoffMs(OUTAGE, this.#failures), this.#ending);
  }

  /** Stores the position after events that are acknowledged or filtered out. If the process ends before this, they are sent again. */
  async #note({ end, events }: NextEvents): Promise<void> {
    await withTransaction(this.#tools.pool, async (transaction) => {
      await this.#lease.lock(transaction);
      this.#lease.advance(transaction, end, events.length > 0);
      if (events.length > 0 && this.#isErrorNoted) this.#lease.noteError(transaction, null);
    });
    if (events.length > 0) this.#isErrorNoted = false;
  }
}

/** Waits at most LAST_MS after `ending`, because a request of the package cannot be aborted. */
async function inTime<T>(work: Promise<T>, ending: AbortSignal): Promise<T> {
  const { promise, reject } = deferred();
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    timer = setTimeout(() => reject(new Error('the brokers did not answer in time')), LAST_MS);
  };
  if (ending.aborted) end();
  else ending.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    ending.removeEventListener('abort', end);
  }
}

function deferred(): { readonly promise: Promise<never>; readonly reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse;
  });
  promise.catch(() => {});
  return { promise, reject };
}

/** Time between two log lines of an outage with the same reason. */
const QUIET_MS = 600_000;

/** Different reasons that are logged per outage. */
const MOST_REASONS = 5;

/** Log lines about outages of a topic: each reason once, then one line per QUIET_MS, and the end. */
export class OutageLines {
  readonly #log: Logger;
  readonly #topic: string;
  readonly #now: () => number;
  readonly #reasons = new Set<string>();
  #beganAt: number | undefined;
  #saidAt = 0;

  constructor(log: Logger, topic: string, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#topic = topic;
    this.#now = now;
  }

  failed(reason: string): void {
    const now = this.#now();
    this.#beganAt ??= now;
    const isNew = !this.#reasons.has(reason) && this.#reasons.size < MOST_REASONS;
    if (!isNew && now - this.#saidAt < QUIET_MS) return;
    this.#reasons.add(reason);
    this.#saidAt = now;
    this.#log.event('kafka-not-taking', { Topic: this.#topic, ErrorMessage: reason });
  }

  /** Call it when the brokers have acknowledged messages. Logs the end of an outage. */
  succeeded(): void {
    if (this.#beganAt === undefined) return;
    const OutageMs = Math.round(this.#now() - this.#beganAt);
    this.#log.event('kafka-taking-again', { Topic: this.#topic, OutageMs });
    this.#beganAt = undefined;
    this.#reasons.clear();
  }
}
