import { createPostgresBackend, type Job, type PostgresConnectionOptions, runMigrations, withBackend } from 'bullmq';
import type { Announcement, CommandBatch } from '../messages/command-batch.ts';
import type { Logger } from '../platform/log.ts';
import { logQueueErrors, queueCounts } from './opened-queues.ts';
import { madeReady, type PostgresQueuePort, postgresWakeUps, runningWorker } from './postgres-wake-ups.ts';
import { isQueued, jobSettingsOf, priorityClassOf } from './priority-classes.ts';
import {
  COMMAND_BATCH_JOB,
  consumePriorityClasses,
  openPriorityClasses,
  type QueueBackend,
  WORKER_SETTINGS,
} from './queue-backend.ts';
import { signCommandBatch, signedAtHome, takeSigned } from './signed-command-batch.ts';

/** Schema of BullMQ's tables; the search path of the pool must be this schema. */
export const QUEUE_SCHEMA = 'bullmq';

/** Limit of a Postgres notification in bytes. */
const MAX_PAYLOAD = 7900;
/** Channel names have at most 63 bytes. */
const channelOf = (replyTo: string) => `sluice_reply_${replyTo.replaceAll('-', '')}`;

export interface PostgresQueueOptions {
  readonly port: PostgresQueuePort;
  readonly log: Logger;
  readonly installation: string;
  /** ends waits for an unreachable database */
  readonly stopping: AbortSignal | undefined;
}

/**
 * BullMQ's Postgres backend: the default without Redis. Replies are sent by NOTIFY, after the commit. Waits for an unreachable database; rejects when
 * `stopping` is aborted first.
 */
export async function openPostgresBackend({ port, log, installation, stopping }: PostgresQueueOptions): Promise<QueueBackend> {
  const logError = logQueueErrors(log);
  await port.whenReachable(() => port.withSession((session) => runMigrations(session as never, QUEUE_SCHEMA)), stopping);
  const classes = withBackend(createPostgresBackend);
  const connection = port.pool as PostgresConnectionOptions;
  const readyOptions = { port, stopping, logError };
  const openQueue = (name: string) => madeReady(readyOptions, () => new classes.Queue(`${port.prefix}${name}`, { connection }));
  const queues = await openPriorityClasses(openQueue);
  const closers: (() => Promise<void>)[] = [];
  const wakeUps = postgresWakeUps(port, readyOptions);
  // Stored as text: a jsonb column would reorder properties and reject U+0000 and lone surrogates.
  const textOf = (commandBatch: CommandBatch) => JSON.stringify(signCommandBatch(commandBatch, installation));

  return {
    kind: 'postgres',
    isReachable: true,
    async add(commandBatch, delayMs) {
      await queues[priorityClassOf(commandBatch)].add(
        COMMAND_BATCH_JOB,
        textOf(commandBatch),
        jobSettingsOf(commandBatch, delayMs),
      );
    },
    isQueuedWithinShares: (commandBatch) => isQueued(queues['follow-ups'], commandBatch),
    consume(handle, options) {
      return consumePriorityClasses(options, (name, concurrency) => {
        const settings = { connection, concurrency, autorun: false, ...WORKER_SETTINGS };
        const work = async (job: Job) => {
          const commandBatch = takeSigned(signedAtHome(readText(job.data), installation), installation, log);
          const keep = (next: CommandBatch) => job.updateData(textOf(next));
          if (commandBatch !== undefined) await handle({ commandBatch, attempt: job.attemptsStarted, keep });
        };
        return runningWorker(readyOptions, () => new classes.Worker(`${port.prefix}${name}`, work, settings));
      });
    },
    async announce(replyTo, announcements) {
      for (const payload of payloads(announcements)) await port.notify(channelOf(replyTo), payload);
    },
    async listen(replyTo, onAnnouncements) {
      const listener = await port.listen(channelOf(replyTo), (payload) => onAnnouncements(JSON.parse(payload) as Announcement[]));
      closers.push(() => listener.close());
    },
    ...wakeUps.port,
    async counts() {
      const counts = await queueCounts([...Object.values(queues), ...wakeUps.queues()]);
      return counts.map((count) => ({ ...count, queue: count.queue.slice(port.prefix.length) }));
    },
    async ping() {
      await queues.commands.getJobCounts('waiting');
    },
    async close() {
      for (const queue of Object.values(queues)) await queue.close();
      await wakeUps.close();
      for (const close of closers) await close();
    },
  };
}

function readText(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined;
  } catch {
    return undefined;
  }
}

/** A reply too large for a notification is announced without its text. */
function payloads(announcements: readonly Announcement[]): string[] {
  const packed: string[] = [];
  let items: string[] = [];
  let size = 2;
  for (const announcement of announcements) {
    let item = JSON.stringify(announcement);
    if (Buffer.byteLength(item) > MAX_PAYLOAD - 2) item = JSON.stringify({ ...announcement, reply: undefined });
    const bytes = Buffer.byteLength(item) + 1;
    if (size + bytes > MAX_PAYLOAD) {
      packed.push(`[${items.join(',')}]`);
      items = [];
      size = 2;
    }
    items.push(item);
    size += bytes;
  }
  if (items.length > 0) packed.push(`[${items.join(',')}]`);
  return packed;
}
