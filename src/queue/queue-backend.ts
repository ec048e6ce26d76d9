import type { Announcement, Envelope } from '../messages/envelope.ts';
import type { QueueCount } from '../platform/metrics.ts';

/** Job name and queue name on every backend. */
export const COMMAND_QUEUE = 'commands';
export const ENVELOPE_JOB = 'envelope';

/** What handling one delivery may know about it. */
export interface Delivery {
  readonly envelope: Envelope;
  /** deliveries begun so far, this one included; above 1 an earlier worker vanished while it worked on the envelope */
  readonly attempt: number;
}

/** Takes envelopes until it is closed; closing waits for those in work. */
export interface Consumer {
  close(): Promise<void>;
}

/**
 * Where envelopes wait and replies are announced: Redis, or the database itself.
 *
 * It is a nudge, never the truth: everything on it may be lost at any moment without losing acknowledged work. It knows nothing of transactions,
 * retries or the inbox. The backend owns its Redis connections; database connections stay the caller's.
 */
export interface QueueBackend {
  readonly kind: 'redis' | 'postgres';
  /** False when the store can certainly not be reached now, so that nothing was handed over. */
  readonly isReachable: boolean;
  /** Hands an envelope over. A rejection leaves open whether it arrived. */
  add(envelope: Envelope): Promise<void>;
  /** Starts taking envelopes. `handle` settles everything itself; what it throws ends the delivery. */
  consume(handle: (delivery: Delivery) => Promise<void>, options: { concurrency: number }): Promise<Consumer>;
  /** Tells a waiting process what became of its commands. Best effort: the inbox is the record. */
  announce(replyTo: string, announcements: readonly Announcement[]): Promise<void>;
  /** Hears the announcements for one process. */
  listen(replyTo: string, onAnnouncements: (announcements: readonly Announcement[]) => void): Promise<void>;
  counts(): Promise<readonly QueueCount[]>;
  /** Resolves when the store answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Recovery settings that were measured: with BullMQ's defaults a kill -9 is noticed after 59 s, a second one fails the job, and a worker
 * whose connection was refused looks again after 15 s. Unit: ms.
 */
export const WORKER_SETTINGS = {
  lockDuration: 5000,
  stalledInterval: 2500,
  maxStalledCount: 1_000_000,
  runRetryDelay: 300,
} as const;

/** Nothing is kept of a job that ended: replies are in the inbox, failures in dead_letter. */
export const JOB_SETTINGS = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;
