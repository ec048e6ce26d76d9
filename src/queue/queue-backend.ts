import type { Announcement, CommandBatch } from '../messages/command-batch.ts';
import type { QueueCount } from '../platform/metrics/metrics.ts';
import { PRIORITY_CLASSES, type PriorityClass, type Slots } from './priority-classes.ts';

/** Job name on every backend. */
export const COMMAND_BATCH_JOB = 'envelope';

/** Delivery of a command batch to a worker. */
export interface Delivery {
  readonly commandBatch: CommandBatch;
  /** number of this delivery, from 1; above 1: a worker has died, or was too busy to renew its lock */
  readonly attempt: number;
  /** Replaces the command batch in the queue, for the next delivery. */
  keep(commandBatch: CommandBatch): Promise<void>;
}

/** Parallel command batches of one worker. */
export interface Concurrency {
  /** slots of priority classes without an entry in `slots` */
  readonly concurrency: number;
  readonly slots?: Partial<Slots>;
}

/** `close` waits for running deliveries. */
export interface Consumer {
  close(): Promise<void>;
}

/**
 * Transport of command batches and reply announcements: Redis, or the database itself. Its content may be lost at any time without losing acknowledged work.
 * It does not use transactions, retries or the inbox. The backend owns its Redis connections; the code that opened a database connection owns it.
 */
export interface QueueBackend {
  readonly kind: 'redis' | 'postgres';
  /** False if the store is known to be unreachable, so that nothing was queued. */
  readonly isReachable: boolean;
  /**
   * After a rejection the batch may have arrived or not.
   * @param delayMs minimum delay of the delivery
   */
  add(commandBatch: CommandBatch, delayMs?: number): Promise<void>;
  /** Checks by deduplication key, in the priority class `follow-ups`, to which sources within their share belong. */
  isQueuedWithinShares(commandBatch: CommandBatch): Promise<boolean>;
  /** Starts a consumer. An error of `handle` ends its delivery; the queue does not repeat it. */
  consume(handle: (delivery: Delivery) => Promise<void>, options: Concurrency): Promise<Consumer>;
  /** Announces outcomes to the waiting replica. Best effort: the inbox is the record. */
  announce(replyTo: string, announcements: readonly Announcement[]): Promise<void>;
  listen(replyTo: string, onAnnouncements: (announcements: readonly Announcement[]) => void): Promise<void>;
  /** Signals one plugin host: a job in the queue of the task type, in lower case (ADR 0021). Best effort. */
  sendWakeUp(typeKey: string): Promise<void>;
  consumeWakeUps(typeKey: string, onWakeUp: () => void): Promise<Consumer>;
  /** Notifies every plugin host. Best effort: other hosts notice the end when they extend a lock. */
  announceEnded(taskIds: readonly string[]): Promise<void>;
  /** Receives {@link announceEnded}. */
  listenEnded(onEnded: (taskIds: readonly string[]) => void): Promise<void>;
  counts(): Promise<readonly QueueCount[]>;
  /** Resolves when the store is reachable. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Settings from measurements. With BullMQ's defaults a kill -9 is noticed after 59 s, a second one fails the job, and a refused connection is retried after
 * 15 s. Unit: ms.
 */
export const WORKER_SETTINGS = {
  lockDuration: 5000,
  stalledInterval: 2500,
  maxStalledCount: 1_000_000,
  runRetryDelay: 300,
} as const;

/** A wake-up signal needs no recovery, because plugin hosts poll the table once a second. */
export const WAKE_UP_SETTINGS = { ...WORKER_SETTINGS, lockDuration: 30_000, stalledInterval: 60_000, concurrency: 1 } as const;
export const WAKE_UP_JOB = 'nudge';
const MAX_QUEUE_NAME = 200;

/** Queue name without colons. Long names are cut, which at worst causes needless wake-up signals. */
export function taskQueueName(typeKey: string): string {
  return `task-${encodeURIComponent(typeKey).slice(0, MAX_QUEUE_NAME)}`;
}

/** Starts a consumer per priority class; they are closed together. */
export async function consumePriorityClasses(
  { concurrency, slots = {} }: Concurrency,
  start: (priorityClass: PriorityClass, concurrency: number) => Promise<Consumer>,
): Promise<Consumer> {
  const consumers: Consumer[] = [];
  for (const priorityClass of PRIORITY_CLASSES) consumers.push(await start(priorityClass, slots[priorityClass] ?? concurrency));
  return {
    async close() {
      await Promise.all(consumers.map((consumer) => consumer.close()));
    },
  };
}

export async function openPriorityClasses<Opened>(
  open: (name: PriorityClass) => Opened | Promise<Opened>,
): Promise<Record<PriorityClass, Opened>> {
  const opened: Partial<Record<PriorityClass, Opened>> = {};
  for (const priorityClass of PRIORITY_CLASSES) opened[priorityClass] = await open(priorityClass);
  return opened as Record<PriorityClass, Opened>;
}
