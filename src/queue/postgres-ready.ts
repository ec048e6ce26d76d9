import { withPauses } from './fetch-pauses.ts';
import type { PostgresQueuePort } from './postgres-queue-port.ts';

/** Options of BullMQ objects that wait for their database. */
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

/**
 * Creates a BullMQ object. An object that was created while the database was unreachable never works. So it is closed and
 * another one is created, until one is ready.
 */
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

/**
 * Starts a worker that was created with `autorun: false` after the database is reachable. A worker that runs earlier retries a refused connection
 * without a pause and blocks the event loop.
 */
export async function runningWorker<Made extends BullWorker>(readyOptions: ReadyOptions, make: () => Made): Promise<Made> {
  const worker = withPauses(await madeReady(readyOptions, make));
  worker.run().catch(readyOptions.logError);
  return worker;
}
