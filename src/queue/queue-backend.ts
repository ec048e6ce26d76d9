import type { Announcement, Envelope } from '../messages/envelope.ts';
import type { QueueCount } from '../platform/metrics.ts';
import { LANES, type Lane, type Slots } from './lanes.ts';

/** Job name on every backend. */
export const ENVELOPE_JOB = 'envelope';

/** What the handler of one delivery gets. */
export interface Delivery {
  readonly envelope: Envelope;
  /** deliveries begun so far, this one included; above 1 an earlier worker vanished while it worked on the envelope */
  readonly attempt: number;
  /** Replaces the envelope in the queue: the next delivery gets this one. */
  keep(envelope: Envelope): Promise<void>;
}

/** Envelopes that one worker works on at once, of each lane. */
export interface Concurrency {
  /** of lanes that `slots` does not name */
  readonly concurrency: number;
  readonly slots?: Partial<Slots>;
}

/** Takes envelopes until it is closed; closing waits for those in work. */
export interface Consumer {
  close(): Promise<void>;
}

/**
 * Transport of command batches and reply announcements: Redis, or the database itself. It carries wake-up signals only: its
 * content may be lost at any time without losing acknowledged work. It does not use transactions, retries or the inbox. The
 * backend owns its Redis connections; the code that opened a database connection owns it.
 */
export interface QueueBackend {
  readonly kind: 'redis' | 'postgres';
  /** False when the store can certainly not be reached now, so that nothing was handed over. */
  readonly isReachable: boolean;
  /**
   * Hands an envelope over. A rejection leaves open whether it arrived.
   * @param delayMs it is delivered after this time at the earliest; absent: at once
   */
  add(envelope: Envelope, delayMs?: number): Promise<void>;
  /** Whether a follow-up about the same waits in the lane of those within their shares, or is in work there. */
  isWithinShares(envelope: Envelope): Promise<boolean>;
  /** Starts taking envelopes. `handle` does everything itself; an error that it throws ends the delivery. */
  consume(handle: (delivery: Delivery) => Promise<void>, options: Concurrency): Promise<Consumer>;
  /** Announces the outcomes of commands to the replica that waits for them. Best effort: the inbox is the record. */
  announce(replyTo: string, announcements: readonly Announcement[]): Promise<void>;
  /** Receives the announcements for one replica. */
  listen(replyTo: string, onAnnouncements: (announcements: readonly Announcement[]) => void): Promise<void>;
  /** Notifies one plugin host of a task type (in lower case) that there is work: a job in the queue of that type (ADR 0021). Best effort. */
  nudge(typeKey: string): Promise<void>;
  /** Receives the wake-up signals for a task type. */
  consumeWakeUps(typeKey: string, onWakeUp: () => void): Promise<Consumer>;
  /** Notifies every plugin host that these custom tasks have ended. Best effort: a plugin host that is not notified learns it when it extends its locks. */
  announceEnded(taskIds: readonly string[]): Promise<void>;
  /** Receives what every worker sends with {@link announceEnded}. */
  listenEnded(onEnded: (taskIds: readonly string[]) => void): Promise<void>;
  counts(): Promise<readonly QueueCount[]>;
  /** Resolves when the store answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Recovery settings from measurements. With BullMQ's defaults a kill -9 is noticed after 59 s, a second one fails the job, and
 * a worker with a refused connection retries after 15 s. Unit: ms.
 */
export const WORKER_SETTINGS = {
  lockDuration: 5000,
  stalledInterval: 2500,
  maxStalledCount: 1_000_000,
  runRetryDelay: 300,
} as const;

/** A wake-up signal needs no recovery, because plugin hosts poll the table once a second. Unit: ms. */
export const WAKE_UP_SETTINGS = { ...WORKER_SETTINGS, lockDuration: 30_000, stalledInterval: 60_000, concurrency: 1 } as const;
export const WAKE_UP_JOB = 'nudge';
const MAX_QUEUE_NAME = 200;

/** Name of the queue of a task type. A name may not contain a colon; very long ones are cut, which at worst wakes a plugin host for nothing. */
export function taskQueueName(typeKey: string): string {
  return `task-${encodeURIComponent(typeKey).slice(0, MAX_QUEUE_NAME)}`;
}

/** Starts a consumer of every lane, to be closed together. */
export async function consumeLanes(
  { concurrency, slots = {} }: Concurrency,
  start: (lane: Lane, concurrency: number) => Promise<Consumer>,
): Promise<Consumer> {
  const consumers: Consumer[] = [];
  for (const lane of LANES) consumers.push(await start(lane, slots[lane] ?? concurrency));
  return {
    async close() {
      await Promise.all(consumers.map((consumer) => consumer.close()));
    },
  };
}

/** Opens the queue of every lane. */
export async function openLanes<Opened>(open: (name: Lane) => Opened | Promise<Opened>): Promise<Record<Lane, Opened>> {
  const opened: Partial<Record<Lane, Opened>> = {};
  for (const lane of LANES) opened[lane] = await open(lane);
  return opened as Record<Lane, Opened>;
}
