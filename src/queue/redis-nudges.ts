import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { withPauses } from './fetch-pauses.ts';
import { JOB_SETTINGS } from './lanes.ts';
import { type Nudges, openedQueues } from './opened-queues.ts';
import { NUDGE_JOB, NUDGE_SETTINGS, taskQueueName } from './queue-backend.ts';

/**
 * Sends wake-up signals by BullMQ queues in Redis, and ended tasks by publish/subscribe. `dedicated` opens a connection that
 * may block; its owner closes it.
 */
export function redisNudges(
  producer: Redis,
  dedicated: () => Redis,
  { prefix, complain }: { readonly prefix: string; readonly complain: (error: Error) => void },
): Nudges {
  const endedChannel = `${prefix}:custom-tasks-ended`;
  const queues = openedQueues(async (name) => {
    const opened = new Queue(name, { connection: producer, prefix });
    opened.on('error', complain);
    return opened;
  });
  return {
    port: {
      async nudge(typeKey) {
        await (await queues.of(typeKey)).add(NUDGE_JOB, null, JOB_SETTINGS);
      },
      async consumeNudges(typeKey, onNudge) {
        const connection = dedicated();
        const worker = new Worker(taskQueueName(typeKey), async () => onNudge(), { connection, prefix, ...NUDGE_SETTINGS });
        withPauses(worker).on('error', complain);
        await worker.waitUntilReady();
        return { close: () => worker.close(connection.status !== 'ready') };
      },
      async announceEnded(taskIds) {
        await producer.publish(endedChannel, JSON.stringify(taskIds));
      },
      async listenEnded(onEnded) {
        const subscriber = dedicated();
        subscriber.on('message', (_channel, text) => onEnded(JSON.parse(text) as string[]));
        await subscriber.subscribe(endedChannel);
      },
    },
    queues: () => queues.all(),
    async close() {
      for (const queue of queues.all()) await queue.close();
    },
  };
}
