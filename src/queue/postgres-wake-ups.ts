import { createPostgresBackend, type PostgresConnectionOptions, withBackend } from 'bullmq';
import { JOB_SETTINGS } from './lanes.ts';
import { openedQueues, type WakeUps } from './opened-queues.ts';
import type { PostgresQueuePort } from './postgres-queue-port.ts';
import { madeReady, type ReadyOptions, runningWorker } from './postgres-ready.ts';
import { taskQueueName, WAKE_UP_JOB, WAKE_UP_SETTINGS } from './queue-backend.ts';

/** Ids per notification. */
const MAX_IDS = 200;
const ENDED_CHANNEL = 'sluice_custom_tasks_ended';

/** Sends wake-up signals by BullMQ queues in the database, and ended tasks by NOTIFY. */
export function postgresWakeUps(port: PostgresQueuePort, readyOptions: ReadyOptions): WakeUps {
  const classes = withBackend(createPostgresBackend);
  const connection = port.pool as PostgresConnectionOptions;
  const listeners: { close(): Promise<void> }[] = [];
  const queues = openedQueues((name) => madeReady(readyOptions, () => new classes.Queue(name, { connection })));
  return {
    port: {
      async sendWakeUp(typeKey) {
        await (await queues.of(typeKey)).add(WAKE_UP_JOB, null, JOB_SETTINGS);
      },
      async consumeWakeUps(typeKey, onWakeUp) {
        const settings = { connection, autorun: false, ...WAKE_UP_SETTINGS };
        const work = async () => onWakeUp();
        const worker = await runningWorker(readyOptions, () => new classes.Worker(taskQueueName(typeKey), work, settings));
        return { close: () => worker.close() };
      },
      async announceEnded(taskIds) {
        for (let from = 0; from < taskIds.length; from += MAX_IDS) {
          await port.notify(ENDED_CHANNEL, JSON.stringify(taskIds.slice(from, from + MAX_IDS)));
        }
      },
      async listenEnded(onEnded) {
        listeners.push(await port.listen(ENDED_CHANNEL, (payload) => onEnded(JSON.parse(payload) as string[])));
      },
    },
    queues: () => queues.all(),
    async close() {
      for (const queue of queues.all()) await queue.close();
      for (const listener of listeners) await listener.close();
    },
  };
}
