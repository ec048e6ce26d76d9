import { createPostgresBackend, type PostgresConnectionOptions, withBackend } from 'bullmq';
import { JOB_SETTINGS } from './lanes.ts';
import { type Nudges, openedQueues } from './opened-queues.ts';
import type { PostgresQueueOptions } from './postgres-backend.ts';
import { madeReady, runningWorker } from './postgres-ready.ts';
import { NUDGE_JOB, NUDGE_SETTINGS, taskQueueName } from './queue-backend.ts';

/** Ids that fit into one notification. */
const MAX_IDS = 200;
const ENDED_CHANNEL = 'sluice_custom_tasks_ended';

interface NudgeOptions extends Pick<PostgresQueueOptions, 'port' | 'stopping'> {
  readonly complain: (error: Error) => void;
}

/** Nudges by BullMQ queues in the database, ended tasks by NOTIFY. */
export function postgresNudges({ port, stopping, complain }: NudgeOptions): Nudges {
  const classes = withBackend(createPostgresBackend);
  const connection = port.pool as PostgresConnectionOptions;
  const listeners: { close(): Promise<void> }[] = [];
  const patience = { port, stopping };
  const queues = openedQueues((name) =>
    madeReady(patience, () => {
      const opened = new classes.Queue(name, { connection });
      opened.on('error', complain);
      return opened;
    }),
  );
  return {
    port: {
      async nudge(typeKey) {
        await (await queues.of(typeKey)).add(NUDGE_JOB, null, JOB_SETTINGS);
      },
      async consumeNudges(typeKey, onNudge) {
        const settings = { connection, autorun: false, ...NUDGE_SETTINGS };
        const make = () => {
          const worker = new classes.Worker(taskQueueName(typeKey), async () => onNudge(), settings);
          worker.on('error', complain);
          return worker;
        };
        const worker = await runningWorker(patience, make, complain);
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
