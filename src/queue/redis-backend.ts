import { Queue, Worker } from 'bullmq';
import type { Announcement, CommandBatch } from '../messages/command-batch.ts';
import type { Logger } from '../platform/log.ts';
import { pause } from '../platform/retry.ts';
import { type HomeStamp, queuePrefixes, redisPrefixOf, stampHome } from './home-stamp.ts';
import { isCluster, openRedis, type RedisClient } from './open-redis.ts';
import { logQueueErrors, queueCounts, withPauses } from './opened-queues.ts';
import { isQueued, jobSettingsOf, priorityClassOf } from './priority-classes.ts';
import { nodeFault } from './probe-redis.ts';
import {
  COMMAND_BATCH_JOB,
  type Consumer,
  consumePriorityClasses,
  type Delivery,
  openPriorityClasses,
  type QueueBackend,
  WORKER_SETTINGS,
} from './queue-backend.ts';
import { redisWakeUps } from './redis-wake-ups.ts';
import { type SignedCommandBatch, signCommandBatch, takeSigned } from './signed-command-batch.ts';

/** Short, so that a restarted Redis is used within half a second. */
const reconnectDelayMs = (attempt: number) => Math.min(200 + attempt * 50, 500);
/** Timeout of a connection without an answer: if the network drops packets, the operating system reports it only after 15 minutes. */
const SILENCE_MS = 5000;
/** Timeout of a blocking connection: BullMQ waits for work for 10 s at most. */
const BLOCKING_SILENCE_MS = 20_000;
const KEEP_ALIVE_MS = 10_000;
/** Time limit of an orderly close after the last job. */
const LAST_WRITES_MS = 5000;
/** The driver reached no node of a cluster. */
const isClusterUnreachable = (error: Error) => 'lastNodeError' in error;
/** A demoted primary rejects writes permanently; after a reconnect its name may lead to the new one. */
const isDemoted = (error: Error) => error.message.includes('READONLY');

export interface RedisOptions {
  /** its keys are separate from those of other installations */
  readonly installation: string;
  /** identity of the database; absent: copies are not distinguished */
  readonly readHome?: (() => Promise<string>) | undefined;
  /** timeout of adding a job */
  readonly silenceMs?: number;
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Opens the queue through BullMQ; replies use publish/subscribe. Waits until Redis is reachable; rejects with the reason of `stopping` when that is aborted
 * first.
 */
export async function openRedisBackend(url: string, log: Logger, options: RedisOptions): Promise<QueueBackend> {
  const { installation, silenceMs = SILENCE_MS, stopping } = options;
  const prefix = redisPrefixOf(installation);
  const prefixOf = queuePrefixes(installation, isCluster(url));
  const channelOf = (replyTo: string) => `${prefix}:reply:${replyTo}`;
  const logError = logQueueErrors(log);
  /** fails fast instead of collecting commands while Redis is not reachable */
  const producer = connect(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, socketTimeout: silenceMs }, logError);
  await untilReady(producer, stopping);
  const stamp = await stamped(producer, log, options);
  const queues = await openPriorityClasses((name) =>
    new Queue(name, { connection: producer, prefix: prefixOf(name) }).on('error', logError),
  );
  const { dedicated, ofConsumers, disconnect } = blockingConnections(() =>
    connect(url, { maxRetriesPerRequest: null, socketTimeout: BLOCKING_SILENCE_MS }, logError),
  );
  const wakeUps = redisWakeUps(producer, { dedicated, ofConsumers }, { prefix, prefixOf, logError });

  return {
    kind: 'redis',
    get isReachable() {
      return producer.status === 'ready';
    },
    async add(commandBatch, delayMs) {
      const data = signCommandBatch(commandBatch, installation, stamp?.home);
      await queues[priorityClassOf(commandBatch)].add(COMMAND_BATCH_JOB, data, jobSettingsOf(commandBatch, delayMs));
    },
    isQueuedWithinShares: (commandBatch) => isQueued(queues['follow-ups'], commandBatch),
    consume(handle, options) {
      const take = (data: unknown) => takeSigned(data, installation, log, stamp?.home);
      const sign = (commandBatch: CommandBatch) => signCommandBatch(commandBatch, installation, stamp?.home);
      return consumePriorityClasses(options, (name, concurrency) =>
        startWorker(ofConsumers(), { name, prefix: prefixOf(name), take, sign, handle, concurrency, logError }),
      );
    },
    async announce(replyTo, announcements) {
      await producer.publish(channelOf(replyTo), JSON.stringify(announcements));
    },
    async listen(replyTo, onAnnouncements) {
      const onMessage = (_channel: string, text: string) => onAnnouncements(JSON.parse(text) as Announcement[]);
      await dedicated().on('message', onMessage).subscribe(channelOf(replyTo));
    },
    ...wakeUps.port,
    counts: () => queueCounts([...Object.values(queues), ...wakeUps.queues()]),
    async ping() {
      await producer.ping();
      stamp?.check();
    },
    async close() {
      stamp?.close();
      for (const queue of Object.values(queues)) await queue.close();
      await wakeUps.close();
      disconnect();
      producer.disconnect();
    },
  };
}

/**
 * `dedicated` opens a connection for a subscription. `ofConsumers`: shared by queue consumers for commands that do not block; BullMQ opens a further one for
 * each.
 */
function blockingConnections(open: () => RedisClient) {
  const opened: RedisClient[] = [];
  const dedicated = (): RedisClient => {
    const connection = open();
    opened.push(connection);
    return connection;
  };
  let shared: RedisClient | undefined;
  return {
    dedicated,
    ofConsumers: (): RedisClient => (shared ??= dedicated()),
    disconnect(): void {
      for (const connection of opened) connection.disconnect();
    },
  };
}

/** Returns undefined without `readHome`. */
async function stamped(
  producer: RedisClient,
  log: Logger,
  { installation, readHome, stopping }: RedisOptions,
): Promise<HomeStamp | undefined> {
  if (readHome === undefined) return undefined;
  try {
    return await stampHome(producer, { installation, readHome, log, stopping });
  } catch (error) {
    producer.disconnect();
    throw error;
  }
}

function connect(
  url: string,
  options: { maxRetriesPerRequest: number | null; enableOfflineQueue?: boolean; socketTimeout: number },
  logError: (error: Error) => void,
): RedisClient {
  const connection = openRedis(url, {
    ...options,
    keepAlive: KEEP_ALIVE_MS,
    retryStrategy: reconnectDelayMs,
    reconnectOnError: isDemoted,
  });
  connection.on('error', connection.isCluster ? withNodeFault(url, logError) : logError);
  return connection;
}

/** The driver of a cluster reports only that it reached no node. Adds the reason of the first node, one connection at a time. */
function withNodeFault(url: string, logError: (error: Error) => void): (error: Error) => void {
  let isAsking = false;
  return (error) => {
    if (!isClusterUnreachable(error)) return logError(error);
    if (isAsking) return;
    isAsking = true;
    void nodeFault(url, SILENCE_MS).then((fault) => {
      isAsking = false;
      logError(fault === undefined ? error : new Error(`${error.message} First node: ${fault.message}`));
    });
  };
}

function untilReady(connection: RedisClient, stopping: AbortSignal | undefined): Promise<void> {
  if (connection.status === 'ready') return Promise.resolve();
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      connection.disconnect();
      reject(stopping?.reason);
    };
    connection.once('ready', () => {
      stopping?.removeEventListener('abort', giveUp);
      resolve();
    });
    if (stopping?.aborted) giveUp();
    else stopping?.addEventListener('abort', giveUp, { once: true });
  });
}

interface WorkerOptions {
  readonly name: string;
  readonly prefix: string;
  readonly take: (data: unknown) => CommandBatch | undefined;
  readonly sign: (commandBatch: CommandBatch) => SignedCommandBatch;
  readonly handle: (delivery: Delivery) => Promise<void>;
  readonly concurrency: number;
  readonly logError: (error: Error) => void;
}

class LockHolder extends Worker {
  /** `close` does so only after the last job, and its timer would keep the process alive. */
  async stopRenewing(): Promise<void> {
    await this.lockManager.close();
  }
}

async function startWorker(
  connection: RedisClient,
  { name, prefix, take, sign, handle, concurrency, logError }: WorkerOptions,
): Promise<Consumer> {
  const inWork = new Set<Promise<void>>();
  const worker = new LockHolder(
    name,
    async (job) => {
      const commandBatch = take(job.data);
      if (commandBatch === undefined) return;
      const keep = (next: CommandBatch) => job.updateData(sign(next));
      const work = handle({ commandBatch, attempt: job.attemptsStarted, keep });
      inWork.add(work);
      await work.finally(() => inWork.delete(work));
    },
    { connection, prefix, concurrency, ...WORKER_SETTINGS },
  );
  withPauses(worker).on('error', logError);
  await worker.waitUntilReady();
  return {
    async close() {
      if (connection.status === 'ready') return closeInTime(worker, inWork);
      // a regular close would wait forever for a connection that cannot be made
      await Promise.allSettled(inWork);
      await worker.close(true);
    },
  };
}

/** Final writes of a job take milliseconds, but a connection that is replaced after a failover may never finish them. */
async function closeInTime(worker: LockHolder, inWork: ReadonlySet<Promise<void>>): Promise<void> {
  const closed = new AbortController();
  const late = Promise.allSettled(inWork).then(() => pause(LAST_WRITES_MS, closed.signal));
  try {
    await Promise.race([worker.close(), late]);
  } finally {
    closed.abort();
    await worker.stopRenewing();
  }
}
