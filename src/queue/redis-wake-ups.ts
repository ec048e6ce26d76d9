import { Queue, Worker } from 'bullmq';
import type { RedisClient } from './open-redis.ts';
import { openedQueues, type WakeUps, withPauses } from './opened-queues.ts';
import { JOB_SETTINGS } from './priority-classes.ts';
import { taskQueueName, WAKE_UP_JOB, WAKE_UP_SETTINGS } from './queue-backend.ts';

/**
 * Signals use BullMQ queues, ended tasks publish/subscribe. `dedicated` opens a connection for a subscription, `ofConsumers` gives that of queue consumers;
 * the caller closes both.
 */
export function redisWakeUps(
  producer: RedisClient,
  { dedicated, ofConsumers }: { readonly dedicated: () => RedisClient; readonly ofConsumers: () => RedisClient },
  {
    prefix,
    prefixOf,
    logError,
  }: {
    readonly prefix: string;
    readonly prefixOf: (queue: string) => string;
    readonly logError: (error: Error) => void;
  },
): WakeUps {
  const endedChannel = `${prefix}:custom-tasks-ended`;
  const queues = openedQueues(async (name) => {
    const opened = new Queue(name, { connection: producer, prefix: prefixOf(name) });
    opened.on('error', logError);
    return opened;
  });
  return {
    port: {
      async sendWakeUp(typeKey) {
        await (await queues.of(typeKey)).add(WAKE_UP_JOB, null, JOB_SETTINGS);
      },
      async consumeWakeUps(typeKey, onWakeUp) {
        const connection = ofConsumers();
        const name = taskQueueName(typeKey);
        const worker = new Worker(name, async () => onWakeUp(), { connection, prefix: prefixOf(name), ...WAKE_UP_SETTINGS });
        withPauses(worker).on('error', logError);
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
