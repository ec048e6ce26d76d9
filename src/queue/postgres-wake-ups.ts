import { createPostgresBackend, type PostgresConnectionOptions, withBackend } from 'bullmq';
import { openedQueues, type WakeUps, withPauses } from './opened-queues.ts';
import { JOB_SETTINGS } from './priority-classes.ts';
import { taskQueueName, WAKE_UP_JOB, WAKE_UP_SETTINGS } from './queue-backend.ts';

/** The composition root provides it, because only `db` may open connections. */
export interface PostgresQueuePort {
  /** node-postgres pool with search path {@link QUEUE_SCHEMA}; a lost transaction costs only a wake-up signal */
  readonly pool: object;
  /** prefix of queue names */
  readonly prefix: string;
  /** runs `work` on one session that nothing else uses */
  withSession(
    work: (session: { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }) => Promise<unknown>,
  ): Promise<void>;
  /** repeats `work` while the database is not reachable; rejects when `signal` is aborted */
  whenReachable<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
  notify(channel: string, payload: string): Promise<void>;
  listen(channel: string, onMessage: (payload: string) => void): Promise<{ close(): Promise<void> }>;
}

/** Options for BullMQ objects that wait for their database. */
export interface ReadyOptions {
  readonly port: Pick<PostgresQueuePort, 'whenReachable'>;
  readonly stopping: AbortSignal | undefined;
  /** called with each error, also later ones */
  readonly logError: (error: Error) => void;
}

interface BullObject {
  on(event: 'error', listener: (error: Error) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

/** An object that was created while the database was unreachable never works: closes it and creates another, until one is ready. */
export function madeReady<Made extends BullObject>({ port, stopping, logError }: ReadyOptions, make: () => Made): Promise<Made> {
  return port.whenReachable(async () => {
    const made = make();
    made.on('error', logError);
    try {
      await made.waitUntilReady();
      return made;
    } catch (error) {
      await made.close().catch(() => {});
      throw error;
    }
  }, stopping);
}

interface BullWorker extends BullObject {
  on(event: 'error' | 'closing', listener: (error: Error) => void): unknown;
  run(): Promise<void>;
}

/** Starts a worker created with `autorun: false`. One that runs before the database is reachable retries without a pause and blocks the event loop. */
export async function runningWorker<Made extends BullWorker>(readyOptions: ReadyOptions, make: () => Made): Promise<Made> {
  const worker = withPauses(await madeReady(readyOptions, make));
  worker.run().catch(readyOptions.logError);
  return worker;
}

const MAX_IDS = 200;
const ENDED_CHANNEL = 'sluice_custom_tasks_ended';

/** Signals use BullMQ queues in the database, ended tasks NOTIFY. */
export function postgresWakeUps(port: PostgresQueuePort, readyOptions: ReadyOptions): WakeUps {
  const classes = withBackend(createPostgresBackend);
  const connection = port.pool as PostgresConnectionOptions;
  const listeners: { close(): Promise<void> }[] = [];
  const queues = openedQueues((name) =>
    madeReady(readyOptions, () => new classes.Queue(`${port.prefix}${name}`, { connection })),
  );
  return {
    port: {
      async sendWakeUp(typeKey) {
        await (await queues.of(typeKey)).add(WAKE_UP_JOB, null, JOB_SETTINGS);
      },
      async consumeWakeUps(typeKey, onWakeUp) {
        const settings = { connection, autorun: false, ...WAKE_UP_SETTINGS };
        const work = async () => onWakeUp();
        const name = `${port.prefix}${taskQueueName(typeKey)}`;
        const worker = await runningWorker(readyOptions, () => new classes.Worker(name, work, settings));
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
