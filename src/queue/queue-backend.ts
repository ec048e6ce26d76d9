import type { Announcement, CommandBatch } from '../messages/command-batch.ts';
import type { QueueCount } from '../platform/metrics/metrics.ts';
import { PRIORITY_CLASSES, type PriorityClass, type Slots } from './priority-classes.ts';

/** Job name on every backend. */
export const COMMAND_BATCH_JOB = 'envelope';

/** One delivery of a command batch to a worker. */
export interface Delivery {
  readonly commandBatch: CommandBatch;
  /** number of this delivery, from 1; above 1: a worker has died during an earlier one, or was too busy to renew its lock */
  readonly attempt: number;
  /** Replaces the command batch in the queue, for the next delivery. */
  keep(commandBatch: CommandBatch): Promise<void>;
}

/** Maximum number of parallel command batches of one worker. */
export interface Concurrency {
  /** slots of priority classes without an entry in `slots` */
  readonly concurrency: number;
  readonly slots?: Partial<Slots>;
}

/** Running consumer; `close` waits for its running deliveries. */
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
  /** False if the store is known to be unreachable, so that nothing was queued. */
  readonly isReachable: boolean;
  /**
   * Queues a command batch. After a rejection it may have arrived or not.
   * @param delayMs minimum delay of the delivery; absent: none
   */
  add(commandBatch: CommandBatch, delayMs?: number): Promise<void>;
  /** Returns whether a job with the same deduplication key waits or runs in the priority class `follow-ups`, to which sources within their share belong. */
  isQueuedWithinShares(commandBatch: CommandBatch): Promise<boolean>;
  /** Starts a consumer. An error of `handle` ends its delivery; the queue does not repeat it. */
  consume(handle: (delivery: Delivery) => Promise<void>, options: Concurrency): Promise<Consumer>;
  /** Announces the outcomes of commands to the waiting replica. Best effort: the inbox is the record. */
  announce(replyTo: string, announcements: readonly Announcement[]): Promise<void>;
  /** Receives the announcements for one replica. */
  listen(replyTo: string, onAnnouncements: (announcements: readonly Announcement[]) => void): Promise<void>;
  /** Sends a wake-up signal for a task type (in lower case) to one plugin host: a job in the queue of that type (ADR 0021). Best effort. */
  sendWakeUp(typeKey: string): Promise<void>;
  /** Receives the wake-up signals for a task type. */
  consumeWakeUps(typeKey: string, onWakeUp: () => void): Promise<Consumer>;
  /** Notifies every plugin host that custom tasks have ended. Best effort: other hosts notice it when they extend a lock. */
  announceEnded(taskIds: readonly string[]): Promise<void>;
  /** Receives the notifications of {@link announceEnded}. */
  listenEnded(onEnded: (taskIds: readonly string[]) => void): Promise<void>;
  /** Counts the jobs by queue and state. */
  counts(): Promise<readonly QueueCount[]>;
  /** Resolves when the store is reachable. */
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

/** Queue name of a task type, without colons. Long names are cut, which at worst causes needless wake-up signals. */
export function taskQueueName(typeKey: string): string {
  return `task-${encodeURIComponent(typeKey).slice(0, MAX_QUEUE_NAME)}`;
}

/** Starts a consumer for every priority class; they are closed together. */
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

/** Opens the queue of every priority class. */
export async function openPriorityClasses<Opened>(
  open: (name: PriorityClass) => Opened | Promise<Opened>,
): Promise<Record<PriorityClass, Opened>> {
  const opened: Partial<Record<PriorityClass, Opened>> = {};
  for (const priorityClass of PRIORITY_CLASSES) opened[priorityClass] = await open(priorityClass);
  return opened as Record<PriorityClass, Opened>;
}
